import { randomUUID } from 'node:crypto';
import { arch, cpus, hostname, totalmem } from 'node:os';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { LinkFacts } from '../health/facts.ts';
import type { Health } from '../health/health.ts';
import type { Log } from '../log.ts';
import type { Status } from '../report/status.ts';
import { isDue, type Told, toldNow } from './cadence.ts';
import { Clones } from './clones.ts';
import type { Connect, Incoming } from './connection.ts';
import { Link } from './link.ts';
import { connectMqtt } from './mqtt-connection.ts';
import { keyOf, stateOf, stateText } from './state.ts';
import { type Topics, topicsOf } from './topics.ts';
import { deviceOf, identityOf } from './who.ts';

/** What the fleet is told of the player. */
export interface FleetPort {
  health(): Health;
  status(): Promise<Status>;
  /** The screens that are planned. */
  readonly screens: readonly string[];
  readonly startedAt: string;
}

export interface FleetNeeds {
  readonly config: Pick<Config, 'fleet'>;
  readonly player: FleetPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly env: NodeJS.ProcessEnv;
  readonly random?: () => number;
}

const lookMs = 5_000;
const largestPacket = 64 * 1024;
const keepaliveSeconds = 300;
/** For so long the broker keeps commands for a player that is away; they expire by themselves before that. */
const sessionSeconds = 3600;

/** Begins to connect. Everything that it does is small, and nothing of the show ever waits for it. */
export async function startFleet(needs: FleetNeeds): Promise<Fleet> {
  const { config, env } = needs;
  return new Fleet(needs, await deviceOf(config.fleet, env));
}

export class Fleet {
  readonly #needs: FleetNeeds;
  readonly #topics: Topics;
  readonly #link: Link;
  readonly #clones: Clones;
  #told: Told | null = null;
  #cancelLook: () => void = () => undefined;

  constructor(needs: FleetNeeds, device: string) {
    this.#needs = needs;
    const { config, clock, log, random } = needs;
    const { fleet } = config;
    this.#topics = topicsOf(fleet.name, device, fleet.groups);
    this.#clones = new Clones(randomUUID(), clock);
    this.#link = new Link({
      ...{ clock, log, connect: this.#connect(device), spreadMs: fleet.spreadSeconds * 1000 },
      ...(random ? { random } : {}),
      onMessage: (incoming) => this.#hear(incoming),
      onOpened: () => this.#opened(),
      onEnded: ({ kind }) => {
        if (kind === 'taken') this.#clones.met();
      },
    });
    this.#look();
  }

  facts(): LinkFacts {
    const { state, fault } = this.#link;
    return {
      state: state.is === 'resting' ? 'waiting' : state.is,
      forMs: this.#needs.clock.monotonic() - state.since,
      why: fault === null ? null : { code: fault.code, message: fault.message, remedy: fault.remedy },
      hasClone: this.#clones.areThere,
    };
  }

  async stop(): Promise<void> {
    this.#cancelLook();
    await this.#link.stop();
  }

  #connect(device: string): Connect {
    const { config, clock, env, random = Math.random } = this.#needs;
    const { fleet } = config;
    const { online, session, cmds } = this.#topics;
    return (events) =>
      connectMqtt(
        {
          url: fleet.url ?? '',
          clientId: `vitrine-${fleet.name}-${device}`,
          identity: () => identityOf(fleet, env),
          will: { topic: online, payload: 'false', isKept: true },
          willDelaySeconds: 30,
          topics: [session, ...cmds],
          keepaliveSeconds: Math.round(keepaliveSeconds * (0.9 + random() * 0.2)),
          ...{ sessionSeconds, largestPacket },
        },
        events,
        clock,
      );
  }

  #opened(): void {
    const { online, session, about } = this.#topics;
    this.#link.say({ topic: session, payload: this.#clones.say(), isKept: true });
    this.#link.say({ topic: online, payload: 'true', isKept: true });
    this.#link.say({ topic: about, payload: JSON.stringify(this.#about()), isKept: true });
    this.#told = null;
    void this.#tellState();
  }

  async #hear({ topic, payload }: Incoming): Promise<void> {
    if (topic === this.#topics.session) this.#clones.saw(payload);
  }

  #look(): void {
    this.#cancelLook = this.#needs.clock.after(lookMs, () => {
      if (this.#link.state.is === 'connected') void this.#tellState();
      this.#look();
    });
  }

  async #tellState(): Promise<void> {
    const { player, clock, log, random = Math.random } = this.#needs;
    try {
      const state = stateOf(player.health(), await player.status(), clock.now());
      const key = keyOf(state);
      const now = clock.monotonic();
      if (!isDue(this.#told, key, now)) return;
      this.#told = toldNow(key, now, random);
      this.#link.say({ topic: this.#topics.state, payload: stateText(state), isKept: true });
    } catch (error) {
      log.debug('the state could not be told', { error });
    }
  }

  #about() {
    const { player, config } = this.#needs;
    const { browser, clock } = player.health();
    return {
      ...{ browser, zone: clock?.zone ?? null, screens: player.screens, groups: config.fleet.groups },
      host: hostname(),
      hardware: {
        arch: arch(),
        cpu: cpus()[0]?.model ?? null,
        cores: cpus().length,
        memoryBytes: totalmem(),
      },
      startedAt: player.startedAt,
    };
  }
}
