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
  /** Null withdraws the wish. */
  want(wanted: WantedRelease | null): Promise<unknown>;
}

/** This player's part in a rollout. It only requests a release: signatures and trial judge it like any other. */
export class RolloutShare {
  readonly #needs: RolloutShareNeeds;
  #plan: Plan | null = null;
  /** Which rollout selected this player, and when it learned so, in time since boot. */
  #selected: { readonly id: string; readonly since: number } | null = null;
  #isWanting = false;
  /** Received on this connection: an older plan may have been stopped since. */
  #isPlanCurrent = false;

  constructor(needs: RolloutShareNeeds) {
    this.#needs = needs;
  }

  /** An unreadable plan selects no player. */
  receive(payload: Uint8Array): void {
    const { device, groups, clock, log } = this.#needs;
    const plan = readPlan(payload);
    if (plan === null && payload.length > 0)
      log.state('rollout', 'rubbish', 'warn', 'The rollout plan of the fleet is unreadable');
    this.#isPlanCurrent = true;
    if (plan !== null && this.#plan !== null && !replaces(plan, this.#plan)) return;
    this.#plan = plan;
    if (plan === null || !isSelected(plan, plan.step, device, groups)) this.#selected = null;
    else if (this.#selected?.id !== plan.id) this.#selected = { id: plan.id, since: clock.sinceBoot() };
  }

  /** Nothing starts until the plan is received again. */
  linkEnded(): void {
    this.#isPlanCurrent = false;
  }

  /** Passes the rollout's release on to the updater. Called regularly: a restarted engine has forgotten it. */
  async look(update: UpdateStatus, version: string): Promise<void> {
    const wanted = this.#wanted(update, version);
    const { wanted: before } = update;
    const isSame = before?.version === wanted?.version && before?.atOnce === wanted?.atOnce;
    if (update.state === 'off' || isSame || this.#isWanting) return;
    this.#isWanting = true;
    try {
      await this.#needs.want(wanted);
    } catch (error) {
      // The next call retries.
      this.#needs.log.debug('the release of the rollout could not be requested', { error });
    } finally {
      this.#isWanting = false;
    }
  }

  /** Null: this player is not selected. */
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
