import { randomInt } from 'node:crypto';
import type { PhoneRefusal, PinOffer, SealedRequest } from '../../shared/setup.ts';
import { Budgets, type Tier } from '../admin/access/budgets.ts';
import { networkOf } from '../admin/access/networks.ts';
import type { Clock } from '../ground/clock.ts';
import { type Keys, keysFor, newCodeKey, type Offer, offerFor, seal, secretWith, unseal } from './channel.ts';

/** How long phones may connect. A connected phone may continue for a limited time. */
const openMs = 15 * 60_000;
const longestMs = 30 * 60_000;
/** Silence after which a phone counts as gone. An open page polls every few seconds. */
const goneMs = 45_000;
export const mostWrongPins = 5;
const mostOffers = 64;
/** Each offer costs CPU on the main thread, and any host in the network may request one. */
const offerTiers: readonly Tier[] = [
  { of: networkOf, most: 2, oneMoreMs: 1_000 },
  { of: () => 'all', most: 4, oneMoreMs: 250 },
];

interface Phone {
  readonly session: string;
  readonly keys: Keys;
  heardAt: number;
}

export type Heard =
  | { readonly turned: PhoneRefusal }
  | { readonly text: string; readonly seal: (answer: string) => string };

/** Admits one phone at a time, by the QR code or the PIN, for a quarter of an hour. */
export class Reception {
  readonly #clock: Clock;
  readonly #openedAt: number;
  /** Offers by session; each serves one attempt. */
  readonly #offers = new Map<string, Offer>();
  readonly #offerBudgets: Budgets;
  readonly codeKey = newCodeKey();
  readonly pin = String(randomInt(0, 1_000_000)).padStart(6, '0');
  #wrongPins = 0;
  #phone: Phone | null = null;
  /** The last message number of each admitted phone, against replays. */
  readonly #counts = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#openedAt = clock.sinceBoot();
    this.#offerBudgets = new Budgets(clock, offerTiers);
  }

  /** An offer for one PIN attempt; none if the phone could not be admitted anyway. */
  offer(address: string): PinOffer | { readonly turned: PhoneRefusal } {
    if (!this.isOpen) return { turned: 'closed' };
    if (this.isAtKeyboard) return { turned: 'keyboard' };
    if (this.isVisited) return { turned: 'busy' };
    if (this.pinIsSpent) return { turned: 'no-more-pins' };
    if (this.#offerBudgets.take(address) !== null) return { turned: 'again' };
    const offer = offerFor(this.pin);
    const session = offer.session.toString('base64url');
    this.#offers.set(session, offer);
    const [oldest] = this.#offers.keys();
    if (this.#offers.size > mostOffers && oldest !== undefined) this.#offers.delete(oldest);
    return { session, half: Buffer.from(offer.share).toString('base64url') };
  }

  get pinIsSpent(): boolean {
    return this.#wrongPins >= mostWrongPins;
  }

  /** A form is open at the screen: phones are refused. */
  isAtKeyboard = false;

  get isOpen(): boolean {
    const since = this.#clock.sinceBoot() - this.#openedAt;
    return since < openMs || (this.isVisited && since < longestMs);
  }

  get isVisited(): boolean {
    return this.#phone !== null && this.#clock.sinceBoot() - this.#phone.heardAt < goneMs;
  }

  /** The check number of the connected phone; null: none. */
  get check(): string | null {
    return this.isVisited ? (this.#phone?.keys.check ?? null) : null;
  }

  hear(ask: SealedRequest): Heard {
    if (!this.isOpen) return { turned: 'closed' };
    if (this.isAtKeyboard) return { turned: 'keyboard' };
    // Another spelling of the same bytes would bypass the replay check.
    if (!isOneSpelling(ask.session)) return { turned: 'again' };
    const before = this.#phone?.session === ask.session ? this.#phone : null;
    if (before === null && this.isVisited) return { turned: 'busy' };
    if (before === null && ask.half !== null && this.pinIsSpent) return { turned: 'no-more-pins' };
    // The offer was used, or displaced by newer ones: the PIN is neither revealed nor tried.
    if (before === null && ask.half !== null && !this.#offers.has(ask.session)) return { turned: 'again' };
    const keys = before?.keys ?? this.#keysOf(ask);
    const text = keys && unseal(keys.fromPhone, ask.count, ask.box);
    if (text === null || keys === null) return { turned: this.#refuse(ask, before !== null) };
    if (ask.count <= (this.#counts.get(ask.session) ?? 0)) return { turned: 'again' };
    this.#counts.set(ask.session, ask.count);
    this.#phone = { session: ask.session, keys, heardAt: this.#clock.sinceBoot() };
    return { text, seal: (answer) => seal(keys.fromPlayer, ask.count, answer) };
  }

  #keysOf({ session, half }: SealedRequest): Keys | null {
    const offer = this.#offers.get(session);
    const secret =
      half === null ? this.codeKey : offer ? secretWith(offer, Buffer.from(half, 'base64url')) : null;
    if (half !== null) this.#offers.delete(session);
    return secret && keysFor(secret, Buffer.from(session, 'base64url'));
  }

  /** Guesses under the connected phone's session cost that phone only this message. */
  #refuse({ half }: SealedRequest, isKnown: boolean): PhoneRefusal {
    if (half === null) return 'wrong-code';
    if (isKnown) return 'again';
    this.#wrongPins++;
    return this.pinIsSpent ? 'no-more-pins' : 'wrong-pin';
  }
}

function isOneSpelling(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text;
}
