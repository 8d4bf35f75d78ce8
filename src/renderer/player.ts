import type { FromScreen, Mark } from '../shared/messages.ts';
import type { Cue, Programme } from '../shared/programme.ts';
import type { Agenda, Position, Turn } from './agenda.ts';
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
  /** From 0 up to 1. */
  random(): number;
}

/** What is being made ready, or on its way to the screen. */
interface Upcoming {
  readonly item: Item;
  readonly showingId: string;
  readonly agenda: Agenda;
  /** When it was begun to be made ready. */
  readonly since: number;
  turn: Turn & { readonly position: Position };
  ready: boolean;
  /** On a stage that stands by: raised already, and painted when that resolves. */
  stands: Promise<void> | null;
  rising: boolean;
  dueAt: number;
}

/** An item is made ready at most this long before its turn. */
const prepareAheadMs = 20_000;
/**
 * In step all players would load at one instant: the pages and the network would feel it, and so would the first
 * frames of what has just begun. So each takes a moment of its own, and what has begun has some peace, but never more
 * than a share of its time.
 */
const peaceMs = 300;
const spreadMs = 1_500;
const peaceShare = 1 / 4;
/** An item that is not ready this long after its turn is given up; what was before it stays in sight meanwhile. */
const lateMs = 5_000;
/** A cue that a new edition no longer has is gone within this time. */
const newEditionMs = 9_000;
/** A picture that is alone in its programme is loaded anew this often; until then it just stays. */
const renewMs = 3_600_000;
/** In step an item is woken so long before its turn, and set going at the very instant. */
const wakeAheadMs = 250;
/** In step, positions are compared this often. */
const followMs = 1_000;
/** An item that another stage follows says so long before its end when that will be: by then a video knows well. */
const yieldAheadMs = 400;
/** And always so long before its own next one would be started. */
const yieldMarginMs = 50;
/** It is held at its end until the other stage is in sight. Main ends that in half the time, if it still lives. */
const longestHoldMs = 10_000;
const cut = { kind: 'cut', durationMs: 0 } as const;

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
  /** In step: what follows is not made ready before. */
  #inPeaceUntil = 0;
  /** The last turn that could not be made ready. */
  #failed: Turn | null = null;
  /** What another stage showed last: the show goes on after it. */
  #after: Mark | null = null;
  /** Another stage is in sight: what is made ready here waits. */
  #standsBy = false;
  /** Said since it was last told what to follow. */
  #saidPrepared = false;
  /** When the first item takes over from another stage; null when it has. */
  #takesOverAt: number | null = null;
  /** The showing after which another stage goes on; once that was said, until when it is held for it. */
  #yielding: { readonly showingId: string; readonly heldUntil: number | null } | null = null;
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
    return { cue: next.turn.position.cue, ready: next.ready, inMs: next.dueAt - this.#ports.clock.mono() };
  }

  play(programme: Programme, finishAtBoundary: boolean): void {
    const first = this.#programme === null;
    const newEdition = this.#programme?.editionId !== programme.editionId;
    this.#programme = programme;
    this.#agenda = programme.inStep ? new StepAgenda(programme) : new LoopAgenda(programme);
    this.#finishAtBoundary = finishAtBoundary;
    this.#failed = null;
    this.#inPeaceUntil = 0;
    this.#patience.forget();
    if (first || this.#standsBy) this.#resume();
    const showing = this.#showing;
    if (showing !== null) {
      showing.locate(this.#agenda);
      const now = this.#ports.clock.mono();
      const soon = newEdition ? showing.endsAt <= now + newEditionMs : finishAtBoundary;
      if (showing.position === null && !soon) showing.endBy(now);
    }
    this.#arrange();
  }

  /** The show goes on after what another stage showed, here or in its stead. */
  follow(after: Mark | null, standsBy: boolean): void {
    this.#after = after;
    this.#standsBy = standsBy;
    this.#saidPrepared = false;
    if (this.#agenda === null || this.#showing !== null) return;
    this.#resume();
    this.#arrange();
  }

  /** The stage that was in sight so far yields at that instant. */
  takeOver(at: number): void {
    if (!this.#standsBy) return;
    this.#standsBy = false;
    this.#takesOverAt = this.#ports.clock.monoAt(at);
    this.#arrange();
  }

  /** After that showing another stage goes on: it stays in sight. */
  yield(showingId: string): void {
    if (this.#showing?.id !== showingId) return;
    this.#yielding = { showingId, heldUntil: null };
    this.#arrange();
  }

  /** The other stage is in sight. */
  leave(at: number): void {
    if (this.#yielding === null) return;
    this.#cancelTimer();
    this.#end(this.#ports.clock.monoAt(at));
  }

  carryOn(): void {
    this.#yielding = null;
    this.#arrange();
  }

  /** Main's clock was set: instants are elsewhere now. */
  clockMoved(): void {
    this.#inPeaceUntil = 0;
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
    const dueAt = turn === null ? Number.POSITIVE_INFINITY : this.#nextDue(turn);
    if (this.#yields(dueAt, now)) return;
    const renews = this.#renews(turn);
    this.#keepOrDrop(renews ? null : turn);
    const wakes = this.#yielding === null ? [dueAt] : [dueAt - this.#yieldAhead, dueAt];
    if (renews) {
      if (dueAt <= now) {
        this.#renew(turn, dueAt);
        return;
      }
    } else if (turn?.position && this.#next === null && !this.#settling) {
      const from = Math.max(dueAt - prepareAheadMs, this.#patience.notBefore, this.#inPeaceUntil);
      if (from <= now) this.#prepare({ ...turn, position: turn.position }, dueAt);
      else wakes.push(from);
    }
    const next = this.#next;
    if (this.#standsBy) {
      if (next === null && dueAt > now + prepareAheadMs) this.#prepared(false);
      if (next?.ready) {
        this.#stand(next);
        return;
      }
    }
    if (next !== null) {
      next.dueAt = dueAt;
      if (next.ready && dueAt - leadOf(next) <= now) {
        next.rising = true;
        next.item.show(dueAt, next.agenda.inStep);
        return;
      }
      const giveUpAt = this.#giveUpAt(next);
      if (!next.ready && giveUpAt <= now) {
        this.#notReady(next, 'timeout: not ready at its turn');
        return;
      }
      wakes.push(dueAt - leadOf(next), giveUpAt);
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

  /** The show goes on after what another stage showed. In step the clock says what that is, but for who stands by. */
  #resume(): void {
    const { clock } = this.#ports;
    const mark = this.#after;
    const cue = this.#programme?.cues.find(({ id }) => id === mark?.cueId);
    if (mark === null || cue === undefined || (this.#agenda?.inStep && !this.#standsBy)) return;
    this.#failed = this.#agenda?.locate({ segment: 0, ...mark, cue }, clock.epoch()) ?? null;
  }

  #stand(next: Upcoming): void {
    next.stands ??= next.item.stand();
    // Also of one that stands already, when it is what follows another item too.
    void next.stands.then(() => {
      if (this.#next?.item === next.item && this.#standsBy) this.#prepared(true);
    });
  }

  #prepared(shows: boolean): void {
    if (this.#saidPrepared) return;
    this.#saidPrepared = true;
    this.#ports.report({ type: 'prepared', after: this.#after, shows });
  }

  /** True when nothing is to follow here any more: what is shown stays. */
  #yields(dueAt: number, now: number): boolean {
    const { clock, report } = this.#ports;
    const yielding = this.#yielding;
    if (yielding === null || this.#showing?.id !== yielding.showingId) return false;
    let { heldUntil } = yielding;
    if (heldUntil === null) {
      if (dueAt - this.#yieldAhead > now) return false;
      const at = Math.max(dueAt, now);
      heldUntil = at + longestHoldMs;
      report({ type: 'yields', showingId: yielding.showingId, at: epochAt(clock, at) });
    }
    if (heldUntil <= now) {
      this.#yielding = null;
      return false;
    }
    this.#yielding = { ...yielding, heldUntil };
    this.#wake([heldUntil]);
    return true;
  }

  get #yieldAhead(): number {
    return Math.max(yieldAheadMs, (this.#next === null ? 0 : leadOf(this.#next)) + yieldMarginMs);
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
            { position: showing.position, endsAt: epochAt(this.#ports.clock, showing.endsAt) },
            this.#finishAtBoundary,
          );
    return due === null || this.#failed === null ? due : agenda.instead(this.#failed, due);
  }

  /** The instant from which a showing may not be seen any more, ready or not what comes next. */
  #inSightUntil(showing: Showing, turn: Turn | null, dueAt: number): number {
    if (turn?.position == null) return Math.min(dueAt, Math.max(showing.endsAt, this.#ports.clock.mono()));
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
    if (turn?.position && turn.position.cue.id === next.turn.position.cue.id) {
      this.#next = { ...next, agenda: this.#agenda, turn: { ...turn, position: turn.position } };
      return;
    }
    this.#next = null;
    next.item.release();
    this.#ports.report({ type: 'preparing', turn: null });
  }

  #prepare(turn: Upcoming['turn'], dueAt: number): void {
    const { clock, stage, newId, report } = this.#ports;
    const agenda = this.#agenda;
    if (agenda === null) return;
    const { cue, pass, index } = turn.position;
    const showingId = newId();
    report({ type: 'preparing', turn: { showingId, cueId: cue.id, pass, index } });
    const elapsedMs = agenda.inStep ? Math.max(0, clock.mono() - dueAt) : 0;
    // From one stage to another there is no transition: only one of them is seen.
    const item = stage.prepare(this.#standsBy ? { ...cue, transition: cut } : cue, elapsedMs, {
      ready: () => {
        if (this.#next?.item !== item) return;
        this.#next.ready = true;
        report({ type: 'preparing', turn: null });
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
    this.#next = {
      item,
      showingId,
      agenda,
      since,
      turn,
      ready: false,
      stands: null,
      rising: false,
      dueAt,
    };
  }

  /** It is up: it is what is shown from now on. */
  #promote(next: Upcoming, mono: number): void {
    const { position, endsAt } = next.turn;
    // In step its beginning is what the clock says, however late it came up.
    const onTime = next.agenda.inStep || mono - next.dueAt <= smallDelayMs;
    const began = onTime ? Math.min(mono, next.dueAt) : mono;
    const ends = endsAt === null ? began + position.cue.durationMs : this.#ports.clock.monoAt(endsAt);
    this.#next = null;
    this.#settling = true;
    const { inStep } = next.agenda;
    const peace = Math.min(peaceMs + this.#ports.random() * spreadMs, (ends - mono) * peaceShare);
    this.#inPeaceUntil = inStep && !this.#standsBy ? mono + peace : 0;
    const { item, showingId } = next;
    this.#begin({ item, showingId, position, shownAt: mono, beganAt: began, endsAt: ends, since: mono });
    if (next.agenda !== this.#agenda) this.#recheck();
    this.#arrange();
  }

  /** The programme changed while it was on its way: what the new one does not have gives way at once. */
  #recheck(): void {
    const showing = this.#showing;
    if (showing === null || this.#agenda === null) return;
    showing.locate(this.#agenda);
    if (showing.position === null) showing.endBy(this.#ports.clock.mono());
  }

  #begin(begin: ShowingBegin): void {
    this.#end(begin.shownAt);
    this.#failed = null;
    this.#takesOverAt = null;
    this.#showing = new Showing(this.#ports, begin);
  }

  #end(mono: number): void {
    const showing = this.#showing;
    this.#showing = null;
    if (showing?.end(mono)) this.#patience.proven(showing.cue.id);
  }

  /** The same cue again, alone in its programme and standing still: it simply stays. */
  #renews(turn: Turn | null): turn is Turn & { readonly position: Position } {
    const showing = this.#showing;
    if (showing === null || showing.failed || turn?.position?.cue.id !== showing.cue.id) return false;
    const { kind } = showing.cue.content;
    // It loads itself anew, as the settings of the screen want it.
    if (kind === 'page') return true;
    if (kind !== 'image' && kind !== 'text') return false;
    return this.#ports.clock.monoAt(turn.at) - showing.since < renewMs;
  }

  #renew(turn: Turn & { readonly position: Position }, dueAt: number): void {
    const showing = this.#showing;
    if (showing === null) return;
    const { clock, newId } = this.#ports;
    const now = clock.mono();
    const beganAt = now - dueAt <= smallDelayMs ? dueAt : now;
    const endsAt = turn.endsAt === null ? beganAt + turn.position.cue.durationMs : clock.monoAt(turn.endsAt);
    const { item, since } = showing;
    this.#begin({ item, showingId: newId(), position: turn.position, shownAt: now, beganAt, endsAt, since });
    this.#arrange();
  }

  /** It could not be made ready, or did not come up. */
  #notReady(next: Upcoming, reason: string): void {
    const { clock, report } = this.#ports;
    const cueId = next.turn.position.cue.id;
    this.#next = null;
    next.item.release();
    report({ type: 'failed', showingId: next.showingId, cueId, at: clock.epoch(), reason });
    report({ type: 'preparing', turn: null });
    this.#failed = next.turn;
    this.#patience.failed(cueId, clock.mono(), this.#cuesInPass());
    this.#arrange();
  }

  /** It broke while it was shown: the next one at once. */
  #broken(showing: Showing, reason: string): void {
    if (showing.failed) return;
    showing.fail(reason);
    this.#inPeaceUntil = 0;
    this.#patience.failed(showing.cue.id, this.#ports.clock.mono(), this.#cuesInPass());
    this.#arrange();
  }

  #nextDue(turn: Turn): number {
    const planned = this.#ports.clock.monoAt(turn.at);
    // In step the clock alone says when.
    if (this.#agenda?.inStep) return planned;
    return this.#showing?.nextDue(planned) ?? Math.max(planned, this.#takesOverAt ?? planned);
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

function leadOf({ item, agenda }: Upcoming): number {
  return agenda.inStep ? Math.max(item.leadMs, wakeAheadMs) : item.leadMs;
}
