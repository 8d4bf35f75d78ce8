import { message } from '../../shared/languages/message.ts';
import { type Incoming, LinkRefusal, type Outgoing } from '../fleet/connection.ts';
import { type Clock, sleep } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import { inTime } from '../ground/in-time.ts';

const pauseMs = 100;
const longestMs = 60_000;
/** Silence that counts as complete for a console without the right to publish. */
const quietMs = 1_000;
/** The same before the first message: a busy broker may be slow, and an empty fleet is rare. */
const emptyMs = 4_000;

/**
 * Detects when all retained messages have arrived. A broker sends to one client in order, so our own message returns after all
 * messages in flight. Two such rounds in a row must bring no new topic, since a clustered broker may start late. A slow line or
 * a stalled broker makes this slower, never incomplete.
 */
export class Rounds {
  readonly topic: string;
  readonly #clock: Clock;
  /** Topics seen so far: repeated messages of one player do not count as new. */
  readonly #topics = new Set<string>();
  #heardAt: number | null = null;
  #back: (() => void) | null = null;

  constructor(topic: string, clock: Clock) {
    this.topic = topic;
    this.#clock = clock;
  }

  /** True: our own message. */
  heard({ topic }: Pick<Incoming, 'topic'>): boolean {
    if (topic === this.topic) {
      this.#back?.();
      return true;
    }
    if (!this.#topics.has(topic)) this.#heardAt = this.#clock.monotonic();
    this.#topics.add(topic);
    return false;
  }

  async settled(publish: (message: Outgoing) => Promise<void>): Promise<void> {
    const since = this.#clock.monotonic();
    for (let quiet = 0; quiet < 2; ) {
      const before = this.#topics.size;
      const back = new Promise<void>((resolve) => {
        this.#back = resolve;
      });
      try {
        await publish({ topic: this.topic, payload: '', isKept: false });
      } catch (error) {
        if (error instanceof LinkRefusal) return this.#quiet(since);
        throw error;
      }
      await inTime(this.#clock, longestMs - (this.#clock.monotonic() - since), back, tooSlow);
      quiet = this.#topics.size === before ? quiet + 1 : 0;
      if (quiet < 2) await sleep(this.#clock, pauseMs);
    }
  }

  async #quiet(since: number): Promise<void> {
    const isQuiet = (): boolean => {
      const now = this.#clock.monotonic();
      return this.#heardAt === null ? now - since >= emptyMs : now - this.#heardAt >= quietMs;
    };
    while (!isQuiet() && this.#clock.monotonic() - since < longestMs) await sleep(this.#clock, pauseMs);
  }
}

function tooSlow(): VitrineError {
  return new VitrineError('temporary', message('broker-slow', { time: longestMs }));
}
