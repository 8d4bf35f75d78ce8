/** Work that pauses every few milliseconds, so that other work of its thread can have its turn. */
export type Steps<Result> = Generator<void, Result>;

/** So many entries are worked on between two pauses: some milliseconds on a small board. */
export const entriesPerStep = 1_000;

/** Without pauses. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
