import * as v from 'valibot';
import type { Clock } from '../ground/clock.ts';

const sessionSchema = v.object({ nonce: v.pipe(v.string(), v.maxLength(100)), since: v.string() });

/** A clone that has not appeared for so long counts as gone. */
const rememberedMs = 3600_000;

/**
 * Detects a second player with the same name, for example from a copied card: the broker would disconnect the two in turn for
 * ever. Each start publishes a retained nonce. A foreign nonce in its place reveals the other player.
 */
export class Clones {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #session: { readonly nonce: string; readonly since: string };
  /** Our nonce was echoed. A foreign nonce before that may come from an earlier start of this player. */
  #isBack = false;
  #seenAt: number | null = null;

  constructor(nonce: string, clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
    this.#session = { nonce, since: new Date(clock.now()).toISOString() };
  }

  /** Published on each connection. */
  payload(): string {
    return JSON.stringify(this.#session);
  }

  /** Ignores unreadable payloads: our own nonce replaces them. */
  receive(payload: Uint8Array): void {
    const parsed = v.safeParse(
      v.pipe(v.string(), v.parseJson(), sessionSchema),
      Buffer.from(payload).toString('utf8'),
    );
    if (!parsed.success) return;
    if (parsed.output.nonce === this.#session.nonce) this.#isBack = true;
    else if (this.#isBack) this.detect();
  }

  /** Also called when the broker ends our connection in favour of one with the same name. */
  detect(): void {
    this.#seenAt = this.#clock.monotonic();
  }

  get detected(): boolean {
    return this.#seenAt !== null && this.#clock.monotonic() - this.#seenAt < rememberedMs;
  }
}
