import { randomUUID } from 'node:crypto';
import { arch, cpus, hostname, totalmem } from 'node:os';
import { message, readable } from '../../shared/languages/message.ts';
import type { Done } from '../actions/table/action.ts';
import type { ScreenPicture } from '../actions/table/port.ts';
import type { Config } from '../config/config.ts';
import type { Commands as EntryCommands } from '../display/hook-commands.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { version } from '../ground/version.ts';
import type { LinkFacts } from '../health/facts.ts';
import type { FleetEventRow, FleetResultRow } from '../store/fleet-rows.ts';
import { Clones } from './clones.ts';
import type { ActionRequest } from './command.ts';
import { Commands, resultText, shortened } from './commands.ts';
import type { Connect, Incoming } from './connection.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { Desired } from './desired.ts';
import { EntryEvents } from './entry-events.ts';
import { discoveryOf } from './home-assistant.ts';
import { deviceOf } from './identity.ts';
import { Link } from './link.ts';
import { playerConnection } from './player-connection.ts';
import type { FleetPort } from './port.ts';
import { RolloutShare } from './rollout-share.ts';
import { StateReports } from './state-reports.ts';
import { type Topics, topicsOf } from './topics.ts';

export interface FleetNeeds {
  readonly config: Pick<Config, 'fleet'>;
  readonly player: FleetPort;
  readonly clock: Clock;
  readonly log: Log;
  readonly env: NodeJS.ProcessEnv;
  readonly random?: () => number;
  /** Tests and benches connect by other means or with other delays. */
  readonly connect?: (topics: Topics, device: string) => Connect;
}

const largestPicture = 100 * 1024;
/** Rows per read. */
const batch = 50;

/** Starts to connect. The show never waits for the fleet. */
export async function startFleet(needs: FleetNeeds): Promise<Fleet> {
  const { config, env } = needs;
  return new Fleet(needs, await deviceOf(config.fleet, env));
}

export class Fleet {
  readonly #needs: FleetNeeds;
  readonly #device: string;
  readonly #topics: Topics;
  readonly #link: Link;
  readonly #clones: Clones;
  readonly #commands: Commands;
  readonly #results: DeliveryQueue<FleetResultRow>;
  readonly #events: DeliveryQueue<FleetEventRow>;
  readonly #desired: Desired;
  readonly #entries: EntryEvents;
  readonly #rollout: RolloutShare;
  readonly #reports: StateReports;

  constructor(needs: FleetNeeds, device: string) {
    this.#needs = needs;
    this.#device = device;
    const { config, clock, log, random, player } = needs;
    const { fleet } = config;
    const { store } = player;
    this.#topics = topicsOf(fleet.name, device, fleet.groups);
    this.#clones = new Clones(randomUUID(), clock);
    this.#link = new Link({
      clock,
      log,
      spreadMs: fleet.spreadSeconds * 1000,
      connect:
        needs.connect?.(this.#topics, device) ??
        playerConnection({
          fleet,
          device,
          topics: this.#topics,
          clock,
          env: needs.env,
          random: random ?? Math.random,
        }),
      ...(random ? { random } : {}),
      onMessage: (incoming) => this.#receive(incoming),
      onOpened: () => this.#opened(),
      onEnded: ({ kind }) => {
        this.#rollout.linkEnded();
        if (kind === 'taken') this.#clones.detect();
      },
    });
    const queue = { clock, log, isConnected: () => this.#link.state.is === 'connected' };
    const { result, event } = this.#topics;
    this.#results = new DeliveryQueue({
      ...queue,
      rows: () => store.results(batch),
      deliver: (row, isShort) =>
        this.#link.deliver({
          topic: result,
          isKept: false,
          payload: isShort ? shortened(row.result) : row.result,
        }),
      markDelivered: async (rows) => {
        for (const { id, requests } of rows) await store.resultDelivered({ id, requests });
      },
    });
    this.#events = new DeliveryQueue({
      ...queue,
      rows: () => store.events(batch),
      deliver: ({ at, ...row }) =>
        this.#link.deliver({
          topic: event,
          isKept: false,
          payload: JSON.stringify({ ...row, at: new Date(at).toISOString() }),
        }),
      markDelivered: (rows) => store.eventsDelivered(rows.at(-1)?.sequence ?? 0),
    });
    this.#commands = new Commands({
      clock,
      log,
      store,
      circumstances: () => ({
        now: clock.now(),
        isClockTrusted: player.health().clock?.trusted ?? false,
        device,
        topics: this.#topics.cmds,
        commandKey: fleet.commandKey,
        table: player.actions.table,
        allowed: this.#allowed,
      }),
      act: (request) => this.#act(request),
      onResult: () => this.#results.wake(),
      onAccepted: (accepted) =>
        this.#link.send({ topic: result, payload: resultText(accepted), isKept: false }),
      onUnreadable: ({ code, reason }) => {
        log.state('rubbish', code, 'warn', 'Received an unreadable command', { code, reason });
        const payload = JSON.stringify(readable({ id: null, state: 'refused', code, reason }));
        this.#link.send({ topic: result, payload, isKept: false });
      },
    });
    this.#entries = new EntryEvents({ clock, log, link: this.#link, topic: this.#topics.entry });
    this.#desired = new Desired({
      clock,
      log,
      act: ({ name, args }) => player.actions.run(name, args, { kind: 'fleet' }),
    });
    this.#rollout = new RolloutShare({
      device,
      groups: fleet.groups,
      clock,
      log,
      want: (wanted) => player.want(wanted),
    });
    void this.#commands
      .resume()
      .catch((error: unknown) => log.debug('unfinished commands could not be resumed', { error }));
    this.#reports = new StateReports({
      clock,
      log,
      player,
      topics: this.#topics,
      link: this.#link,
      rollout: this.#rollout,
      random: random ?? Math.random,
      changed: () => this.#events.wake(),
    });
    this.#reports.start();
  }

  facts(): Omit<LinkFacts, 'awaitedMs'> {
    const { state, fault } = this.#link;
    return {
      state: state.is === 'resting' ? 'waiting' : state.is,
      forMs: this.#needs.clock.monotonic() - state.since,
      why: fault === null ? null : { code: fault.code, message: fault.message, remedy: fault.remedy },
      hasClone: this.#clones.detected,
    };
  }

  wakeEvents(): void {
    this.#events.wake();
  }

  /** Publishes the commands of an entry that begins or ends. */
  entry(commands: EntryCommands): Promise<void> {
    return this.#entries.publish(commands);
  }

  async stop(): Promise<void> {
    await this.#reports.stop();
    this.#commands.stop();
    this.#desired.stop();
    this.#results.stop();
    this.#events.stop();
    await this.#link.stop();
  }

  #opened(): void {
    const { config, player } = this.#needs;
    const { online, session, about } = this.#topics;
    this.#link.send({ topic: session, payload: this.#clones.payload(), isKept: true });
    this.#link.send({ topic: online, payload: 'true', isKept: true });
    const { groups, commandKey } = config.fleet;
    const facts = { groups, commands: this.#allowed, signed: commandKey !== null };
    const payload = JSON.stringify({ ...aboutOf(player), ...facts });
    this.#link.send({ topic: about, payload, isKept: true });
    if (config.fleet.homeAssistant !== null) {
      const own = { prefix: config.fleet.homeAssistant, fleet: config.fleet.name, version };
      // Home Assistant cannot sign commands.
      const names = commandKey === null ? this.#allowed : [];
      const actions = names.flatMap((name) => player.actions.table.get(name) ?? []);
      this.#link.send(discoveryOf({ ...own, device: this.#device, topics: this.#topics, actions }));
    }
    this.#reports.opened();
    this.#results.wake();
    this.#events.wake();
  }

  async #receive(incoming: Incoming): Promise<void> {
    const { topic, payload } = incoming;
    if (topic === this.#topics.session) this.#clones.receive(payload);
    else if (topic === this.#topics.desired) this.#receiveDesired(payload);
    else if (topic === this.#topics.plan) this.#rollout.receive(payload);
    else await this.#commands.hear(incoming);
  }

  /** A desired state has no signature. Where commands need one, accepting it would bypass the check. */
  #receiveDesired(payload: Uint8Array): void {
    const { config, log } = this.#needs;
    if (config.fleet.commandKey === null) this.#desired.receive(payload);
    else if (payload.length > 0)
      log.state('desired', 'unsigned', 'warn', 'Ignored an unsigned desired state from the fleet');
  }

  /** The actions that this player accepts from its fleet. */
  get #allowed(): readonly string[] {
    const { config, player } = this.#needs;
    return config.fleet.commands ?? [...player.actions.table.keys()];
  }

  async #act({ name, args }: ActionRequest): Promise<Pick<Done, 'answer' | 'after'>> {
    const { picture, sentence, ...done } = await this.#needs.player.actions.run(name, args, {
      kind: 'fleet',
    });
    if (picture) return { answer: await this.#send(picture) };
    return sentence === undefined ? done : { ...done, answer: sentence };
  }

  async #send({ screenId, bytes, mimeType }: ScreenPicture) {
    if (bytes.length > largestPicture)
      throw new VitrineError('permanent', message('picture-too-large', { size: bytes.length }));
    const at = new Date(this.#needs.clock.now()).toISOString();
    const properties = { screenId, at, mimeType };
    await this.#link.deliver({ topic: this.#topics.picture, payload: bytes, isKept: false, properties });
    return { screenId, bytes: bytes.length, at };
  }
}

/** Facts about the player that hardly ever change. */
function aboutOf(player: Pick<FleetPort, 'health' | 'screens' | 'startedAt'>) {
  const { browser, clock } = player.health();
  return {
    version,
    browser,
    zone: clock?.zone ?? null,
    screens: player.screens,
    host: hostname(),
    hardware: { arch: arch(), cpu: cpus()[0]?.model ?? null, cores: cpus().length, memoryBytes: totalmem() },
    startedAt: player.startedAt,
  };
}
