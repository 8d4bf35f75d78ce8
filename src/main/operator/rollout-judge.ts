import { type Message, message } from '../../shared/languages/message.ts';
import { isSelected, type Plan } from '../fleet/rollout.ts';
import type { FleetScreen } from './screens.ts';

/** Players by progress. `away`: offline and not started; they start when they return. */
export interface Counts {
  readonly asked: number;
  readonly kept: number;
  /** Includes `lost`: players on trial that stayed silent for too long. */
  readonly failed: number;
  readonly lost: number;
  readonly trying: number;
  readonly waiting: number;
  readonly away: number;
  readonly cannot: number;
}

export interface Progress {
  /** All selected players, and those that this step added. */
  readonly all: Counts;
  readonly step: Counts;
  /** All players that the broker knows, selected or not. */
  readonly players: number;
  /** Failures by code: the most frequent ones, and the sum of all others. */
  readonly codes: Readonly<Record<string, number>>;
}

export function progressOf(
  plan: Plan,
  screens: readonly FleetScreen[],
  isLost: (device: string) => boolean,
): Progress {
  const [all, step] = [nothing(), nothing()];
  const codes = new Map<string, number>();
  for (const screen of screens) {
    const groups = screen.about?.groups ?? [];
    if (!isSelected(plan, plan.step, screen.device, groups)) continue;
    const { is, code } = wayOf(plan, screen, isLost);
    const isOfThisStep = !isSelected(plan, plan.step - 1, screen.device, groups);
    for (const counts of isOfThisStep ? [all, step] : [all]) {
      counts.asked++;
      counts[is]++;
      if (is === 'lost') counts.failed++;
    }
    if (code !== null) codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  return { all, step, players: screens.length, codes: mostFrequent(codes) };
}

const mostCodes = 8;

/** Players choose their codes, so the report must not grow with their number. */
function mostFrequent(codes: ReadonlyMap<string, number>): Progress['codes'] {
  const sorted = [...codes].sort(([, one], [, other]) => other - one);
  const rest = sorted.slice(mostCodes).reduce((sum, [, count]) => sum + count, 0);
  const listed = new Map(sorted.slice(0, mostCodes));
  if (rest > 0) listed.set('other', (listed.get('other') ?? 0) + rest);
  return Object.fromEntries(listed);
}

function wayOf(
  plan: Plan,
  { device, online, state }: FleetScreen,
  isLost: (device: string) => boolean,
): { readonly is: Exclude<keyof Counts, 'asked'>; readonly code: string | null } {
  const report = state?.rollout?.id === plan.id ? state.rollout : null;
  if (report?.is === 'kept') return { is: 'kept', code: null };
  if (report?.is === 'failed' || report?.is === 'cannot') return { is: report.is, code: report.code };
  if (isLost(device)) return { is: 'lost', code: 'lost' };
  if (report?.is === 'trying') return { is: 'trying', code: null };
  return { is: online === true ? 'waiting' : 'away', code: null };
}

function nothing(): { -readonly [Name in keyof Counts]: number } {
  return { asked: 0, kept: 0, failed: 0, lost: 0, trying: 0, waiting: 0, away: 0, cannot: 0 };
}

/** `settle`: the players of this step have finished, and its rest begins. */
export interface Verdict {
  readonly is: 'wait' | 'stop' | 'settle' | 'next' | 'done';
  readonly sentence: Message;
}

/** Pure: what the runner does now. */
export function judged(plan: Plan, progress: Progress, now: number): Verdict {
  const { all, step: added, players } = progress;
  const bad = [added, all].find((counts) => shareOf(counts) > plan.limit);
  if (bad !== undefined) return { is: 'stop', sentence: failing(bad, plan) };
  const wait = (sentence: Message): Verdict => ({ is: 'wait', sentence });
  if (players < plan.enough * plan.players)
    return wait(message('rollout.few-players', { players, all: plan.players }));
  const at = { step: plan.step + 1, steps: plan.steps.length };
  // Require it of this step too: otherwise a small step after large ones would pass untried.
  const isEnough = [all, added].every(
    ({ asked, kept, failed }) => kept + failed >= Math.ceil(plan.enough * asked),
  );
  if (all.trying > 0 || !isEnough)
    return wait(message('rollout.step', { ...at, counts: countsOf(all, progress.codes) }));
  if (plan.settledAt === null) {
    const finished = all.kept + all.failed;
    return { is: 'settle', sentence: message('rollout.finished', { ...at, finished }) };
  }
  // An earlier console's clock may have been ahead: the step must not rest for years.
  const rested = Math.abs(now - Date.parse(plan.settledAt));
  const isLast = at.step === at.steps;
  if (rested < plan.restSeconds * 1000) {
    // The instant instead of the time left: each new sentence is sent to the whole fleet.
    const until = new Date(Date.parse(plan.settledAt) + plan.restSeconds * 1000).toISOString();
    return wait(message(isLast ? 'rollout.rests.last' : 'rollout.rests', { ...at, until }));
  }
  return !isLast
    ? { is: 'next', sentence: message('rollout.next', { ...at, step: at.step + 1 }) }
    : { is: 'done', sentence: message('rollout.done', { kept: all.kept, asked: all.asked }) };
}

/**
 * Failures as a share of players that have finished or will. Once above the limit it stays above, whatever these players report;
 * only returning players could lower it, and the rollout does not wait for those. Offline players and those that cannot update
 * count for neither side.
 */
function shareOf({ failed, kept, trying, waiting }: Counts): number {
  return failed === 0 ? 0 : failed / (failed + kept + trying + waiting);
}

/** Whether the rollout would stop at once. */
export function isAboveLimit({ all, step }: Progress, limit: number): boolean {
  return [step, all].some((counts) => shareOf(counts) > limit);
}

function failing(counts: Counts, { limit }: Plan): Message {
  const { failed, kept, trying, waiting } = counts;
  return message('rollout.failing', { failed, all: failed + kept + trying + waiting, limit });
}

export function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}

export function countsOf({ lost: _, ...counts }: Counts, codes: Progress['codes']): Message {
  const all = message('rollout.counts', counts);
  const listed = Object.entries(codes).map(([code, count]) => `${code} ${count}`);
  return listed.length === 0
    ? all
    : message('rollout.counts.codes', { counts: all, codes: listed.join(', ') });
}
