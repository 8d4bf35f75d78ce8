import type { FromScreen } from '../shared/messages.ts';
import type { Programme } from '../shared/programme.ts';
import type { PlayerClock } from './clock.ts';
import type { Item, ItemStage } from './item.ts';
import { type Place, Places, type Turn } from './places.ts';

export interface PlayerPorts {
  readonly clock: PlayerClock;
  readonly stage: ItemStage;
  report(message: FromScreen): void;
  newId(): string;
}

interface Showing {
  readonly item: Item;
  readonly showingId: string;
  readonly shownAt: number;
  /** Its beginning as planned: durations are counted from it, so that small delays do not add up. */
  readonly startMono: number;
  place: Place;
  /** Steady clock; infinite after its end was reached or it failed is never needed: `over` tells. */
  endsMono: number;
  over: boolean;
  failure: string | null;
}

interface Upcoming {
  readonly item: Item;
  readonly place: Place;
  atMono: number;
  ready: boolean;
  rising: boolean;
}

/** An item is made ready at most this long before its turn. */
const prepareAheadMs = 20_000;
/** What is over stays in sight at most this long while the next one is still being made ready. */
const holdMs = 10_000;
/** A cue that a new edition no longer has is gone within this time. */
const newEditionMs = 10_000;
/** A showing of this length proves that the show works. */
const provenMs = 2_000;

/**
 * Plays one programme: decides what is on the stage and when. Knows nothing of the DOM. `#arrange` is the whole logic:
 * called after anything happened, it compares what should come next with what is prepared, and sets one timer.
 */
export class Player {
  readonly #ports: PlayerPorts;
  #programme: Programme | null = null;
  #places: Places | null = null;
  #finishAtBoundary = false;
  #showing: Showing | null = null;
  #next: Upcoming | null = null;
  /** The outgoing item is still on the stage under a transition. */
  #settling = false;
  /** After failures: the place that was tried last. */
  #tried: Place | null = null;
  #failures = 0;
  #rounds = 0;
  #notBeforeMono = 0;
  #cancelTimer: () => void = () => undefined;

  constructor(ports: PlayerPorts) {
    this.#ports = ports;
  }

  get cueId(): string | null {
    return this.#showing?.place.cue.id ?? null;
  }

  get programmeId(): string | null {
    return this.#programme?.id ?? null;
  }

  play(programme: Programme, finishAtBoundary: boolean): void {
    const { clock } = this.#ports;
    const before = this.#programme;
    this.#programme = programme;
    this.#places = new Places(programme);
    this.#finishAtBoundary = finishAtBoundary;
    this.#tried = null;
    this.#failures = 0;
    this.#notBeforeMono = 0;
    const showing = this.#showing;
    if (showing !== null) {
      const part = this.#places.partAt(clock.epoch());
      const kept = this.#places.find(part, showing.place);
      if (kept !== null) {
        if (kept.cue.durationMs !== showing.place.cue.durationMs)
          showing.endsMono = showing.startMono + kept.cue.durationMs;
        showing.place = kept;
      } else {
        // Not in the programme any more: the place before the first one of the part that plays now.
        showing.place = { part, pass: -1, index: -1, cue: showing.place.cue };
        if (!finishAtBoundary) {
          const newEdition = before?.editionId !== programme.editionId;
          const latest = clock.mono() + (newEdition ? newEditionMs : 0);
          if (showing.endsMono > latest) showing.endsMono = clock.mono();
        }
      }
    }
    this.#arrange();
  }

  /** The clock was set, or time has gone by unnoticed. */
  arrange(): void {
    this.#arrange();
  }

  #arrange(): void {
    const { clock } = this.#ports;
    this.#cancelTimer();
    this.#cancelTimer = () => undefined;
    const now = clock.mono();
    const turn = this.#turn();
    this.#drop(turn);
    const wakes: number[] = [];
    if (turn === null) {
      if (this.#showing !== null) this.#clear();
      return;
    }
    const atMono = Math.max(clock.monoAt(turn.at), this.#notBeforeMono);
    if (turn.place === null) {
      if (atMono <= now) {
        this.#standDown();
        return;
      }
      wakes.push(atMono);
    } else if (this.#next === null) {
      const from = Math.max(atMono - prepareAheadMs, this.#notBeforeMono);
      if (this.#settling) {
        // `settled` will call again.
      } else if (from <= now) this.#prepare(turn.place, atMono);
      else wakes.push(from);
    }
    const next = this.#next;
    if (next !== null && !next.rising) {
      next.atMono = this.#refined(atMono);
      const call = next.atMono - next.item.leadMs;
      if (!next.ready) {
        // `ready` or `failed` will call again.
      } else if (call <= now) {
        next.rising = true;
        next.item.show(next.atMono);
      } else wakes.push(call);
    }
    const showing = this.#showing;
    if (showing !== null && !next?.rising) {
      const latest = showing.endsMono + (this.#exhausted() || showing.failure !== null ? 0 : holdMs);
      if (latest <= now && !this.#next?.ready) {
        this.#standDown();
        return;
      }
      wakes.push(latest);
    }
    this.#wake(wakes);
  }

  /** What should come next by the programme. */
  #turn(): Turn | null {
    const places = this.#places;
    const { clock } = this.#ports;
    if (places === null) return null;
    const showing = this.#showing;
    if (showing === null) {
      const now = clock.epoch();
      if (this.#tried === null || this.#tried.part !== places.partAt(now)) return places.starting(now);
      return { at: now, place: places.after(this.#tried) };
    }
    const endsAt = showing.endsMono + clock.epoch() - clock.mono();
    const turn = places.following({ place: showing.place, endsAt }, this.#finishAtBoundary);
    if (this.#tried === null || turn.place === null || this.#tried.part !== turn.place.part) return turn;
    return { at: turn.at, place: places.after(this.#tried) };
  }

  /** Lets go of what was prepared when something else is due. */
  #drop(turn: Turn | null): void {
    const next = this.#next;
    if (next === null || next.rising) return;
    if (turn?.place?.cue.id === next.place.cue.id) {
      this.#next = { ...next, place: turn.place };
      return;
    }
    this.#next = null;
    next.item.release();
  }

  #prepare(place: Place, atMono: number): void {
    const { clock, stage, report, newId } = this.#ports;
    const showingId = newId();
    let alive = true;
    const mine = (): boolean => alive && this.#next?.item === item;
    const item = stage.prepare(place.cue, 0, {
      ready: () => {
        if (!mine() || this.#next === null) return;
        this.#next.ready = true;
        this.#arrange();
      },
      shown: (mono) => {
        if (mine() && this.#next !== null) this.#promote(this.#next, showingId, mono);
      },
      settled: () => {
        this.#settling = false;
        this.#arrange();
      },
      ended: () => {
        if (this.#showing?.item !== item) return;
        this.#showing.over = true;
        this.#showing.endsMono = Math.min(this.#showing.endsMono, clock.mono());
        this.#arrange();
      },
      failed: (reason) => {
        if (mine()) {
          alive = false;
          this.#next = null;
          item.release();
          report({ type: 'failed', showingId, cueId: place.cue.id, at: clock.epoch(), reason });
          this.#failed(place);
        } else if (this.#showing?.item === item && this.#showing.failure === null) {
          this.#showing.failure = reason;
          this.#showing.endsMono = clock.mono();
          this.#failed(this.#showing.place);
        }
      },
    });
    this.#next = { item, place, atMono, ready: false, rising: false };
  }

  #promote(next: Upcoming, showingId: string, mono: number): void {
    const { clock, report } = this.#ports;
    this.#end(mono);
    const { cue } = next.place;
    const startMono = mono - next.atMono < 250 ? Math.max(next.atMono, mono - 250) : mono;
    this.#next = null;
    this.#settling = true;
    this.#tried = null;
    this.#showing = {
      item: next.item,
      showingId,
      shownAt: mono,
      startMono,
      place: next.place,
      endsMono: startMono + cue.durationMs,
      over: false,
      failure: null,
    };
    report({ type: 'started', showingId, cueId: cue.id, at: mono + clock.epoch() - clock.mono() });
    this.#arrange();
  }

  /** Reports the end of what was shown until now. */
  #end(mono: number): void {
    const { clock, report } = this.#ports;
    const showing = this.#showing;
    if (showing === null) return;
    this.#showing = null;
    const whole = showing.over || mono >= showing.startMono + showing.place.cue.durationMs - 250;
    const outcome = showing.failure !== null ? 'failed' : whole ? 'completed' : 'interrupted';
    if (
      outcome !== 'failed' &&
      mono - showing.shownAt >= Math.min(provenMs, showing.place.cue.durationMs / 2)
    ) {
      this.#failures = 0;
      this.#rounds = 0;
    }
    const { showingId, place, failure: reason } = showing;
    const at = mono + clock.epoch() - clock.mono();
    report({ type: 'ended', showingId, cueId: place.cue.id, at, outcome, reason });
  }

  #failed(place: Place): void {
    this.#tried = place;
    this.#failures += 1;
    if (this.#exhausted()) {
      // Nothing of a whole pass could be shown: wait, longer each time.
      this.#notBeforeMono = this.#ports.clock.mono() + Math.min(60_000, 2_000 * 2 ** this.#rounds);
      this.#rounds += 1;
    } else if (this.#failures > 5) {
      this.#notBeforeMono = this.#ports.clock.mono() + 200;
    }
    this.#arrange();
    if (this.#exhausted() && this.#next === null) this.#failures = 0;
  }

  #exhausted(): boolean {
    const { clock } = this.#ports;
    const places = this.#places;
    return places !== null && this.#failures >= Math.max(1, places.passLength(places.partAt(clock.epoch())));
  }

  /** The instant at which a video that plays to its own end is really over. */
  #refined(atMono: number): number {
    const showing = this.#showing;
    if (showing === null || !showing.place.cue.toOwnEnd || showing.over) return atMono;
    const remaining = showing.item.remainingMs();
    if (remaining === null) return atMono;
    const end = this.#ports.clock.mono() + remaining;
    return Math.abs(end - atMono) < 2_000 ? end : atMono;
  }

  #standDown(): void {
    this.#clear();
    this.#arrange();
  }

  #clear(): void {
    this.#end(this.#ports.clock.mono());
    this.#settling = false;
    this.#ports.stage.clear();
  }

  #wake(times: readonly number[]): void {
    const { clock } = this.#ports;
    if (times.length === 0) return;
    const wait = Math.max(1, Math.min(...times) - clock.mono());
    this.#cancelTimer = clock.after(wait, () => this.#arrange());
  }
}
