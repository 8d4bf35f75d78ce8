import { periodSteps, withoutVisits } from '../../shared/in-step.ts';
import { isInDoubt } from '../../shared/media-types.ts';
import type { Cue, Programme, Segment, Sequence } from '../../shared/programme.ts';
import { atOnce, type Steps } from '../../shared/steps.ts';
import { anchorOf } from './anchor.ts';
import { nothing } from './evaluate.ts';
import { fingerprint } from './fingerprint.ts';
import type { Flat } from './flatten.ts';
import { nextChange } from './next-change.ts';
import { type ScheduleInput, sceneOf } from './scene.ts';

/** Enough for any real day; a day with more boundaries is planned in parts. */
const mostSegments = 48;
/** Cues of all passes together: bounds the message if playlists are very long. */
const mostOccurrences = 60_000;
/** Bounds the message if a library has very many codecs. */
const mostStreams = 500;
/** Judged entries: bounds the work if little plays and much changes. */
const mostJudged = 300_000;

export interface ProgrammeInput extends ScheduleInput {
  readonly from: number;
  readonly horizonMs: number;
  readonly inStep: boolean;
}

export type PlannedProgramme = Programme & {
  /** In step, the rotations repeat too late to be computed: each visit plays all items. */
  readonly endlessRotations: boolean;
  /** The first boundary after `from`, even if it changes only a reason; null if nothing ever changes. */
  readonly nextChangeAt: number | null;
  /** When the next segment begins or planning ended: plan again then. */
  readonly planAgainAt: number | null;
};

export function buildProgramme(input: ProgrammeInput): PlannedProgramme {
  return atOnce(programmeSteps(input));
}

/** Plans segments from `from` on, up to the horizon or the limits above. */
export function* programmeSteps(input: ProgrammeInput): Steps<PlannedProgramme> {
  const { from, horizonMs, inStep, edition, screenId } = input;
  const scene = yield* sceneOf(input, inStep);
  const table = new CueTable();
  const segments: Segment[] = [];
  const until = from + horizonMs;
  let firstChange = Number.POSITIVE_INFINITY;
  let occurrences = 0;
  let judged = 0;
  let at = from;
  let last: string | null = null;
  let endlessRotations = false;
  while (
    scene !== null &&
    at < until &&
    segments.length < mostSegments &&
    occurrences <= mostOccurrences &&
    judged <= mostJudged
  ) {
    yield;
    const flat = yield* scene.flatSteps(at);
    const taken = table.take(playable(flat) ? flat.sequence : nothing, flat.cues);
    const isTooLong = inStep && (yield* periodSteps(taken, table.cues)) === null;
    endlessRotations ||= isTooLong;
    const sequence = isTooLong ? withoutVisits(taken) : taken;
    const content = JSON.stringify(sequence);
    // The stage ignores a boundary that changes only a reason.
    if (content !== last)
      segments.push({
        from: at,
        anchor: inStep && last === null ? yield* anchorOf(scene, flat, at) : at,
        sequence,
      });
    last = content;
    occurrences += flat.cues.length;
    judged += flat.walked + 100;
    at = scene.trusted
      ? yield* nextChange(scene, flat, at, Number.POSITIVE_INFINITY)
      : Number.POSITIVE_INFINITY;
    firstChange = Math.min(firstChange, at);
  }
  if (segments.length === 0) segments.push({ from, anchor: from, sequence: nothing });
  yield;
  const programme = { editionId: edition.id, screenId, cues: table.cues, segments, inStep };
  const types = new Set([...input.holdings.objects.values()].map(({ mimeType }) => mimeType));
  return {
    id: idOf(programme),
    ...programme,
    endlessRotations,
    streams: [...types].filter(isInDoubt).slice(0, mostStreams),
    nextChangeAt: finite(firstChange),
    planAgainAt: finite(segments[1]?.from ?? (scene === null ? Number.POSITIVE_INFINITY : at)),
  };
}

function finite(instant: number): number | null {
  return Number.isFinite(instant) ? instant : null;
}

/** In step, missing cues keep their time; a pass of nothing else is no show. */
function playable(flat: Flat): boolean {
  return flat.cues.some(({ content }) => content.kind !== 'absent');
}

/** Numbers the cues that the segments share. */
class CueTable {
  readonly cues: Cue[] = [];
  readonly #positions = new Map<Cue, number>();

  take(sequence: Sequence, cues: readonly Cue[]): Sequence {
    const members = sequence.members.map((member) => {
      if (typeof member !== 'number') return this.take(member, cues);
      const cue = cues[member];
      if (cue === undefined) throw new RangeError(`A sequence names cue ${member}, which does not exist`);
      return this.#position(cue);
    });
    return { ...sequence, members };
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

/** Depends on picture, sound and times. The start of the present segment matters only in step. */
function idOf({ editionId, screenId, cues, segments, inStep }: Omit<Programme, 'id'>): string {
  const times = segments.map((segment, index) => [
    index === 0 ? null : segment.from,
    inStep ? segment.anchor : null,
    segment.sequence,
  ]);
  return fingerprint(JSON.stringify([editionId, screenId, inStep, cues.map(({ id }) => id), times]));
}
