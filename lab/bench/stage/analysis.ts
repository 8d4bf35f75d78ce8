// Derives the transitions from a recording.

import { isNearPause, type Pauses } from '../../support/machine-pauses.ts';
import type { Sight } from './recording.ts';
import { beginOfLast, endOfFirst, type LostFrames, lastFrame, lostIn, type Run, runsOf } from './runs.ts';

export interface ShownItem {
  readonly id: number;
  readonly kind: 'video' | 'image' | 'page';
  readonly transition: 'cut' | 'fade' | 'slide';
  readonly transitionMs: number;
  readonly durationMs: number;
  /** Of a clip. */
  readonly frames: number;
}

export interface TransitionSeen {
  readonly pairing: string;
  readonly kind: ShownItem['transition'];
  /** First sight of the incoming item, epoch milliseconds. */
  readonly at: number;
  /** The observed time: from the outgoing item's last picture to the incoming one's first. */
  readonly since: number;
  readonly until: number;
  readonly id: number;
  /** Excess time of the outgoing clip's last picture, in frames of the clip; null: not a clip. */
  readonly holdLast: number | null;
  /** The same for the incoming clip's first picture. */
  readonly holdFirst: number | null;
  /** Frames of the clips around the transition that were not recorded. */
  readonly lostAtEnd: number | null;
  readonly lostAtStart: number | null;
  /** The difference between the time since the previous item and its length. */
  readonly drift: number;
  /** For a cut in step: its delay after its instant, in milliseconds. */
  readonly late?: number | null;
}

interface Stretch {
  readonly since: number;
  readonly at: number;
}

export interface Verdict {
  readonly pictures: number;
  readonly seconds: number;
  /** The instants of black pictures. */
  readonly black: readonly number[];
  /** Pictures of anything but the due item, each with the examined time. */
  readonly foreign: readonly Stretch[];
  readonly transitions: readonly TransitionSeen[];
  readonly lostWithin: readonly LostFrames[];
  readonly framesWithin: number;
  /** The fault, for a person. */
  readonly complaints: readonly (Stretch & { readonly text: string })[];
  /** Longest time between two pictures of the recording itself. */
  readonly worstGapMs: number;
}

const frameMs = 1000 / 30;
/** Of the recording. */
const pictureMs = 1000 / 60;

/** Black: most of the picture is black, or it is far darker than any item. */
const isBlack = (sight: Sight): boolean => sight.blackShare > 0.5 || sight.brightness < 60;

export function analyse(
  all: readonly Sight[],
  items: ReadonlyMap<number, ShownItem>,
  from = Number.NEGATIVE_INFINITY,
): Verdict {
  const sights = all.filter(({ at }) => at >= from);
  const runs = runsOf(sights);
  const stale = staleOf(sights, runs, items);
  const transitions: TransitionSeen[] = [];
  const lostWithin: LostFrames[] = [];
  const unknown: Sight[] = [];
  const unreadable: (TransitionSeen & { readonly sights: readonly Sight[] })[] = [];
  let framesWithin = 0;
  for (const [index, run] of runs.entries()) {
    const item = items.get(run.id);
    if (item === undefined) {
      unknown.push(...sights.slice(run.from, run.until + 1));
      continue;
    }
    if (item.kind === 'video' && index > 0 && index < runs.length - 1) {
      const lost = lostIn(sights.slice(run.from, run.until + 1));
      lostWithin.push(...lost.lost);
      framesWithin += lost.of;
    }
    const before = runs[index - 1];
    const outgoing = before && items.get(before.id);
    if (before === undefined || outgoing === undefined) continue;
    const seen = transitionOf(sights, before, outgoing, run, item);
    transitions.push(seen);
    const between = unreadableIn(sights, before, run, item);
    if (between.length > 0) unreadable.push({ ...seen, sights: between });
  }
  const first = runs[0]?.from ?? 0;
  const black = sights.slice(first).filter(isBlack);
  const begun = sights[first]?.at ?? 0;
  const complaint = (at: number, what: string, more: string, since = at) => ({
    since,
    at,
    text: `${what} at ${((at - begun) / 1000).toFixed(2)} s: ${more}`,
  });
  return {
    pictures: sights.length,
    seconds: ((sights.at(-1)?.at ?? 0) - (sights[0]?.at ?? 0)) / 1000,
    black: black.map(({ at }) => at),
    foreign: [
      ...[...unknown, ...stale].map(({ at }) => ({ since: at, at })),
      ...unreadable.flatMap(({ since, at, sights }) => sights.map(() => ({ since, at }))),
    ],
    transitions,
    lostWithin,
    framesWithin,
    complaints: [
      ...black.map(({ at, code, brightness }) =>
        complaint(at, 'black', `${JSON.stringify(code)} ${brightness.toFixed(0)}`),
      ),
      ...unreadable.map(({ since, at, pairing, kind, sights: { length } }) =>
        complaint(at, 'unreadable', `${length} before it at ${pairing} ${kind}`, since),
      ),
      ...transitions
        .filter(({ drift }) => drift < -400)
        .map(({ at, pairing, kind, id, drift }) =>
          complaint(at, 'too soon', `${pairing} ${kind}, item ${id}, ${drift.toFixed(0)} ms`),
        ),
      ...stale.map(({ at, code }) => complaint(at, 'stale', JSON.stringify(code))),
    ],
    worstGapMs: sights.reduce(
      (worst, { at }, index) => Math.max(worst, at - (sights[index - 1]?.at ?? at)),
      0,
    ),
  };
}

/** The same without the pauses of the machine and the time right after them. */
export function outside(verdict: Verdict, machine: Pauses): Verdict {
  const isApart = ({ since, at }: Stretch): boolean => !isNearPause(machine, since, at);
  return {
    ...verdict,
    black: verdict.black.filter((at) => isApart({ since: at, at })),
    foreign: verdict.foreign.filter(isApart),
    transitions: verdict.transitions.filter(({ since, until }) => isApart({ since, at: until })),
    lostWithin: verdict.lostWithin.filter(isApart),
    complaints: verdict.complaints.filter(isApart),
  };
}

/** Pictures with an earlier frame than the previous one, or with nothing known in the middle of an item. */
function staleOf(
  sights: readonly Sight[],
  runs: readonly Run[],
  items: ReadonlyMap<number, ShownItem>,
): readonly Sight[] {
  const stale: Sight[] = [];
  for (const [index, run] of runs.entries()) {
    // While one item slides over another, either may be readable for a moment.
    const calmFrom = (sights[run.from]?.at ?? 0) + grain(items.get(run.id));
    const calmUntil = (sights[run.until]?.at ?? 0) - grain(items.get(runs[index + 1]?.id ?? -1));
    let highest = -1;
    for (const sight of sights.slice(run.from, run.until + 1)) {
      const unreadable = sight.code === null && sight.at > calmFrom && sight.at < calmUntil;
      if (unreadable || (sight.code !== null && sight.code.frame < highest)) stale.push(sight);
      highest = Math.max(highest, sight.code?.frame ?? -1);
    }
  }
  return stale;
}

/** How long a transition may affect pictures: its own length, and a few pictures of the recording. */
function grain(item: ShownItem | undefined): number {
  return item === undefined || item.transition === 'cut' ? 0 : item.transitionMs + 80;
}

/** Pictures in which neither item can be read, outside of transitions. */
function unreadableIn(sights: readonly Sight[], before: Run, run: Run, item: ShownItem): readonly Sight[] {
  const between = sights.slice(before.until + 1, run.from);
  // Where the recording itself was late, the picture on the display is unknown.
  const spent = (sights[run.from]?.at ?? 0) - (sights[before.until]?.at ?? 0);
  return Math.min(spent, between.length * pictureMs) <= grain(item) ? [] : between;
}

function transitionOf(
  sights: readonly Sight[],
  before: Run,
  outgoing: ShownItem,
  run: Run,
  item: ShownItem,
): TransitionSeen {
  const cut = item.transition === 'cut';
  const at = sights[run.from]?.at ?? 0;
  const since = sights[beginOfLast(sights, before)]?.at ?? at;
  const until = endOfFirst(sights, run);
  return {
    pairing: `${outgoing.kind}→${item.kind}`,
    kind: item.transition,
    at,
    since: outgoing.kind === 'video' ? since : (sights[before.until]?.at ?? at),
    until: item.kind === 'video' ? until : at,
    id: run.id,
    holdLast: cut && outgoing.kind === 'video' ? (at - since) / frameMs - 1 : null,
    holdFirst: cut && item.kind === 'video' ? (until - at) / frameMs - 1 : null,
    lostAtEnd: cut && outgoing.kind === 'video' ? outgoing.frames - 1 - lastFrame(sights, before) : null,
    lostAtStart: cut && item.kind === 'video' ? (sights[run.from]?.code?.frame ?? 0) : null,
    drift: (sights[run.from]?.at ?? 0) - (sights[before.from]?.at ?? 0) - outgoing.durationMs,
  };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
