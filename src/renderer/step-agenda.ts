import { onAirAt } from '../shared/in-step.ts';
import type { Programme } from '../shared/programme.ts';
import { noTurns } from '../shared/sequence.ts';
import { type Agenda, type Position, type Running, segmentAt, type Turn } from './agenda.ts';
import { Passes } from './passes.ts';

/** A turn with less time left is not worth making ready. */
const leastShownMs = 1_000;

/** The order of a programme by the clock alone: every screen with this programme shows the same at the same instant. */
export class StepAgenda implements Agenda {
  readonly #programme: Programme;
  readonly #passes: Passes;

  constructor(programme: Programme) {
    this.#programme = programme;
    this.#passes = new Passes(programme, () => noTurns);
  }

  locate(running: Position, now: number): Turn | null {
    const turn = this.#present(now);
    return turn?.position?.cue.id === running.cue.id ? turn : null;
  }

  following(running: Running): Turn {
    return this.#joinable(running.endsAt) ?? { at: running.endsAt, position: null, endsAt: null };
  }

  starting(now: number): Turn | null {
    const turn = this.#joinable(now);
    return turn?.position === null ? this.#onwards(turn.endsAt ?? Number.POSITIVE_INFINITY) : turn;
  }

  instead(failed: Turn, due: Turn): Turn | null {
    if (failed.endsAt === null || due.at >= failed.endsAt) return due;
    return this.#onwards(failed.endsAt);
  }

  cuesInPass(now: number): ReadonlySet<string> {
    return this.#passes.cuesIn(segmentAt(this.#programme, now));
  }

  /** The turn at that instant, unless it is nearly over: once it is ready, the next one would be late. */
  #joinable(from: number): Turn | null {
    const turn = this.#onwards(from);
    if (turn === null || turn.position === null || turn.endsAt === null || turn.at >= from) return turn;
    const least = Math.min(leastShownMs, turn.position.cue.durationMs / 2);
    return turn.endsAt - from < least ? this.#onwards(turn.endsAt) : turn;
  }

  /**
   * The turn at that instant, or the next one with content: an absent cue keeps its time while the previous item is
   * held. Searches at most one whole pass.
   */
  #onwards(from: number): Turn | null {
    let instant = from;
    for (
      let tries =
        this.#passes.cuesIn(segmentAt(this.#programme, from)).size + this.#programme.segments.length + 1;
      tries > 0;
      tries -= 1
    ) {
      const turn = this.#present(instant);
      if (turn === null || turn.position === null || turn.position.cue.content.kind !== 'absent') return turn;
      instant = turn.endsAt ?? Number.POSITIVE_INFINITY;
    }
    return null;
  }

  /** The turn that the clock prescribes for that instant. */
  #present(instant: number): Turn | null {
    if (!Number.isFinite(instant)) return null;
    const { segments, cues } = this.#programme;
    const segment = segmentAt(this.#programme, instant);
    const until = segments[segment + 1]?.from ?? Number.POSITIVE_INFINITY;
    const { sequence, anchor } = segments[segment] ?? nowhere;
    const onAir = onAirAt(sequence, cues, anchor, instant);
    const cue = cues[onAir?.cue ?? -1];
    if (onAir === null || cue === undefined)
      return { at: instant, position: null, endsAt: Number.isFinite(until) ? until : null };
    const at = instant - onAir.elapsedMs;
    const position = { segment, pass: onAir.pass, index: onAir.index, cue };
    return { at, position, endsAt: Math.min(at + cue.durationMs, until) };
  }
}

const nowhere = { sequence: { seed: null, members: [] }, anchor: 0 };
