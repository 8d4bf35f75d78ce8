import type { Transition } from '../../shared/programme.ts';
import { atOnce, type Steps } from '../../shared/steps.ts';
import type { Edition } from '../edition/edition.ts';
import type { Holdings } from '../edition/holdings.ts';
import { type WallClock, wallClock } from '../edition/wall-clock.ts';
import { compileSteps } from './compile.ts';
import type { CompiledList } from './compiled.ts';
import { type Flat, flatten } from './flatten.ts';
import { Judgement } from './judgement.ts';
import { Place } from './place.ts';

export interface ScheduleInput {
  readonly edition: Edition;
  readonly screenId: string;
  /** The zone of the wall clock. */
  readonly zone: string;
  readonly holdings: Holdings;
  readonly clockTrusted: boolean;
  /** For entries without a transition. */
  readonly defaultTransition: Transition;
}

/** Everything that determines what a screen plays, except the instant. */
export interface Scene {
  readonly ruleCount: number;
  readonly list: CompiledList;
  readonly clock: WallClock;
  /** False: entries that depend on the clock are left out, so nothing ever changes. */
  readonly trusted: boolean;
  judgementAt(instant: number): Judgement;
  flatAt(instant: number): Flat;
  flatSteps(instant: number): Steps<Flat>;
}

/** Null if the screen has no playlist. */
export function* sceneOf(input: ScheduleInput, keepAbsent: boolean): Steps<Scene | null> {
  const { edition, screenId } = input;
  const listId = Object.hasOwn(edition.screens, screenId) ? edition.screens[screenId] : undefined;
  const { lists, ruleCount } = yield* compileSteps(edition);
  const list = listId === undefined ? undefined : lists.get(listId);
  if (list === undefined) return null;
  const clock = wallClock(input.zone);
  const place = placeOf(list);
  const scene = (trusted: boolean): Scene => {
    const judgementAt = (instant: number): Judgement =>
      new Judgement({
        wall: clock.read(instant),
        holdings: input.holdings,
        defaultTransition: input.defaultTransition,
        clockTrusted: trusted,
        keepAbsent,
      });
    const flatSteps = (at: number): Steps<Flat> => flatten(place, judgementAt(at));
    const flatAt = (at: number): Flat => atOnce(flatSteps(at));
    return { list, ruleCount, clock, trusted, judgementAt, flatAt, flatSteps };
  };
  if (input.clockTrusted) return scene(true);
  // If every entry depends on the clock, the untrusted clock must do.
  const withoutClock = scene(false);
  const { cues } = yield* withoutClock.flatSteps(0);
  return cues.length > 0 ? withoutClock : scene(true);
}

const places = new WeakMap<CompiledList, Place>();

function placeOf(list: CompiledList): Place {
  const place = places.get(list) ?? new Place(list, []);
  places.set(list, place);
  return place;
}
