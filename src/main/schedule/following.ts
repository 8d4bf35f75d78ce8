import { type Evaluation, evaluate, type ScheduleInput } from './evaluate.ts';

/** One evaluation for each change after this one. */
export function* following(input: ScheduleInput, { nextChangeAt }: Evaluation): Generator<Evaluation> {
  for (let at = nextChangeAt; at !== null; ) {
    const evaluation = evaluate({ ...input, at });
    yield evaluation;
    at = evaluation.nextChangeAt;
  }
}
