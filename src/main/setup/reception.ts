import { randomInt } from 'node:crypto';
import type { SealedAsk, Turned } from '../../shared/setup.ts';
import type { Clock } from '../clock.ts';
import { Halves, type Keys, keysFor, newCodeKey, seal, unseal } from './channel.ts';

/** So long a phone may come; one that is at it is not interrupted, but not for ever. */
const openMs = 15 * 60_000;
const longestMs = 30 * 60_000;
/** A phone that is silent for so long has gone away. It is heard every few seconds while its page is open. */
const goneMs = 45_000;
export const mostWrongPins = 5;

interface Phone {
  readonly session: string;
  readonly keys: Keys;
  heardAt: number;
}

export type Heard =
  | { readonly turned: Turned }
  | { readonly text: string; readonly seal: (answer: string) => string };

/** Who may come in: one phone at a time, that has read the code or whose person has typed the PIN, for a quarter of an hour. */
export class Reception {
  readonly #clock: Clock;
  readonly #openedAt: number;
  readonly #halves = new Halves();
  readonly codeKey = newCodeKey();
  readonly pin = String(randomInt(0, 1_000_000)).padStart(6, '0');
  #wrongPins = 0;
  #phone: Phone | null = null;
  /** The last message of each phone that was ever let in: what was overheard cannot be said again. */
  readonly #counts = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#openedAt = clock.monotonic();
  }

  /** For a phone whose person types the PIN. */
  get half(): string {
    return this.#halves.own.toString('base64url');
  }

  get pinIsSpent(): boolean {
    return this.#wrongPins >= mostWrongPins;
  }

  get isOpen(): boolean {
    const since = this.#clock.monotonic() - this.#openedAt;
    return since < openMs || (this.isVisited && since < longestMs);
  }

  get isVisited(): boolean {
    return this.#phone !== null && this.#clock.monotonic() - this.#phone.heardAt < goneMs;
  }

  hear(ask: SealedAsk): Heard {
    if (!this.isOpen) return { turned: 'closed' };
    const before = this.#phone?.session === ask.session ? this.#phone : null;
    if (before === null && this.isVisited) return { turned: 'busy' };
    if (before === null && ask.half !== null && this.pinIsSpent) return { turned: 'no-more-pins' };
    const keys = before?.keys ?? this.#keysOf(ask);
    const text = keys && unseal(keys.fromPhone, ask.count, ask.box);
    if (text === null || keys === null) return { turned: this.#refuse(ask, before !== null) };
    if (ask.count <= (this.#counts.get(ask.session) ?? 0)) return { turned: 'again' };
    this.#counts.set(ask.session, ask.count);
    this.#phone = { session: ask.session, keys, heardAt: this.#clock.monotonic() };
    return { text, seal: (answer) => seal(keys.fromPlayer, ask.count, answer) };
  }

  #keysOf({ session, half }: SealedAsk): Keys | null {
    const secret = half === null ? this.codeKey : this.#halves.secret(half, this.pin);
    return secret && keysFor(secret, Buffer.from(session, 'base64url'));
  }

  /** Who guesses in the name of the phone that is there costs it nothing but this message. */
  #refuse({ half }: SealedAsk, isKnown: boolean): Turned {
    if (half === null) return 'wrong-code';
    if (isKnown) return 'again';
    this.#wrongPins++;
    return this.pinIsSpent ? 'no-more-pins' : 'wrong-pin';
  }
}
