import { inEnglish } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { Connect, Connection, Incoming, Outgoing } from './connection.ts';
import { flooded, type LinkFault } from './link-fault.ts';
import { begun, type LinkEvent, type LinkState, type LinkTime, stepped } from './link-state.ts';
import { Outbox } from './outbox.ts';

export interface LinkNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly connect: Connect;
  readonly spreadMs: number;
  readonly random?: () => number;
  onMessage(incoming: Incoming): Promise<void>;
  /** Messages can be sent now. */
  onOpened?(): void;
  onEnded?(fault: LinkFault): void;
}

/** More messages than this in ten seconds mean a misconfigured or hostile sender. */
const mostMessages = 500;
const countedMs = 10_000;

/** Keeps the connection to the broker. `link-state.ts` decides when to connect. */
export class Link {
  readonly #needs: LinkNeeds;
  readonly #outbox: Outbox;
  #state: LinkState;
  #connection: Connection | null = null;
  #cancelRest: () => void = () => undefined;
  #isStopped = false;
  /** Operations that the broker refuses on an open connection, by topic; '' is the subscription. */
  readonly #refusals = new Map<string, LinkFault>();
  #counted = { since: 0, messages: 0 };

  constructor(needs: LinkNeeds) {
    this.#needs = needs;
    this.#outbox = new Outbox((topic, fault) => this.#refusal(topic, fault));
    this.#state = begun(this.#time());
    this.#rest();
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Why there is no link or, while it is open, what the broker refuses. */
  get fault(): LinkFault | null {
    if (this.#state.is !== 'connected') return this.#state.fault;
    return this.#refusals.values().next().value ?? null;
  }

  /** Sends the latest message of each topic. While disconnected only retained messages are remembered. */
  send(message: Outgoing): void {
    this.#outbox.send(message);
  }

  /** Resolves when the broker has acknowledged. Rejects at once while disconnected. */
  async deliver(message: Outgoing): Promise<void> {
    if (this.#connection === null || this.#state.is !== 'connected')
      throw new Error('there is no connection');
    await this.#connection.publish(message);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelRest();
    this.#outbox.ended();
    await this.#connection?.close();
  }

  #time(): LinkTime {
    const { clock, spreadMs, random = Math.random } = this.#needs;
    return { now: clock.monotonic(), spreadMs, random };
  }

  #step(event: LinkEvent): void {
    if (this.#isStopped) return;
    const before = this.#state;
    this.#state = stepped(before, event, this.#time());
    if (this.#state === before) return;
    if (this.#state.is === 'resting') this.#rest();
    else if (this.#state.is === 'connecting') this.#open();
  }

  #rest(): void {
    if (this.#state.is !== 'resting') return;
    const { clock } = this.#needs;
    const left = this.#state.until - clock.monotonic();
    this.#cancelRest = clock.after(left, () => this.#step({ type: 'due' }));
  }

  #open(): void {
    const { connect, onMessage, onOpened, onEnded, log } = this.#needs;
    this.#refusals.clear();
    const connection = connect({
      opened: (readFault) => {
        if (this.#isStopped) return;
        this.#step({ type: 'opened' });
        this.#refusal('', readFault);
        log.state('link', 'connected', 'info', 'Connected to the fleet');
        this.#outbox.opened(connection);
        onOpened?.();
      },
      message: async (incoming) => {
        if (this.#isFlood()) return this.#cut(connection);
        await onMessage(incoming);
      },
      ended: (fault) => this.#ended(fault, onEnded),
    });
    this.#connection = connection;
  }

  #cut(connection: Connection): void {
    void connection.close();
    this.#ended(flooded(mostMessages, countedMs), this.#needs.onEnded);
  }

  #ended(fault: LinkFault, onEnded: LinkNeeds['onEnded']): void {
    this.#connection = null;
    this.#outbox.ended();
    this.#needs.log.state('link', fault.code, 'warn', `No link to the fleet: ${inEnglish(fault.message)}`, {
      remedy: fault.remedy,
    });
    this.#step({ type: 'ended', fault });
    onEnded?.(fault);
  }

  #refusal(topic: string, fault: LinkFault | null): void {
    if (fault === null) this.#refusals.delete(topic);
    else this.#refusals.set(topic, fault);
    this.#needs.log.state(
      `refusal ${topic}`,
      fault?.code ?? 'none',
      fault === null ? 'debug' : 'warn',
      fault === null ? 'the broker accepts this topic' : inEnglish(fault.message),
      { topic },
    );
  }

  #isFlood(): boolean {
    const now = this.#needs.clock.monotonic();
    if (now - this.#counted.since > countedMs) this.#counted = { since: now, messages: 0 };
    this.#counted.messages++;
    return this.#counted.messages > mostMessages;
  }
}
