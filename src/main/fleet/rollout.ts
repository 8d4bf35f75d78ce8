import * as v from 'valibot';
import { topicWordPattern } from '../config/topic-word.ts';
import { isVersion, standing } from '../release/release.ts';

/** A step adds this share of a group, or of all players. */
const stepSchema = v.object({
  group: v.nullable(v.pipe(v.string(), v.regex(topicWordPattern))),
  share: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
});

export const mostSteps = 50;
export const longestWhy = 500;
const fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(30 * 86_400));

/**
 * A rollout as the broker retains it, the only copy that counts: when the console that runs it dies, another one continues from
 * here. `by`: the last writer.
 */
export const planSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)),
  version: v.pipe(v.string(), v.check(isVersion)),
  /** Increases with each write. */
  revision: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  state: v.picklist(['running', 'stopped', 'done']),
  why: v.nullable(v.pipe(v.string(), v.maxLength(longestWhy))),
  steps: v.pipe(v.array(stepSchema), v.minLength(1), v.maxLength(mostSteps)),
  /** Index of the last step whose players are selected. */
  step: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** When the players of this step had finished. */
  settledAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** Share of trials that may fail. */
  limit: fraction,
  /** Share of selected players that must have finished before the next step. */
  enough: fraction,
  /** Pause after a finished step. */
  restSeconds: seconds,
  /** Players spread their starts over so long. */
  spreadSeconds: seconds,
  /** In each player's update window, or at once between two items. */
  when: v.picklist(['now', 'window']),
  /** A player on trial that stays silent for so long has failed. */
  lostSeconds: seconds,
  /** Players known at the start. A broker that lost its retained messages must not look like a small fleet. */
  players: v.pipe(v.number(), v.integer(), v.minValue(0)),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  by: v.pipe(v.string(), v.maxLength(100)),
});

export type Plan = v.InferOutput<typeof planSchema>;

const largestPlan = 16 * 1024;

/** Null: unreadable. */
export function readPlan(payload: Uint8Array): Plan | null {
  if (payload.length > largestPlan) return null;
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), planSchema),
    Buffer.from(payload).toString('utf8'),
  );
  return parsed.success && parsed.output.step < parsed.output.steps.length ? parsed.output : null;
}

/**
 * Whether `next` replaces `before`. A restarted broker may deliver an older plan, which must not undo a stop; a stop always
 * replaces.
 */
export function replaces(next: Plan, before: Plan): boolean {
  if (next.id !== before.id || next.state === 'stopped' || next.revision > before.revision) return true;
  return next.revision === before.revision && before.state !== 'stopped';
}

/** Whether a step up to this one selects the player. A larger share always contains the smaller one. */
export function isSelected(
  { id, steps }: Pick<Plan, 'id' | 'steps'>,
  upTo: number,
  device: string,
  groups: readonly string[],
): boolean {
  const rank = standing(id, device);
  return steps
    .slice(0, upTo + 1)
    .some(({ group, share }) => (group === null || groups.includes(group)) && rank < share);
}

/** A player's own progress in the rollout. */
export interface RolloutReport {
  readonly id: string;
  /** `asked`: selected, not started. `cannot`: needs attention; `code` is the reason. */
  readonly is: 'asked' | 'trying' | 'kept' | 'failed' | 'cannot';
  readonly code: string | null;
}

export const reportSchema = v.object({
  id: v.pipe(v.string(), v.maxLength(64)),
  is: v.picklist(['asked', 'trying', 'kept', 'failed', 'cannot']),
  code: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/))), 'other'),
});
