/**
 * For tests of more than about four seconds in the gate: a busy machine may need fifteen times as long. Frozen, since a concurrent
 * test would write into it, and all later tests of the process that take it would run at the same time: give such a test a copy.
 */
export const slow = Object.freeze({ timeout: 300_000 });
