import type { Cue, Programme } from '../shared/programme.ts';
import { orderOf } from './passes.ts';

/** Where a show is: which part of the programme, which pass through it, which position in the pass. */
export interface Place {
  readonly part: number;
  readonly pass: number;
  readonly index: number;
  readonly cue: Cue;
}

/** What comes next, and when by main's clock; `place` null: nothing plays from then on. */
export interface Turn {
  readonly at: number;
  readonly place: Place | null;
}

/** What is on screen, and until when by main's clock. */
export interface Running {
  readonly place: Place;
  readonly endsAt: number;
}

/** Finds its way through one programme. Keeps the order of the last pass, which is all that is ever asked for twice. */
export class Places {
  readonly #programme: Programme;
  #order: { readonly part: number; readonly pass: number; readonly cues: readonly Cue[] } | null = null;

  constructor(programme: Programme) {
    this.#programme = programme;
  }

  partAt(epochMs: number): number {
    const later = this.#programme.parts.findIndex((part) => part.from > epochMs);
    return later === -1 ? this.#programme.parts.length - 1 : Math.max(0, later - 1);
  }

  passLength(part: number): number {
    return this.#pass(part, 0).length;
  }

  /** The first cue of that part, or null when nothing plays in it. */
  first(part: number, pass = 0): Place | null {
    return this.#at(part, pass, 0);
  }

  after(place: Place): Place | null {
    return this.#at(place.part, place.pass, place.index + 1) ?? this.first(place.part, place.pass + 1);
  }

  /** Where a running cue stands in another part or programme: at the same place if it can be, else where it is next. */
  find(part: number, running: Place): Place | null {
    const order = this.#pass(part, running.pass);
    const same = order[running.index];
    if (same?.id === running.cue.id) return { part, pass: running.pass, index: running.index, cue: same };
    const onwards = order.findIndex((cue, index) => index > running.index && cue.id === running.cue.id);
    const index = onwards === -1 ? order.findIndex((cue) => cue.id === running.cue.id) : onwards;
    return this.#at(part, running.pass, index);
  }

  /**
   * What follows a running cue. A boundary before its end may leave it in the programme, then it goes on; else it is
   * cut there, or finished when `finish` is set.
   */
  following(running: Running, finish: boolean): Turn {
    let { place } = running;
    for (let part = place.part + 1; part < this.#programme.parts.length; part += 1) {
      const from = this.#programme.parts[part]?.from ?? Number.POSITIVE_INFINITY;
      if (from > running.endsAt) break;
      const kept = this.find(part, place);
      if (kept === null) {
        const at = finish ? running.endsAt : from;
        return { at, place: this.first(this.partAt(at)) };
      }
      place = kept;
    }
    return { at: running.endsAt, place: this.after(place) };
  }

  /** What plays when nothing does: now, or at the first instant at which something is due. */
  starting(epochMs: number): Turn | null {
    for (let part = this.partAt(epochMs); part < this.#programme.parts.length; part += 1) {
      const place = this.first(part);
      const from = this.#programme.parts[part]?.from ?? epochMs;
      if (place !== null) return { at: Math.max(from, epochMs), place };
    }
    return null;
  }

  #at(part: number, pass: number, index: number): Place | null {
    const cue = this.#pass(part, pass)[index];
    return cue === undefined ? null : { part, pass, index, cue };
  }

  #pass(part: number, pass: number): readonly Cue[] {
    if (this.#order?.part === part && this.#order.pass === pass) return this.#order.cues;
    const sequence = this.#programme.parts[part]?.sequence;
    const order = sequence === undefined ? [] : orderOf(sequence, pass);
    const cues = order.flatMap((index) => this.#programme.cues[index] ?? []);
    this.#order = { part, pass, cues };
    return cues;
  }
}
