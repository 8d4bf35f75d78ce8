import { type Message, message, readable } from '../../shared/languages/message.ts';
import type { Config } from '../config/config.ts';
import { type Plan, readPlan } from '../fleet/rollout.ts';
import { anyTopic, rolloutTopic } from '../fleet/topics.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import { inTime } from '../ground/in-time.ts';
import { type Console, openConsole } from './console.ts';
import { type Progress, progressOf } from './rollout-judge.ts';
import { FleetScreens } from './screens.ts';

export interface DeskNeeds {
  readonly config: Pick<Config, 'fleet'>;
  readonly clock: Clock;
  readonly env: NodeJS.ProcessEnv;
}

const echoMs = 30_000;

/** Players on trial without a link, with the monotonic time since when: players' clocks may be wrong. */
type Silent = Map<string, number>;

/** Reads and writes the rollout of a fleet on the broker, together with the states of all players. */
export class RolloutDesk {
  readonly #needs: DeskNeeds;
  readonly #screens = new FleetScreens();
  #console: Console | null = null;
  #plan: Plan | null = null;
  #text = '';
  #heard: () => void = () => undefined;
  readonly #silent: Silent;

  private constructor(needs: DeskNeeds, silent: Silent) {
    this.#needs = needs;
    this.#silent = silent;
  }

  /** Resolves when all retained messages have arrived. `silent`: taken over from an earlier desk. */
  static async open(needs: DeskNeeds, silent: Silent = new Map()): Promise<RolloutDesk> {
    const desk = new RolloutDesk(needs, silent);
    const { name } = needs.config.fleet;
    const plan = rolloutTopic(name, 'plan');
    desk.#console = await openConsole({
      ...needs,
      topics: ['online', 'about', 'state'].map((kind) => anyTopic(name, kind)),
      // The broker orders concurrent plans: our own counts once it is echoed.
      echoed: [plan],
      quality: 0,
      hear: (incoming) => {
        if (incoming.topic === plan) desk.#saw(incoming.payload);
        else desk.#screens.hear(incoming);
      },
    });
    try {
      await desk.#console.settled();
    } catch (error) {
      await desk.close();
      throw error;
    }
    return desk;
  }

  /** The latest plan; null: none, or unreadable. */
  get plan(): Plan | null {
    return this.#plan;
  }

  /** The topic holds something unreadable. */
  get isUnreadable(): boolean {
    return this.#plan === null && this.#text !== '';
  }

  /** Throws if the connection has ended. */
  look(): void {
    const { fault } = this.#open;
    if (fault !== null) throw fault;
  }

  get silent(): Silent {
    return this.#silent;
  }

  get players(): number {
    return this.#screens.all.length;
  }

  progress(plan: Plan): Progress {
    const { clock } = this.#needs;
    const now = clock.monotonic();
    for (const { device, online, state } of this.#screens.all) {
      const isSilent = online !== true && state?.rollout?.id === plan.id && state.rollout.is === 'trying';
      if (!isSilent) this.#silent.delete(device);
      else if (!this.#silent.has(device)) this.#silent.set(device, now);
    }
    return progressOf(plan, this.#screens.all, (device) => {
      const since = this.#silent.get(device);
      return since !== undefined && now - since >= plan.lostSeconds * 1000;
    });
  }

  /** Resolves with the written plan once the broker has echoed it, in order among the plans of others. */
  async write(plan: Plan): Promise<Plan> {
    const next = { ...plan, revision: plan.revision + 1 };
    const text = JSON.stringify(next);
    // No console could continue from it, and its echo would count as unreadable.
    if (readPlan(Buffer.from(text)) === null) throw new Error('this plan would be unreadable');
    const back = new Promise<void>((resolve) => {
      this.#heard = () => {
        if (this.#text === text) resolve();
      };
    });
    const topic = rolloutTopic(this.#needs.config.fleet.name, 'plan');
    await this.#open.publish({ topic, payload: text, isKept: true });
    await Promise.race([inTime(this.#needs.clock, echoMs, back, notBack), this.#open.ended]);
    return next;
  }

  /** Publishes progress for observers, so that they need not count. */
  async publishProgress(plan: Plan, progress: Progress, sentence: Message): Promise<void> {
    const { clock, config } = this.#needs;
    const { id, version, state, step, steps } = plan;
    const { all, codes } = progress;
    const at = new Date(clock.now()).toISOString();
    const report = {
      id,
      version,
      state,
      at,
      step: step + 1,
      steps: steps.length,
      counts: all,
      codes,
      sentence,
    };
    const topic = rolloutTopic(config.fleet.name, 'progress');
    await this.#open.publish({ topic, payload: JSON.stringify(readable(report)), isKept: true });
  }

  /** Resolves when all messages in flight have arrived. */
  settled(): Promise<void> {
    return this.#open.settled();
  }

  async close(): Promise<void> {
    await this.#console?.close();
  }

  get #open(): Console {
    if (this.#console === null) throw new Error('the desk is not open');
    return this.#console;
  }

  #saw(payload: Uint8Array): void {
    this.#text = Buffer.from(payload).toString('utf8');
    this.#plan = readPlan(payload);
    this.#heard();
  }
}

function notBack(): VitrineError {
  return new VitrineError('temporary', message('broker-not-allowed.rollout'));
}
