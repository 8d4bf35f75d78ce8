import type { KeptState } from './kept-state.ts';
import { Lately } from './lately.ts';
import { type Before, isUnbegun, type Trial, type Waiting } from './state.ts';
import type { ShowFacts } from './trial.ts';
import { isoOf, type Next, type UpdatesNeeds } from './updates-needs.ts';
import { untilSwitchInTheDarkMs, untilSwitchMs } from './window.ts';

type SwitchingNeeds = Pick<
  UpdatesNeeds,
  'window' | 'clock' | 'log' | 'zone' | 'cmsReachedAt' | 'shelf' | 'player'
>;

const reportEveryMs = 3600_000;
const dayMs = 86_400_000;
const cmsHourMs = 3600_000;
/** After this the show has begun. */
const startMs = 60_000;

/** Decides when the player switches to the release that comes next: in its window, in the dark, or at a start. Nobody else does. */
export class Switching {
  readonly #needs: SwitchingNeeds;
  readonly #kept: KeptState;
  readonly #lately = new Lately();
  /** The waiting release's time passed while the player was off: it is taken before the show begins. */
  #isMissed = false;
  /** When the observations for the waiting release were last kept, by the monotonic clock. */
  #reportedAt: number | null = null;

  constructor(needs: SwitchingNeeds, kept: KeptState) {
    this.#needs = needs;
    this.#kept = kept;
  }

  /** At the start of the player. */
  async begin(): Promise<void> {
    const { player, shelf, clock } = this.#needs;
    const { waiting, current, trial, doubt, held } = this.#kept.value;
    if (waiting === null || !waiting.isOwn || waiting.before === null || this.lateMs(waiting) < 0) return;
    if (held || player.running !== current || trial !== null || doubt !== null) return;
    if (isUnbegun(this.#kept.value, waiting.release, clock.now())) return;
    this.#isMissed = await shelf.has(waiting.release).catch(() => false);
  }

  see(facts: ShowFacts): void {
    this.#lately.see(facts, this.#needs.clock.monotonic());
  }

  revives(facts: ShowFacts): number {
    return this.#lately.revives(facts);
  }

  lateMs({ switchAt }: Waiting): number {
    return this.#needs.clock.now() - switchAt;
  }

  /** In the window, or earlier while all screens are off: then nobody sees it. */
  untilMs(): number {
    const { window, clock, zone } = this.#needs;
    const { playerId, waiting } = this.#kept.value;
    const inWindow = untilSwitchMs(window, playerId, clock.now(), zone());
    const { darkSince } = this.#lately;
    return Math.min(
      inWindow,
      darkSince === null ? inWindow : untilSwitchInTheDarkMs(playerId, clock.monotonic() - darkSince),
      // A player that sleeps in its window does not restart, and takes the release between two items.
      waiting === null ? inWindow : Math.max(0, dayMs - this.lateMs(waiting)),
    );
  }

  /** Keeps the observations for the waiting release once an hour: after a restart there are none. */
  async reportWaiting(facts: ShowFacts): Promise<void> {
    const { waiting } = this.#kept.value;
    const now = this.#needs.clock.monotonic();
    if (waiting === null || !this.#lately.isSettled) return;
    if (waiting.before !== null && this.#reportedAt !== null && now - this.#reportedAt < reportEveryMs)
      return;
    this.#reportedAt = now;
    const before = this.#before(facts);
    await this.#kept.change((state) =>
      state.waiting === null ? state : { ...state, waiting: { ...state.waiting, before } },
    );
  }

  /** Null: not now. `next`: the release that is here; null while there is none, or while something else is done. */
  now(facts: ShowFacts, next: Next | null): Omit<Trial, 'attempts' | 'cms' | 'by'> | null {
    if (this.#isMissed) return this.#missed(facts);
    if (next === null || this.#kept.value.held) return null;
    // With nothing seen of this release there is nothing to judge the next one by.
    const isTime = next.wanted?.atOnce === true || this.untilMs() <= 0;
    if (!next.isRequested && (!this.#lately.hasSeen || !isTime)) return null;
    const { sha256, version } = next.release;
    return this.#begun(sha256, version, this.#before(facts), '');
  }

  /** Before the show begins, nobody sees the switch. */
  #missed(facts: ShowFacts) {
    this.#isMissed = false;
    const { waiting, held } = this.#kept.value;
    if (waiting === null || waiting.before === null || held || facts.upMs > startMs) return null;
    const { release, version, before } = waiting;
    return this.#begun(release, version, before, ': its window passed while the player was off');
  }

  #begun(release: string, version: string, before: Before, why: string) {
    this.#needs.log.info(`Starting release ${version}${why}`, { before });
    return { release, version, since: isoOf(this.#needs.clock.now()), before };
  }

  #before(facts: ShowFacts): Before {
    const { clock, cmsReachedAt } = this.#needs;
    const reached = cmsReachedAt();
    const cms = reached !== null && clock.now() - reached < cmsHourMs;
    return this.#lately.before(facts, cms, clock.now());
  }
}
