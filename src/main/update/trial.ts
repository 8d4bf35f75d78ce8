import { type Message, message } from '../../shared/languages/message.ts';
import type { ShowTimes } from './show-time.ts';
import type { Before } from './state.ts';

/** The main thread's observations. Counts begin with the player's start. */
export interface ShowFacts extends ShowTimes {
  readonly upMs: number;
  /** When the programme has an item again, in epoch milliseconds; null: not within the programme. */
  readonly nextDueAt: number | null;
  readonly plays: boolean;
  /** Items that began on any screen. */
  readonly items: number;
  readonly revives: number;
  readonly memoryBytes: number;
  /** The major version of the system's browser; null: the player brings its own, or that is not known. */
  readonly browser: number | null;
  /** How many times slower than usual this machine is. */
  readonly slowness: number;
}

export interface TrialFacts extends ShowFacts {
  /** The CMS was reached since the player started. */
  readonly hasCms: boolean;
  /** In the last ten minutes with a display on. */
  readonly revivesLately: number;
  readonly now: number;
}

export type Check = 'first item' | 'two changes of item' | 'ten minutes without trouble' | 'the CMS';

export type Doubtful = 'cms' | 'show';

export type Verdict =
  | { readonly is: 'kept' }
  | { readonly is: 'failed'; readonly code: string; readonly why: Message }
  /** No CMS or nothing to show: the previous release checks whether it does better. */
  | { readonly is: 'doubted'; readonly about: Doubtful }
  | { readonly is: 'trying'; readonly left: readonly Check[] };

const minute = 60_000;
export const gate = {
  /** `beforeMs`: what the previous release needed, perhaps while the machine did less. */
  firstItem: (beforeMs: number, slowness: number) => Math.max(minute * slowness, 2 * beforeMs),
  /** An item this long overdue does not end. */
  overdueMs: minute,
  /** After this time with a display on and nothing due, the previous release checks whether it finds something. */
  idleMs: minute,
  steadyMs: 10 * minute,
  cmsMs: 30 * minute,
  /** A screen with long items, or only one, need not change within the ten minutes. */
  changes: 2,
  mostMemory: (before: number) => Math.max(2 * before, before + 256 * 1024 * 1024),
};

/**
 * Judges a release on trial. It must do what the previous release did, and nothing else: an empty screen, a missing network, or
 * a CMS that was unreachable before is not its fault. A trial that begins with screens off lasts until they have been on for long
 * enough; only time with something due counts.
 */
export function judge(before: Before, facts: TrialFacts): Verdict {
  const { upMs, litMs, dueMs, overdueMs, idleMs, items, revivesLately, memoryBytes, hasCms, now } = facts;
  if (revivesLately > before.revives)
    return failed('revives', message('update.blocked.revives', { count: revivesLately }));
  if (memoryBytes > gate.mostMemory(before.memoryBytes))
    return failed('memory', message('update.blocked.memory', { memory: memoryBytes }));
  const mustPlay = before.plays;
  const mustChange = mustPlay && before.changes;
  if (mustPlay && items === 0 && overdueMs > gate.firstItem(before.firstItemMs, facts.slowness))
    return failed('no-item', message('update.blocked.no-item'));
  if (
    mustChange &&
    items <= gate.changes &&
    litMs > gate.steadyMs &&
    overdueMs > gate.overdueMs * facts.slowness
  )
    return failed('no-change', message('update.blocked.no-change'));
  if (mustPlay && items === 0 && idleMs > gate.idleMs && now > before.idleUntil + gate.idleMs)
    return { is: 'doubted', about: 'show' };
  if (before.cms && !hasCms && upMs > gate.cmsMs) return { is: 'doubted', about: 'cms' };
  const checks: readonly (readonly [Check, boolean])[] = [
    ['first item', !mustPlay || items > 0],
    ['two changes of item', !mustChange || items > gate.changes],
    ['ten minutes without trouble', Math.min(upMs, mustPlay ? dueMs : upMs) >= gate.steadyMs],
    ['the CMS', !before.cms || hasCms],
  ];
  const left = checks.flatMap(([check, isPassed]) => (isPassed ? [] : [check]));
  return left.length === 0 ? { is: 'kept' } : { is: 'trying', left };
}

function failed(code: string, why: Message): Verdict {
  return { is: 'failed', code, why };
}
