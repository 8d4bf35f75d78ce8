import * as v from 'valibot';
import type { Clock } from '../ground/clock.ts';

const sessionSchema = v.object({ nonce: v.pipe(v.string(), v.maxLength(100)), since: v.string() });

/** Somebody has mended it when nothing more was seen of the other one for so long. */
const rememberedMs = 3600_000;

/**
 * Two players from copies of one card come in under one name, and the broker ends the one for the other, for ever. Each start
 * has a nonce that the broker keeps: whoever finds another one there than it has said itself is not alone.
 */
export class Clones {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #session: { readonly nonce: string; readonly since: string };
  /** What stood there before it has come back from the broker may be our own of an earlier life. */
  #isBack = false;
  #seenAt: number | null = null;

  constructor(nonce: string, clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
    this.#session = { nonce, since: new Date(clock.now()).toISOString() };
  }

  /** What is said on each connection. */
  payload(): string {
    return JSON.stringify(this.#session);
  }

  /** What stands under our name. Rubbish is nobody's nonce: ours will stand in its place. */
  receive(payload: Uint8Array): void {
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), sessionSchema),
      Buffer.from(payload).toString('utf8'),
    );
    if (!parsed.success) return;
    if (parsed.output.nonce === this.#session.nonce) this.#isBack = true;
    else if (this.#isBack) this.detect();
  }

  /** The broker has ended our connection for another one of the same name. */
  detect(): void {
    this.#seenAt = this.#clock.monotonic();
  }

  get detected(): boolean {
    return this.#seenAt !== null && this.#clock.monotonic() - this.#seenAt < rememberedMs;
  }
}
