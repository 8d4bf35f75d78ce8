import type { Cue, Sequence } from '../../shared/programme.ts';
import { atOnce } from '../../shared/steps.ts';
import { nextChange } from './next-change.ts';
import type { Exclusion } from './place.ts';
import { type ScheduleInput, sceneOf } from './scene.ts';

export interface Evaluation {
  readonly at: number;
  readonly zone: string;
  /** One pass in list order. */
  readonly cues: readonly Cue[];
  readonly sequence: Sequence;
  readonly excluded: readonly Exclusion[];
  readonly nextChangeAt: number | null;
}

/** What one screen plays at an instant, why other entries do not, and when that next changes. */
export function evaluate(input: ScheduleInput & { readonly at: number }): Evaluation {
  const { at, zone } = input;
  const scene = atOnce(sceneOf(input, false));
  if (scene === null) return { at, zone, cues: [], sequence: nothing, excluded: [], nextChangeAt: null };
  const flat = scene.flatAt(at);
  const next = scene.trusted
    ? atOnce(nextChange(scene, flat, at, Number.POSITIVE_INFINITY))
    : Number.POSITIVE_INFINITY;
  // Found when they are asked for: mostly nobody does.
  let excluded: readonly Exclusion[] | undefined;
  return {
    at,
    zone,
    cues: flat.cues,
    sequence: flat.sequence,
    get excluded() {
      excluded ??= flat.leftOut.exclusions();
      return excluded;
    },
    nextChangeAt: Number.isFinite(next) ? next : null,
  };
}

export const nothing: Sequence = { seed: null, members: [] };
