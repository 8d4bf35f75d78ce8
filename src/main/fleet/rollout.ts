import * as v from 'valibot';
import { topicWordPattern } from '../config/topic-word.ts';
import { isVersion, standing } from '../release/release.ts';

/** Whom a step adds: this share of a group, or of all players. */
const stepSchema = v.object({
  group: v.nullable(v.pipe(v.string(), v.regex(topicWordPattern))),
  share: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
});

export const mostSteps = 50;
export const longestWhy = 500;
const fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const seconds = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(30 * 86_400));

/**
 * A rollout as the broker keeps it, for players and for whoever runs it. Nobody else has a copy that counts: who runs it may
 * die, and another one goes on from here. `by`: who wrote it last.
 */
export const planSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)),
  version: v.pipe(v.string(), v.check(isVersion)),
  /** One more for each that is written. */
  revision: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  state: v.picklist(['running', 'stopped', 'done']),
  why: v.nullable(v.pipe(v.string(), v.maxLength(longestWhy))),
  steps: v.pipe(v.array(stepSchema), v.minLength(1), v.maxLength(mostSteps)),
  /** The last of the steps whose players are asked. */
  step: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** When the players of this step were through. */
  settledAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** Of the trials. */
  limit: fraction,
  /** Such a share of those that are asked has come to an end before the next step. */
  enough: fraction,
  /** After that a step rests for so long. */
  restSeconds: seconds,
  /** Over so long players begin. */
  spreadSeconds: seconds,
  /** In each player's own window, or at once between two items. */
  when: v.picklist(['now', 'window']),
  /** Who was on trial and was not heard of for so long has failed. */
  lostSeconds: seconds,
  /** So many the broker knew of when it began. One that has lost its memory must not look like a small fleet. */
  players: v.pipe(v.number(), v.integer(), v.minValue(0)),
  startedAt: v.pipe(v.string(), v.isoTimestamp()),
  by: v.pipe(v.string(), v.maxLength(100)),
});

export type Plan = v.InferOutput<typeof planSchema>;

const largestPlan = 16 * 1024;

/** Null: nothing that can be read. */
export function readPlan(payload: Uint8Array): Plan | null {
  if (payload.length > largestPlan) return null;
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), planSchema),
    Buffer.from(payload).toString('utf8'),
  );
  return parsed.success && parsed.output.step < parsed.output.steps.length ? parsed.output : null;
}

/**
 * Whether it holds instead of the one before. A broker that was started anew may come back with an older one, which must not undo a
 * stop; a stop always holds.
 */
export function replaces(next: Plan, before: Plan): boolean {
  if (next.id !== before.id || next.state === 'stopped' || next.revision > before.revision) return true;
  return next.revision === before.revision && before.state !== 'stopped';
}

/** Whether that player is asked by a step up to this one. A larger share always has the same players and more. */
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

/** Where a player is with it, as it tells of itself. */
export interface RolloutReport {
  readonly id: string;
  /** `asked`: it has not begun to try. `cannot`: and somebody has to do something about that; `code` says what. */
  readonly is: 'asked' | 'trying' | 'kept' | 'failed' | 'cannot';
  readonly code: string | null;
}

export const reportSchema = v.object({
  id: v.pipe(v.string(), v.maxLength(64)),
  is: v.picklist(['asked', 'trying', 'kept', 'failed', 'cannot']),
  code: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/))), 'other'),
});
