/** For tests of more than about four seconds in the gate: a busy machine may need fifteen times as long. */
export const slow = { timeout: 300_000 };
