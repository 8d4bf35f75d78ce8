import type { Cue, Programme } from '../shared/programme.ts';
import type { Turns } from '../shared/visit.ts';
import { type Agenda, type Position, type Running, segmentAt, type Turn } from './agenda.ts';
import { Passes } from './passes.ts';

/** Plays a programme from the current position; each cue has its full length whenever it started. */
export class LoopAgenda implements Agenda {
  readonly #programme: Programme;
  readonly #passes: Passes;

  constructor(programme: Programme, turns: () => Turns) {
    this.#programme = programme;
    this.#passes = new Passes(programme, turns);
  }

  locate(running: Position, now: number): Turn | null {
    const position = this.#find(segmentAt(this.#programme, now), running);
    return position && { at: now, position, endsAt: null };
  }

  following(running: Running, finish: boolean): Turn {
    let { position } = running;
    if (position === null) return this.#first(running.endsAt);
    for (let segment = position.segment + 1; segment < this.#programme.segments.length; segment += 1) {
      const from = this.#programme.segments[segment]?.from ?? Number.POSITIVE_INFINITY;
      if (from > running.endsAt) break;
      const kept = this.#find(segment, position);
      if (kept === null && from === running.endsAt)
        return { at: from, position: this.#afterEnded(segment, position), endsAt: null };
      if (kept === null) return this.#first(finish ? running.endsAt : from);
      position = kept;
    }
    return { at: running.endsAt, position: this.#after(position), endsAt: null };
  }

  starting(now: number): Turn | null {
    for (
      let segment = segmentAt(this.#programme, now);
      segment < this.#programme.segments.length;
      segment += 1
    ) {
      const position = this.#at(segment, 0, 0);
      const from = this.#programme.segments[segment]?.from ?? now;
      if (position !== null) return { at: Math.max(from, now), position, endsAt: null };
    }
    return null;
  }

  instead(failed: Turn, due: Turn): Turn | null {
    if (failed.position === null || failed.position.segment !== due.position?.segment) return due;
    return { ...due, position: this.#after(failed.position) };
  }

  cuesInPass(now: number): ReadonlySet<string> {
    return this.#passes.cuesIn(segmentAt(this.#programme, now));
  }

  #first(at: number): Turn {
    return { at, position: this.#at(segmentAt(this.#programme, at), 0, 0), endsAt: null };
  }

  #after(position: Position): Position | null {
    const { segment, pass, cue } = position;
    const index = indexIn(this.#passes.of(segment, pass, cue), position);
    return this.#at(segment, pass, index + 1) ?? this.#at(segment, pass + 1, 0);
  }

  /** A cue that ended as its hours did was not cut: the show goes on after its place. */
  #afterEnded(segment: number, ended: Position): Position | null {
    const { pass, cue } = ended;
    const cues = this.#passes.of(ended.segment, pass, cue);
    const next = this.#passes.after(segment, pass, { cue, before: cues.slice(0, indexIn(cues, ended)) });
    return this.#at(segment, pass, next) ?? this.#at(segment, pass + 1, 0);
  }

  /** The same position if the cue is still there, otherwise the next place of the cue. */
  #find(segment: number, running: Position): Position | null {
    const { pass } = running;
    const cues = this.#passes.of(segment, pass, running.cue);
    const isHere = (cue: Cue, index: number): boolean => index >= running.index && cue.id === running.cue.id;
    const onwards = cues.findIndex(isHere);
    const index = onwards === -1 ? cues.findIndex((cue) => cue.id === running.cue.id) : onwards;
    const cue = cues[index];
    return cue === undefined ? null : { segment, pass, index, cue };
  }

  #at(segment: number, pass: number, index: number): Position | null {
    const cue = this.#passes.of(segment, pass)[index];
    return cue === undefined ? null : { segment, pass, index, cue };
  }
}

/** The pass may have been ordered anew since: its visits have other items then. */
function indexIn(cues: readonly Cue[], { index, cue }: Position): number {
  if (cues[index]?.id === cue.id) return index;
  const here = cues.findIndex(({ id }) => id === cue.id);
  return here === -1 ? index : here;
}
