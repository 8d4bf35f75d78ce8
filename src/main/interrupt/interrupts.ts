import { randomUUID } from 'node:crypto';
import { type InterruptReport, mediumLoading, soundLoading } from '../../shared/interrupts.ts';
import { message } from '../../shared/languages/message.ts';
import { showId } from '../../shared/zones.ts';
import { VitrineError } from '../ground/errors.ts';
import { KeptFile } from '../ground/kept-file.ts';
import { admit } from './admit.ts';
import { Deadline } from './deadline.ts';
import { Followed, type Stated } from './followed.ts';
import { type InterruptGiven, interruptFrom } from './interrupt.ts';
import type { InterruptsNeeds } from './interrupts-needs.ts';
import { type Ended, type Kept, type KeptLive, readKept, type Source } from './kept.ts';
import { ended, isOf, kept, keyOf, type Live, onStage, recalled, receiptOf } from './live.ts';
import { above, arrange, type Place } from './order.ts';
import { receiptReason } from './receipts.ts';
import { refused } from './refused.ts';
import { Waiting } from './waiting.ts';

/** What a sender is answered. */
export interface Accepted {
  readonly id: string;
  readonly state: 'new' | 'replaced' | 'unchanged';
}

const mostEnded = 50;
/** At least so often: the wall clock may have been set. */
const lookMs = 1_000;
/** An interrupt of an untrusted clock lasts at most so much longer after a restart. */
const checkpointMs = 60_000;

/**
 * What is shown above the show on demand, until its time is over. It is kept beside the database, so that it works whatever
 * happens to the engine.
 */
export class Interrupts {
  readonly #needs: InterruptsNeeds;
  readonly #file: KeptFile<Kept>;
  readonly #live = new Map<string, Live>();
  readonly #sent = new Map<string, string>();
  readonly #waiting: Waiting;
  #ended: readonly Ended[];
  readonly #followed: Followed;
  #sequence: number;
  #keptAt = 0;
  #isStarted = false;
  #cancelLook = (): void => undefined;

  constructor(needs: InterruptsNeeds) {
    this.#needs = needs;
    const { clock, dataDir, fs } = needs;
    this.#waiting = new Waiting(clock);
    this.#file = new KeptFile(dataDir, 'interrupts.json', readKept, { clock, fs });
    const { live, ended, sequence, taken } = this.#file.value;
    this.#followed = new Followed(taken);
    this.#sequence = sequence;
    this.#ended = ended;
    for (const one of live) this.#live.set(one.interrupt.id, recalled(one, clock));
    needs.media.onChanged(() => {
      this.look();
      this.#waiting.look();
    });
  }

  /** Nothing kept is shown before. */
  start(): void {
    this.#isStarted = true;
    this.look();
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    this.#cancelLook();
    await this.#file.settled();
  }

  show(given: InterruptGiven, source: Source): Accepted {
    const { clock, screens } = this.#needs;
    const isTrusted = this.#needs.isClockTrusted() ?? false;
    if (!isTrusted && (given.from !== undefined || given.until !== undefined)) throw refused('clock');
    const made = interruptFrom(given, randomUUID, clock.now());
    if (typeof made === 'string') throw refused(made);
    const { interrupt, startsInMs, endsInMs } = made;
    if (endsInMs <= 0) throw refused('expired');
    if (interrupt.screens !== null && !interrupt.screens.some((id) => screens().includes(id)))
      throw refused('screens');
    const { state, ends } = admit(interrupt, source, this.#live, this.#ended);
    if (state === 'unchanged') return { id: interrupt.id, state };
    if (ends !== null) this.#end(ends.one, ends.end);
    const at = (ms: number): number | null => (isTrusted ? clock.now() + ms : null);
    this.#live.set(interrupt.id, {
      interrupt,
      sequence: ++this.#sequence,
      source,
      receivedAt: clock.now(),
      start: new Deadline(clock, startsInMs, at(startsInMs)),
      end: new Deadline(clock, endsInMs, at(endsInMs)),
      acknowledgedAt: null,
      receipts: new Map(),
    });
    this.look(true);
    return { id: interrupt.id, state };
  }

  /** Throws when it is not there, or was sent by somebody else than `only`. */
  cancel(id: string, only?: Source): void {
    this.#end(this.#find(id, only), 'cancelled');
    this.look(true);
  }

  /** Returns how many there were. `only`: of this sender. */
  cancelAll(only?: Source): number {
    const all = [...this.#live.values()].filter(({ source }) => only === undefined || isOf(source, only));
    for (const one of all) this.#end(one, 'cancelled');
    this.look(true);
    return all.length;
  }

  /** Kept interrupts may have expired while the machine was off: false until its clock is known. */
  get isReady(): boolean {
    return this.#isStarted && this.#needs.isClockTrusted() !== null;
  }

  /** Shows what a source states, and ends what it states no more. Returns what is refused. */
  follow(source: Source, stated: Stated): ReadonlyMap<string, VitrineError> {
    const { refusals, isChanged } = this.#followed.take(source, stated, (given) => this.show(given, source));
    const gone = [...this.#live.values()].filter(
      (one) => isOf(one.source, source) && !stated.has(one.interrupt.id),
    );
    for (const one of gone) this.#end(one, 'cancelled');
    if (isChanged || gone.length > 0) this.look(true);
    return refusals;
  }

  report(...of: Parameters<Followed['report']>): void {
    this.#followed.report(...of);
  }

  acknowledge(id: string): void {
    const one = this.#find(id);
    if (one.acknowledgedAt !== null) return;
    this.#live.set(id, { ...one, acknowledgedAt: this.#needs.clock.now() });
    this.look(true);
  }

  /** Those that are there, from the top, and the last that have ended, newest first. `only`: of this sender. */
  list(only?: Source) {
    const mine = ({ source }: { readonly source: Source }): boolean =>
      only === undefined || isOf(source, only);
    const live = [...this.#live.values()]
      .toSorted(above)
      .filter(mine)
      .map((one) => this.#kept(one));
    return {
      live,
      ended: this.#ended.filter(mine),
      sources: only ? [] : this.#followed.reports,
      media: this.#needs.media.prepared,
    };
  }

  /** Resolves when each of its places is painted with its medium and sound, covered or failed, or it has ended; after `longestMs` at the latest. */
  async settled(id: string, longestMs: number): Promise<void> {
    // Right after a start nothing is placed yet: whether the clock can be trusted decides what is due.
    const isSettled = (): boolean =>
      this.#needs.isClockTrusted() !== null &&
      [...(this.#live.get(id)?.receipts.values() ?? [])].every(
        ({ state, why }) => state !== 'waiting' && why !== mediumLoading && why !== soundLoading,
      );
    await this.#waiting.until(isSettled, longestMs);
  }

  /** Whether what is there now is safe on the disk. */
  isKept(): Promise<boolean> {
    return this.#file.settled();
  }

  /** A stage's report. */
  reported(screenId: string, { key, state, at, reason }: InterruptReport): void {
    if (!this.#isStarted) return;
    for (const one of this.#live.values())
      for (const zone of one.interrupt.zones ?? [''])
        if (keyOf(one, zone) === key)
          this.#receive(one, showId(screenId, zone), state, at, receiptReason(reason));
    this.#keep();
    this.#waiting.look();
  }

  /** Ends what is over, begins what is due, and sends the screens what they show. */
  look(isChanged = false): void {
    const isTrusted = this.#needs.isClockTrusted();
    if (!this.#isStarted || isTrusted === null) {
      if (this.#isStarted) this.#lookAgain(lookMs);
      return;
    }
    let changes = isChanged;
    for (const one of [...this.#live.values()])
      if (one.end.leftMs(isTrusted) <= 0) {
        this.#end(one, 'expired');
        changes = true;
      }
    this.#needs.media.want(this.#live.values());
    const due = [...this.#live.values()].filter(({ start }) => start.leftMs(isTrusted) <= 0).toSorted(above);
    for (const screenId of this.#needs.screens()) this.#arrange(screenId, arrange(due, screenId));
    if (changes || this.#needs.clock.monotonic() - this.#keptAt > checkpointMs) this.#keep();
    const next = [...this.#live.values()].flatMap(({ start, end }) => [
      Math.max(start.leftMs(isTrusted), 0) || lookMs,
      end.leftMs(isTrusted),
    ]);
    if (next.length > 0) this.#lookAgain(Math.min(lookMs, ...next));
    else this.#cancelLook();
  }

  #find(id: string, only?: Source): Live {
    const one = this.#live.get(id);
    if (one && (only === undefined || isOf(one.source, only))) return one;
    throw new VitrineError('usage', message('no-such-interrupt', { id }));
  }

  #arrange(screenId: string, places: readonly Place<Live>[]): void {
    const { language, media } = this.#needs;
    const inSight = places.filter(({ coveredBy }) => coveredBy === null).toReversed();
    const shown = inSight.map(({ one, zone }) =>
      onStage(one, zone, language(), media.of(one), media.soundOf(one)),
    );
    const text = JSON.stringify(shown);
    const before = this.#sent.get(screenId) ?? '[]';
    this.#sent.set(screenId, text);
    for (const { one, zone, coveredBy } of places) {
      const place = showId(screenId, zone);
      if (coveredBy !== null) this.#receive(one, place, 'covered', this.#needs.clock.now(), coveredBy);
      else if ((one.receipts.get(place)?.state ?? 'covered') === 'covered')
        one.receipts.set(place, {
          ...receiptOf(one, place, this.#needs.clock.now()),
          state: 'waiting',
          why: null,
        });
    }
    if (text !== before) this.#needs.send(screenId, shown);
  }

  #receive(
    one: Live,
    place: string,
    state: 'painted' | 'covered' | 'failed',
    at: number,
    why: string | null,
  ): void {
    const before = receiptOf(one, place, at);
    // A stage that was revived reports the same again.
    if (before.state === state && before.why === why && one.receipts.has(place)) return;
    const paintedAt = state === 'painted' ? (before.paintedAt ?? at) : before.paintedAt;
    one.receipts.set(place, { place, state, at, paintedAt, why });
    this.#needs.onEvent({ id: one.interrupt.id, place, state, at, why });
  }

  #end(one: Live, end: Ended['end']): void {
    const { interrupt, receipts } = one;
    const endedAt = this.#needs.clock.now();
    this.#live.delete(interrupt.id);
    this.#ended = [ended(one, end, endedAt), ...this.#ended].slice(0, mostEnded);
    for (const place of receipts.keys())
      this.#needs.onEvent({ id: interrupt.id, place, state: end, at: endedAt, why: null });
    this.#needs.log.info('An interrupt has ended', { id: interrupt.id, end });
    this.#waiting.look();
  }

  #kept(one: Live): KeptLive {
    return kept(one, this.#needs.isClockTrusted() ?? false);
  }

  #keep(): void {
    this.#keptAt = this.#needs.clock.monotonic();
    const live = [...this.#live.values()].map((one) => this.#kept(one));
    this.#file.keep({ sequence: this.#sequence, live, ended: [...this.#ended], taken: this.#followed.taken });
  }

  #lookAgain(ms: number): void {
    this.#cancelLook();
    this.#cancelLook = this.#needs.clock.after(Math.max(ms, 1), () => this.look());
  }
}
