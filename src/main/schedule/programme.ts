import type { Cue, Part, Programme, Sequence } from '../../shared/programme.ts';
import { anchorOf } from './anchor.ts';
import { nothing, type ScheduleInput, sceneOf } from './evaluate.ts';
import { fingerprint } from './fingerprint.ts';
import type { Flat } from './flatten.ts';
import { nextChange } from './next-change.ts';

/** Enough for any real day; a day with more boundaries is planned in pieces. */
const mostParts = 48;
/** Places in all sequences together: bounds the work and the message when a playlist is very long. */
const mostPlaces = 60_000;

export interface ProgrammeInput extends ScheduleInput {
  readonly from: number;
  readonly horizonMs: number;
  readonly inStep: boolean;
}

export type PlannedProgramme = Programme & {
  /** The first boundary after `from`: then it is time to plan anew. Null when nothing ever changes. */
  readonly nextChangeAt: number | null;
};

/** The parts of the time from `from` on, until the horizon or until enough was planned. */
export function buildProgramme(input: ProgrammeInput): PlannedProgramme {
  const { from, horizonMs, inStep, edition, screenId } = input;
  const scene = sceneOf(input, inStep);
  const table = new CueTable();
  const parts: Part[] = [];
  let firstChange = Number.POSITIVE_INFINITY;
  let places = 0;
  let at = from;
  let last: string | null = null;
  while (scene !== null && at < from + horizonMs && parts.length < mostParts && places <= mostPlaces) {
    const flat = scene.flatAt(at);
    const sequence = table.take(playable(flat) ? flat.sequence : nothing, flat.cues);
    const content = JSON.stringify(sequence);
    // A boundary that changes only a reason is none for the stage.
    if (content !== last)
      parts.push({ from: at, anchor: inStep && last === null ? anchorOf(scene, flat, at) : at, sequence });
    last = content;
    places += flat.cues.length;
    at = scene.trusted ? nextChange(scene, flat, at, Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    firstChange = Math.min(firstChange, at);
  }
  if (parts.length === 0) parts.push({ from, anchor: from, sequence: nothing });
  const programme = { editionId: edition.id, screenId, cues: table.cues, parts, inStep };
  return {
    id: idOf(programme),
    ...programme,
    nextChangeAt: Number.isFinite(firstChange) ? firstChange : null,
  };
}

/** In step, missing cues keep their time; a pass of nothing else is no show. */
function playable(flat: Flat): boolean {
  return flat.cues.some(({ content }) => content.kind !== 'absent');
}

/** Numbers the cues that the parts share. */
class CueTable {
  readonly cues: Cue[] = [];
  readonly #positions = new Map<Cue, number>();

  take(sequence: Sequence, cues: readonly Cue[]): Sequence {
    const items = sequence.items.map((item) => {
      if (typeof item !== 'number') return this.take(item, cues);
      const cue = cues[item];
      if (cue === undefined) throw new RangeError(`A sequence names cue ${item}, which is not there`);
      return this.#position(cue);
    });
    return { seed: sequence.seed, items };
  }

  #position(cue: Cue): number {
    let position = this.#positions.get(cue);
    if (position === undefined) {
      position = this.cues.push(cue) - 1;
      this.#positions.set(cue, position);
    }
    return position;
  }
}

/** What is seen and heard, and when. Where the present part began long ago does not matter, unless in step. */
function idOf({ editionId, screenId, cues, parts, inStep }: Omit<Programme, 'id'>): string {
  const times = parts.map((part, index) => [
    index === 0 ? null : part.from,
    inStep ? part.anchor : null,
    part.sequence,
  ]);
  return fingerprint(JSON.stringify([editionId, screenId, inStep, cues.map(({ id }) => id), times]));
}
