import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { compareVersions, standing } from '../release/release.ts';
import type { UpdateStatus, WantedRelease } from '../update/update-status.ts';
import { isSelected, type Plan, type RolloutReport, readPlan, replaces } from './rollout.ts';

interface RolloutShareNeeds {
  readonly device: string;
  readonly groups: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  /** Null: none any more. */
  want(wanted: WantedRelease | null): Promise<unknown>;
}

/** A player's share in the rollout of its fleet. It wants a release, which signatures and trial judge as any other. */
export class RolloutShare {
  readonly #needs: RolloutShareNeeds;
  #plan: Plan | null = null;
  /** Of which rollout it is, and since when we know that we are asked, by the time since boot. */
  #selected: { readonly id: string; readonly since: number } | null = null;
  #isWanting = false;
  /** Whether the broker has told it on this link: what was heard before may have been stopped since. */
  #isPlanCurrent = false;

  constructor(needs: RolloutShareNeeds) {
    this.#needs = needs;
  }

  /** What cannot be read asks for nothing. */
  receive(payload: Uint8Array): void {
    const { device, groups, clock, log } = this.#needs;
    const plan = readPlan(payload);
    if (plan === null && payload.length > 0)
      log.state('rollout', 'rubbish', 'warn', 'The rollout of the fleet cannot be read');
    this.#isPlanCurrent = true;
    if (plan !== null && this.#plan !== null && !replaces(plan, this.#plan)) return;
    this.#plan = plan;
    if (plan === null || !isSelected(plan, plan.step, device, groups)) this.#selected = null;
    else if (this.#selected?.id !== plan.id) this.#selected = { id: plan.id, since: clock.sinceBoot() };
  }

  /** Nothing begins until the plan is heard anew. */
  linkEnded(): void {
    this.#isPlanCurrent = false;
  }

  /** Sees to it that the updates want what the rollout wants: an engine that was started anew knows nothing of it. */
  async look(update: UpdateStatus, version: string): Promise<void> {
    const wanted = this.#wanted(update, version);
    const { wanted: before } = update;
    const isSame = before?.version === wanted?.version && before?.atOnce === wanted?.atOnce;
    if (update.state === 'off' || isSame || this.#isWanting) return;
    this.#isWanting = true;
    try {
      await this.#needs.want(wanted);
    } catch (error) {
      // It is asked again at the next look.
      this.#needs.log.debug('the updates could not be told what the rollout wants', { error });
    } finally {
      this.#isWanting = false;
    }
  }

  /** Null: it is not asked. */
  report(update: UpdateStatus, version: string): RolloutReport | null {
    const plan = this.#plan;
    if (plan === null || this.#selected === null) return null;
    const report = (is: RolloutReport['is'], code: string | null = null): RolloutReport => ({
      id: plan.id,
      is,
      code,
    });
    const isNew = version === plan.version;
    if (update.state === 'ending' || update.state === 'doubting') return report('trying');
    if (isNew) return report(update.state === 'trying' ? 'trying' : 'kept');
    if (compareVersions(version, plan.version) > 0) return report('cannot', 'newer');
    const failed = update.blocked.find((one) => one.version === plan.version);
    if (failed) return report('failed', failed.code);
    if (update.state === 'off') return report('cannot', 'update-off');
    if (update.state === 'held') return report('cannot', 'update-held');
    const { lastError } = update;
    if (
      update.wanted !== null &&
      lastError !== null &&
      (lastError.isLasting || lastError.code === 'update-none')
    )
      return report('cannot', lastError.code);
    return report('asked');
  }

  #wanted(update: UpdateStatus, version: string): WantedRelease | null {
    const plan = this.#plan;
    if (plan === null || !this.#isPlanCurrent || this.#selected === null) return null;
    if (plan.state === 'stopped' || update.state === 'held') return null;
    if (compareVersions(version, plan.version) >= 0) return null;
    if (update.blocked.some((one) => one.version === plan.version)) return null;
    const { device, clock } = this.#needs;
    const afterMs = standing(`spread ${plan.id}`, device) * plan.spreadSeconds * 1000;
    if (clock.sinceBoot() - this.#selected.since < afterMs) return null;
    return { version: plan.version, atOnce: plan.when === 'now' };
  }
}
