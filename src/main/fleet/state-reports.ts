import { type Clock, sleep } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { costsOfThisProcess, metricsOf } from '../health/metrics.ts';
import { isDue, type Sent, sentNow } from './cadence.ts';
import { changesBetween } from './changes.ts';
import type { Link } from './link.ts';
import { numbersOf } from './metrics.ts';
import type { FleetPort } from './port.ts';
import type { RolloutShare } from './rollout-share.ts';
import { keyOf, type State, stateOf, stateText } from './state.ts';
import type { Topics } from './topics.ts';

interface StateReportsNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly player: FleetPort;
  readonly topics: Topics;
  readonly link: Link;
  readonly rollout: RolloutShare;
  readonly random: () => number;
  /** Events were written down. */
  changed(): void;
}

const lookMs = 5_000;
/** Bounds how long shutdown waits for the broker. */
const reportTrialMs = 500;

/** Looks at the player again and again: reports its state and its metrics, and writes down what has changed. */
export class StateReports {
  readonly #needs: StateReportsNeeds;
  #lastState: Sent | null = null;
  #lastMetrics: Sent | null = null;
  #previous: State | null = null;
  #cancelLook: () => void = () => undefined;

  constructor(needs: StateReportsNeeds) {
    this.#needs = needs;
  }

  start(): void {
    this.#cancelLook = this.#needs.clock.after(lookMs, () => {
      void this.#report();
      this.start();
    });
  }

  /** The broker may not have the last state. */
  opened(): void {
    this.#lastState = null;
    void this.#report();
  }

  async stop(): Promise<void> {
    this.#cancelLook();
    await this.#reportTrial();
  }

  /** Reports a trial before the restart into it: the new release may never connect. */
  async #reportTrial(): Promise<void> {
    const { player, clock, link, rollout, topics } = this.#needs;
    if (link.state.is !== 'connected' || this.#previous?.rollout?.is !== 'asked') return;
    const inTime = new AbortController();
    const queue = (async () => {
      const status = await player.status();
      const report = rollout.report(status.update, status.version);
      if (report?.is !== 'trying') return;
      const buttons = player.actions.states(status);
      const payload = stateText(stateOf(player.health(), status, clock.now(), report, buttons));
      await link.deliver({ topic: topics.state, payload, isKept: true });
    })();
    await Promise.race([queue, sleep(clock, reportTrialMs, inTime.signal)]).catch(() => undefined);
    inTime.abort();
  }

  async #report(): Promise<void> {
    const { player, clock, log, random, link, rollout, topics } = this.#needs;
    try {
      const status = await player.status();
      const { update, version: running } = status;
      const health = player.health();
      const report = rollout.report(update, running);
      const state = stateOf(health, status, clock.now(), report, player.actions.states(status));
      await this.#remember(state);
      await rollout.look(update, running);
      if (link.state.is !== 'connected') return;
      const now = clock.monotonic();
      const key = keyOf(state);
      if (isDue(this.#lastState, key, now)) {
        this.#lastState = sentNow(key, now, random);
        link.send({ topic: topics.state, payload: stateText(state), isKept: true });
      }
      if (!isDue(this.#lastMetrics, '', now)) return;
      this.#lastMetrics = sentNow('', now, random);
      const metrics = metricsOf({ status, health, now: clock.now(), ...costsOfThisProcess() });
      const payload = JSON.stringify({ at: state.at, ...numbersOf(metrics) });
      link.send({ topic: topics.metrics, payload, isKept: false });
    } catch (error) {
      log.debug('the state could not be sent', { error });
    }
  }

  async #remember(state: State): Promise<void> {
    const { player, clock } = this.#needs;
    const before = this.#previous;
    this.#previous = state;
    const changes = changesBetween(before, state, clock.now());
    for (const change of changes) await player.store.addEvent(change);
    if (changes.length > 0) this.#needs.changed();
  }
}
