import type { Clock } from '../ground/clock.ts';
import type { Slowness } from '../ground/slowness.ts';
import { ShowTime } from '../update/show-time.ts';
import type { ShowFacts } from '../update/trial.ts';
import type { Show } from './show.ts';

interface TrialFactsNeeds {
  readonly clock: Clock;
  /** When the player started, by the monotonic clock. */
  readonly since: number;
  readonly planned: readonly string[];
  /** Screens without a display now. */
  absent(): readonly { readonly screenId: string }[];
  /** Whether its display should be on now. */
  wanted(screenId: string): 'on' | 'off';
  /** For example `Chromium 156.0.8078.73`. */
  browser(): string;
  readonly slowness: Pick<Slowness, 'forJudges'>;
}

/** Facts about the show by which a release on trial is judged. */
export class TrialFacts {
  readonly #needs: TrialFactsNeeds;
  readonly #showTime: ShowTime;
  #items = 0;

  constructor(needs: TrialFactsNeeds) {
    this.#needs = needs;
    this.#showTime = new ShowTime(needs.since);
  }

  itemBegan(): void {
    this.#items++;
  }

  /** Called every few seconds. */
  look(show: Pick<Show, 'status' | 'progress' | 'sights'>): ShowFacts {
    const { clock, since, planned, absent, wanted, browser, slowness } = this.#needs;
    const screens = show.status();
    const held = screens.reduce((sum, { memoryBytes }) => sum + (memoryBytes ?? 0), 0);
    const now = clock.monotonic();
    const lit = planned.filter(
      (id) => !absent().some(({ screenId }) => screenId === id) && wanted(id) === 'on',
    );
    const progress = show.progress().filter(({ screenId }) => lit.includes(screenId));
    const isDue = progress.length === 0 || progress.some((screen) => screen.isDue);
    const isOnTime = progress.some((screen) => screen.isDue && !screen.isLate);
    const sighted = { isLit: lit.length > 0, isDue, isLate: isDue && !isOnTime };
    const dues = progress.flatMap(({ nextDueAt }) => nextDueAt ?? []);
    return {
      upMs: now - since,
      ...this.#showTime.look(sighted, now),
      nextDueAt: dues.length > 0 ? Math.min(...dues) : null,
      plays: show.sights().some(({ plays }) => plays),
      items: this.#items,
      revives: screens.reduce((sum, { restarts }) => sum + restarts, 0),
      memoryBytes: process.memoryUsage.rss() + held,
      browser: Number(/^Chromium (\d+)/.exec(browser())?.[1]) || null,
      slowness: slowness.forJudges,
    };
  }
}
