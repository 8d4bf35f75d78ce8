import type { Programme } from '../shared/programme.ts';
import { type Agenda, type Place, partAt, type Running, type Turn } from './agenda.ts';
import { Passes } from './passes.ts';

/** Plays a programme from where the stage happens to be: each cue has its whole length, whenever it began. */
export class LoopAgenda implements Agenda {
  readonly inStep = false;
  readonly #programme: Programme;
  readonly #passes: Passes;

  constructor(programme: Programme) {
    this.#programme = programme;
    this.#passes = new Passes(programme);
  }

  locate(running: Place, now: number): Turn | null {
    const place = this.#find(partAt(this.#programme, now), running);
    return place && { at: now, place, endsAt: null };
  }

  following(running: Running, finish: boolean): Turn {
    let { place } = running;
    if (place === null) return this.#first(running.endsAt);
    for (let part = place.part + 1; part < this.#programme.parts.length; part += 1) {
      const from = this.#programme.parts[part]?.from ?? Number.POSITIVE_INFINITY;
      if (from > running.endsAt) break;
      const kept = this.#find(part, place);
      if (kept === null) return this.#first(finish ? running.endsAt : from);
      place = kept;
    }
    return { at: running.endsAt, place: this.#after(place), endsAt: null };
  }

  starting(now: number): Turn | null {
    for (let part = partAt(this.#programme, now); part < this.#programme.parts.length; part += 1) {
      const place = this.#at(part, 0, 0);
      const from = this.#programme.parts[part]?.from ?? now;
      if (place !== null) return { at: Math.max(from, now), place, endsAt: null };
    }
    return null;
  }

  instead(failed: Turn, due: Turn): Turn | null {
    if (failed.place === null || failed.place.part !== due.place?.part) return due;
    return { ...due, place: this.#after(failed.place) };
  }

  cuesInPass(now: number): number {
    return this.#passes.cuesIn(partAt(this.#programme, now));
  }

  #first(at: number): Turn {
    return { at, place: this.#at(partAt(this.#programme, at), 0, 0), endsAt: null };
  }

  #after(place: Place): Place | null {
    return this.#at(place.part, place.pass, place.index + 1) ?? this.#at(place.part, place.pass + 1, 0);
  }

  /** At the same place if it can be, else where the cue comes next. */
  #find(part: number, running: Place): Place | null {
    const cues = this.#passes.of(part, running.pass);
    if (cues[running.index]?.id === running.cue.id) return this.#at(part, running.pass, running.index);
    const onwards = cues.findIndex((cue, index) => index > running.index && cue.id === running.cue.id);
    const index = onwards === -1 ? cues.findIndex((cue) => cue.id === running.cue.id) : onwards;
    return this.#at(part, running.pass, index);
  }

  #at(part: number, pass: number, index: number): Place | null {
    const cue = this.#passes.of(part, pass)[index];
    return cue === undefined ? null : { part, pass, index, cue };
  }
}
