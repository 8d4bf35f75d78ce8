import { tableOf } from '../../../src/main/actions/table/table.ts';
import type { Config } from '../../../src/main/config/config.ts';
import { Fleet } from '../../../src/main/fleet/fleet.ts';
import type { Clock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { standing } from '../../../src/main/release/release.ts';
import type { UpdateStatus, WantedRelease } from '../../../src/main/update/update-status.ts';
import { updateOff } from '../../../src/main/update/update-status.ts';
import { verbatim } from '../../../src/shared/languages/message.ts';
import { actionsBy, calmPlayer, calmStatus, forgetful } from '../fake-player.ts';

export const newVersion = '2.0.0';
const oldVersion = '1.0.0';

/** How simulated updates behave. */
export interface Trials {
  /** Share of the screens that reject the release. */
  readonly failing: number;
  readonly fetchMs: number;
  readonly trialMs: number;
  /** Trials end no earlier than this resolves. */
  readonly mayEnd?: Promise<void>;
}

export interface ScreenNeeds {
  readonly fleet: Config['fleet'];
  readonly device: string;
  readonly clock: Clock;
  readonly trials: Trials;
  readonly settings?: Partial<Config['fleet']>;
}

/** One screen: real link and rollout, with simulated updates that restart the player. */
export class SimulatedScreen {
  readonly #needs: ScreenNeeds;
  readonly #fails: boolean;
  #fleet: Fleet | null = null;
  #version = oldVersion;
  #update: UpdateStatus = { ...updateOff, state: 'waiting' };
  #cancel: () => void = () => undefined;
  /** Number of trials on this screen. */
  trials = 0;
  /** Machine time at which the last trial began. */
  beganAt = 0;

  constructor(needs: ScreenNeeds) {
    this.#needs = needs;
    this.#fails = standing('does it fail', needs.device) < needs.trials.failing;
    this.#start();
  }

  get device(): string {
    return this.#needs.device;
  }

  get groups(): readonly string[] {
    return this.#needs.settings?.groups ?? [];
  }

  get version(): string {
    return this.#version;
  }

  get isConnected(): boolean {
    return this.#fleet?.facts().state === 'connected';
  }

  async stop(): Promise<void> {
    this.#cancel();
    await this.#fleet?.stop();
    this.#fleet = null;
  }

  #start(): void {
    const { fleet, device, clock, settings = {} } = this.#needs;
    this.#fleet = new Fleet(
      {
        config: { fleet: { ...fleet, ...settings } },
        player: {
          ...calmPlayer,
          store: forgetful,
          actions: actionsBy(async () => ({}), tableOf([])),
          status: async () => ({ ...calmStatus, version: this.#version, update: this.#update }),
          want: async (wanted) => this.#want(wanted),
        },
        clock,
        env: {},
        log: createLog(() => undefined),
      },
      device,
    );
  }

  #want(wanted: WantedRelease | null): void {
    const { clock, trials } = this.#needs;
    this.#cancel();
    this.#update = { ...this.#update, wanted, state: wanted === null ? 'waiting' : 'fetching' };
    if (wanted === null) return;
    this.#cancel = clock.after(trials.fetchMs, () => {
      this.#update = { ...this.#update, state: 'ending' };
      this.trials++;
      this.beganAt = Date.now();
      const since = new Date(clock.now()).toISOString();
      const trial = { version: wanted.version, since, left: [], of: 4 };
      this.#again(wanted.version, { ...updateOff, state: 'trying', trial }, () =>
        this.#judge(wanted.version),
      );
    });
  }

  async #judge(version: string): Promise<void> {
    const { clock, trials } = this.#needs;
    await trials.mayEnd;
    this.#cancel = clock.after(trials.trialMs, () => {
      if (!this.#fails) {
        this.#update = { ...updateOff, state: 'waiting' };
        return;
      }
      this.#update = { ...this.#update, state: 'ending' };
      const at = new Date(clock.now()).toISOString();
      const why = verbatim('It showed nothing.');
      const blocked = [{ release: 'a'.repeat(64), version, code: 'no-item', why, at }];
      this.#again(oldVersion, { ...updateOff, state: 'waiting', blocked }, () => undefined);
    });
  }

  /** Restarts the player, as each release does. */
  #again(version: string, update: UpdateStatus, then: () => unknown): void {
    const ending = this.#fleet?.stop() ?? Promise.resolve();
    this.#fleet = null;
    void ending.then(() => {
      this.#version = version;
      this.#update = update;
      this.#start();
      void then();
    });
  }
}
