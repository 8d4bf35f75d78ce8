import type { FromScreen } from '../shared/messages.ts';
import type { Cue, Programme } from '../shared/programme.ts';
import type { Agenda, Place, Turn } from './agenda.ts';
import { epochAt, type PlayerClock } from './clock.ts';
import type { Item, ItemStage } from './item.ts';
import { LoopAgenda } from './loop-agenda.ts';
import { Patience } from './patience.ts';
import { Showing, type ShowingBegin, smallDelayMs } from './showing.ts';
import { StepAgenda } from './step-agenda.ts';

export interface PlayerPorts {
  readonly clock: PlayerClock;
  readonly stage: ItemStage;
  report(message: FromScreen): void;
  newId(): string;
  /** What was shown when this stage was loaded anew: the show goes on after it. */
  readonly mark: Mark | null;
  /** A cue is up: should the stage be loaded anew, this is where it was. */
  remember(mark: Mark): void;
  /** Loads the stage anew. */
  reload(): void;
}

/** A place, as far as it can be told to another life of the stage. */
export interface Mark {
  readonly cueId: string;
  readonly pass: number;
  readonly index: number;
}

/** What is being made ready, or on its way to the screen. */
interface Upcoming {
  readonly item: Item;
  readonly showingId: string;
  readonly agenda: Agenda;
  /** When it was begun to be made ready. */
  readonly since: number;
  turn: Turn & { readonly place: Place };
  ready: boolean;
  rising: boolean;
  dueAt: number;
}

/** An item is made ready at most this long before its turn. */
const prepareAheadMs = 20_000;
/** An item that is not ready this long after its turn is given up; what was before it stays in sight meanwhile. */
const lateMs = 5_000;
/** A cue that a new edition no longer has is gone within this time. */
const newEditionMs = 9_000;
/** A picture that is alone in its programme is loaded anew this often; until then it just stays. */
const renewMs = 3_600_000;
/** In step, positions are compared this often. */
const followMs = 1_000;

/**
 * Plays one programme: decides what is on the stage and when, and reports it. Knows nothing of the DOM. `#arrange` is
 * the whole logic: called after anything happened, it compares what should come next with what is prepared, and sets
 * one timer.
 */
export class Player {
  readonly #ports: PlayerPorts;
  readonly #patience = new Patience();
  #programme: Programme | null = null;
  #agenda: Agenda | null = null;
  #finishAtBoundary = false;
  #showing: Showing | null = null;
  #next: Upcoming | null = null;
  /** What went before is still on the stage, under a transition: there is no room to prepare another item. */
  #settling = false;
  /** The last turn that could not be made ready. */
  #failed: Turn | null = null;
  #recycling = false;
  #cancelTimer: () => void = () => undefined;

  constructor(ports: PlayerPorts) {
    this.#ports = ports;
  }

  get cue(): Cue | null {
    return this.#showing?.cue ?? null;
  }

  get programmeId(): string | null {
    return this.#programme?.id ?? null;
  }

  /** For the overlay: what comes next, whether it is ready, and how long until its turn. */
  get upcoming(): { readonly cue: Cue; readonly ready: boolean; readonly inMs: number } | null {
    const next = this.#next;
    if (next === null) return null;
    return { cue: next.turn.place.cue, ready: next.ready, inMs: next.dueAt - this.#ports.clock.mono() };
  }

  play(programme: Programme, finishAtBoundary: boolean): void {
    const first = this.#programme === null;
    const newEdition = this.#programme?.editionId !== programme.editionId;
    this.#programme = programme;
    this.#agenda = programme.inStep ? new StepAgenda(programme) : new LoopAgenda(programme);
    this.#finishAtBoundary = finishAtBoundary;
    this.#failed = null;
    this.#patience.forget();
    if (first) this.#resume();
    const showing = this.#showing;
    if (showing !== null) {
      showing.locate(this.#agenda);
      const now = this.#ports.clock.mono();
      const soon = newEdition ? showing.endsAt <= now + newEditionMs : finishAtBoundary;
      if (showing.place === null && !soon) showing.endBy(now);
    }
    this.#arrange();
  }

  /** At the next change of items the stage is loaded anew. */
  recycle(): void {
    this.#recycling = true;
    this.#arrange();
  }

  /** Main's clock was set: instants are elsewhere now. */
  clockMoved(): void {
    if (this.#agenda?.inStep) this.#recheck();
    this.#arrange();
  }

  #arrange(): void {
    this.#cancelTimer();
    this.#cancelTimer = () => undefined;
    if (this.#next?.rising) return;
    const { clock } = this.#ports;
    const now = clock.mono();
    const turn = this.#due();
    if (this.#showing === null && this.#next === null && this.#reloads(now)) return;
    const renews = this.#renews(turn);
    this.#keepOrDrop(renews ? null : turn);
    const dueAt = turn === null ? Number.POSITIVE_INFINITY : this.#nextDue(turn);
    const wakes = [dueAt];
    if (renews) {
      if (dueAt <= now) {
        if (this.#reloads(now)) return;
        this.#renew(turn, dueAt);
        return;
      }
    } else if (turn?.place && this.#next === null && !this.#settling) {
      const from = Math.max(dueAt - prepareAheadMs, this.#patience.notBefore);
      if (from <= now) this.#prepare({ ...turn, place: turn.place }, dueAt);
      else wakes.push(from);
    }
    const next = this.#next;
    if (next !== null) {
      next.dueAt = dueAt;
      if (next.ready && dueAt - next.item.leadMs <= now) {
        if (this.#reloads(now)) return;
        next.rising = true;
        next.item.show(dueAt, next.agenda.inStep);
        return;
      }
      const giveUpAt = this.#giveUpAt(next);
      if (!next.ready && giveUpAt <= now) {
        this.#notReady(next, 'timeout: not ready at its turn');
        return;
      }
      wakes.push(dueAt - next.item.leadMs, giveUpAt);
    }
    const showing = this.#showing;
    if (showing !== null) {
      const latest = this.#inSightUntil(showing, turn, dueAt);
      if (latest <= now) {
        this.#clear(now);
        this.#arrange();
        return;
      }
      wakes.push(latest);
      if (this.#agenda?.inStep) {
        showing.follow();
        wakes.push(now + followMs);
      }
    }
    this.#wake(wakes.filter((time) => time > now));
  }

  /** The show goes on after what was shown when the stage was loaded anew. */
  #resume(): void {
    const { mark, clock } = this.#ports;
    const cue = this.#programme?.cues.find(({ id }) => id === mark?.cueId);
    if (mark === null || cue === undefined || this.#agenda?.inStep) return;
    this.#failed = this.#agenda?.locate({ part: 0, ...mark, cue }, clock.epoch()) ?? null;
  }

  /** Between two items: true when the stage ends here, to be loaded anew. */
  #reloads(now: number): boolean {
    if (!this.#recycling) return false;
    this.#recycling = false;
    this.#end(now);
    this.#ports.reload();
    return true;
  }

  /** What should come next. */
  #due(): Turn | null {
    const agenda = this.#agenda;
    if (agenda === null) return null;
    const now = this.#ports.clock.epoch();
    const showing = this.#showing;
    const due =
      showing === null
        ? agenda.starting(now)
        : agenda.following(
            { place: showing.place, endsAt: epochAt(this.#ports.clock, showing.endsAt) },
            this.#finishAtBoundary,
          );
    return due === null || this.#failed === null ? due : agenda.instead(this.#failed, due);
  }

  /** The instant from which a showing may not be seen any more, ready or not what comes next. */
  #inSightUntil(showing: Showing, turn: Turn | null, dueAt: number): number {
    if (turn?.place == null) return Math.min(dueAt, Math.max(showing.endsAt, this.#ports.clock.mono()));
    // The show does not stop for an item that is late; but when nothing works at all, it is over.
    return this.#exhausted() ? Math.max(dueAt, showing.endsAt) : Number.POSITIVE_INFINITY;
  }

  #giveUpAt(next: Upcoming): number {
    // In step what is missing keeps its time, and what was before it is held.
    const { endsAt } = next.turn;
    return endsAt === null ? Math.max(next.dueAt, next.since) + lateMs : this.#ports.clock.monoAt(endsAt);
  }

  /** Lets go of what was prepared when something else is due. */
  #keepOrDrop(turn: Turn | null): void {
    const next = this.#next;
    if (next === null || this.#agenda === null) return;
    if (turn?.place && turn.place.cue.id === next.turn.place.cue.id) {
      this.#next = { ...next, agenda: this.#agenda, turn: { ...turn, place: turn.place } };
      return;
    }
    this.#next = null;
    next.item.release();
  }

  #prepare(turn: Upcoming['turn'], dueAt: number): void {
    const { clock, stage, newId } = this.#ports;
    const agenda = this.#agenda;
    if (agenda === null) return;
    const { cue } = turn.place;
    const positionMs = agenda.inStep ? Math.max(0, clock.mono() - dueAt) : 0;
    const item = stage.prepare(cue, positionMs, {
      ready: () => {
        if (this.#next?.item !== item) return;
        this.#next.ready = true;
        this.#arrange();
      },
      shown: (mono) => {
        if (this.#next?.item === item) this.#promote(this.#next, mono);
      },
      settled: () => {
        this.#settling = false;
        this.#arrange();
      },
      ended: () => {
        const showing = this.#showing;
        if (showing?.item !== item) return;
        showing.cameToItsEnd(agenda.inStep);
        this.#arrange();
      },
      failed: (reason) => {
        if (this.#next?.item === item) this.#notReady(this.#next, reason);
        else if (this.#showing?.item === item) this.#broken(this.#showing, reason);
      },
    });
    const since = clock.mono();
    this.#next = { item, showingId: newId(), agenda, since, turn, ready: false, rising: false, dueAt };
  }

  /** It is up: it is what is shown from now on. */
  #promote(next: Upcoming, mono: number): void {
    const { place, endsAt } = next.turn;
    // In step its beginning is what the clock says, however late it came up.
    const onTime = next.agenda.inStep || mono - next.dueAt <= smallDelayMs;
    const began = onTime ? Math.min(mono, next.dueAt) : mono;
    const ends = endsAt === null ? began + place.cue.durationMs : this.#ports.clock.monoAt(endsAt);
    this.#next = null;
    this.#settling = true;
    const { item, showingId } = next;
    this.#begin({ item, showingId, place, shownAt: mono, beganAt: began, endsAt: ends, since: mono });
    if (next.agenda !== this.#agenda) this.#recheck();
    this.#arrange();
  }

  /** The programme changed while it was on its way: what the new one does not have gives way at once. */
  #recheck(): void {
    const showing = this.#showing;
    if (showing === null || this.#agenda === null) return;
    showing.locate(this.#agenda);
    if (showing.place === null) showing.endBy(this.#ports.clock.mono());
  }

  #begin(begin: ShowingBegin): void {
    this.#end(begin.shownAt);
    this.#failed = null;
    this.#showing = new Showing(this.#ports, begin);
    const { cue, pass, index } = begin.place;
    this.#ports.remember({ cueId: cue.id, pass, index });
  }

  #end(mono: number): void {
    const showing = this.#showing;
    this.#showing = null;
    if (showing?.end(mono)) this.#patience.proven(showing.cue.id);
  }

  /** The same cue again, alone in its programme and standing still: it simply stays. */
  #renews(turn: Turn | null): turn is Turn & { readonly place: Place } {
    const showing = this.#showing;
    if (showing === null || showing.failed || turn?.place?.cue.id !== showing.cue.id) return false;
    const { kind } = showing.cue.content;
    // It loads itself anew, as the settings of the screen want it.
    if (kind === 'page') return true;
    if (kind !== 'image' && kind !== 'text') return false;
    return this.#ports.clock.monoAt(turn.at) - showing.since < renewMs;
  }

  #renew(turn: Turn & { readonly place: Place }, dueAt: number): void {
    const showing = this.#showing;
    if (showing === null) return;
    const { clock, newId } = this.#ports;
    const now = clock.mono();
    const beganAt = now - dueAt <= smallDelayMs ? dueAt : now;
    const endsAt = turn.endsAt === null ? beganAt + turn.place.cue.durationMs : clock.monoAt(turn.endsAt);
    const { item, since } = showing;
    this.#begin({ item, showingId: newId(), place: turn.place, shownAt: now, beganAt, endsAt, since });
    this.#arrange();
  }

  /** It could not be made ready, or did not come up. */
  #notReady(next: Upcoming, reason: string): void {
    const { clock, report } = this.#ports;
    const cueId = next.turn.place.cue.id;
    this.#next = null;
    next.item.release();
    report({ type: 'failed', showingId: next.showingId, cueId, at: clock.epoch(), reason });
    this.#failed = next.turn;
    this.#patience.failed(cueId, clock.mono(), this.#cuesInPass());
    this.#arrange();
  }

  /** It broke while it was shown: the next one at once. */
  #broken(showing: Showing, reason: string): void {
    if (showing.failed) return;
    showing.fail(reason);
    this.#patience.failed(showing.cue.id, this.#ports.clock.mono(), this.#cuesInPass());
    this.#arrange();
  }

  #nextDue(turn: Turn): number {
    const planned = this.#ports.clock.monoAt(turn.at);
    // In step the clock alone says when.
    return this.#agenda?.inStep ? planned : (this.#showing?.nextDue(planned) ?? planned);
  }

  #clear(now: number): void {
    this.#end(now);
    this.#settling = false;
    this.#ports.stage.clear();
  }

  #exhausted(): boolean {
    return this.#patience.exhausted(this.#cuesInPass());
  }

  #cuesInPass(): number {
    return this.#agenda?.cuesInPass(this.#ports.clock.epoch()) ?? 1;
  }

  #wake(times: readonly number[]): void {
    const { clock } = this.#ports;
    const soonest = Math.min(...times);
    if (!Number.isFinite(soonest)) return;
    this.#cancelTimer = clock.after(Math.max(1, soonest - clock.mono()), () => this.#arrange());
  }
}
