import { type Evaluation, evaluate } from './evaluate.ts';
import type { ScheduleInput } from './scene.ts';

/** One evaluation for each change after this one. */
export function* following(input: ScheduleInput, { nextChangeAt }: Evaluation): Generator<Evaluation> {
  for (let at = nextChangeAt; at !== null; ) {
    const evaluation = evaluate({ ...input, at });
    yield evaluation;
    at = evaluation.nextChangeAt;
  }
}
