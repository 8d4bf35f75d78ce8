import { inEnglish } from '../../shared/languages/message.ts';
import type { KeptState } from './kept-state.ts';
import { confirmed, dispelled, doubted, kept, takenBack, type UpdateState } from './state.ts';
import { gate, judge, type ShowFacts, type Verdict } from './trial.ts';
import { isoOf, type UpdatesNeeds } from './updates-needs.ts';

const dayMs = 86_400_000;

type TryingNeeds = Pick<UpdatesNeeds, 'clock' | 'log' | 'start' | 'player' | 'cmsReachedAt'>;

/** Judges the release on trial, and as the previous release whether it does better. `end`: another release starts next. */
export class Trying {
  readonly #needs: TryingNeeds;
  readonly #kept: KeptState;
  #verdict: Verdict | null = null;

  constructor(needs: TryingNeeds, kept: KeptState) {
    this.#needs = needs;
    this.#kept = kept;
  }

  get isOn(): boolean {
    return this.#kept.value.trial?.release === this.#needs.player.running;
  }

  get left() {
    return this.#verdict?.is === 'trying' ? this.#verdict.left : null;
  }

  async judge(facts: ShowFacts, revivesLately: number): Promise<'stay' | 'kept' | 'end'> {
    const { clock, log, cmsReachedAt } = this.#needs;
    const { trial } = this.#kept.value;
    if (trial === null) return 'stay';
    const { version } = trial;
    const now = clock.now();
    const verdict = judge(trial.before, { ...facts, revivesLately, hasCms: cmsReachedAt() !== null, now });
    this.#verdict = verdict;
    switch (verdict.is) {
      case 'trying':
        return 'stay';
      case 'kept':
        await this.#kept.change(kept);
        log.info(`Release ${version} is kept`);
        return 'kept';
      case 'failed': {
        const { code, why } = verdict;
        log.error(`Release ${version} is taken back: ${inEnglish(why)}`, { code });
        await this.#kept.settle((state) => takenBack(state, code, why, isoOf(now)));
        return 'end';
      }
      case 'doubted': {
        const { about } = verdict;
        const what = about === 'cms' ? 'reach the CMS' : 'find anything to show';
        log.warn(`Release ${version} does not ${what}: the previous one starts to check whether it does`);
        await this.#kept.change((state) => doubted(state, about, isoOf(now)));
        return 'end';
      }
    }
  }

  /** Of the previous release, which checks a doubt. */
  async settleDoubt(facts: ShowFacts): Promise<'stay' | 'end'> {
    const { clock, start, cmsReachedAt } = this.#needs;
    const isOfShow = this.#kept.value.doubt?.about === 'show';
    const at = isoOf(clock.now());
    if (isOfShow ? facts.items > 0 : cmsReachedAt() !== null) {
      await this.#kept.change((state) => confirmed(state, at));
      return 'stay';
    }
    const less = this.#noBetter(facts, isOfShow);
    if (less === null) return 'stay';
    await this.#kept.change((state): UpdateState => dispelled(state, less, at, start), true);
    return 'end';
  }

  /** What the release need not do any more, as the previous one does not do it either; null: that is open. */
  #noBetter({ idleMs, overdueMs, upMs, nextDueAt, slowness }: ShowFacts, isOfShow: boolean) {
    if (!isOfShow) return upMs >= gate.cmsMs ? { cms: false } : null;
    if (idleMs > gate.idleMs) return { idleUntil: nextDueAt ?? this.#needs.clock.now() + dayMs };
    return overdueMs > gate.firstItem(0, slowness) ? { plays: false, changes: false } : null;
  }
}
