// What a recording says about the transitions in it.
import type { Sight } from './bench-stage-recording.ts';

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
  readonly id: number;
  /** Pictures in which neither item can be read, though no transition is under way. */
  readonly foreign: number;
  readonly black: number;
  /** How long the outgoing clip's last picture stood too long, in frames of the clip; null when it is no clip. */
  readonly holdLast: number | null;
  /** The same for the incoming clip's first picture. */
  readonly holdFirst: number | null;
  /** Frames of the clips around the transition that were never seen. */
  readonly lostAtEnd: number | null;
  readonly lostAtStart: number | null;
  /** By how much the time since the item before differs from its length. */
  readonly drift: number;
}

export interface Verdict {
  readonly pictures: number;
  readonly seconds: number;
  readonly black: number;
  readonly foreign: number;
  readonly transitions: readonly TransitionSeen[];
  /** Frames in the midst of clips that were never seen. */
  readonly lostWithin: number;
  readonly framesWithin: number;
  /** What was wrong, for a person. */
  readonly complaints: readonly string[];
  /** Longest time between two pictures of the recording itself. */
  readonly worstGapMs: number;
}

const frameMs = 1000 / 30;

/** Black: most of the picture is, or it is far darker than any item. */
const isBlack = (sight: Sight): boolean => sight.blackShare > 0.5 || sight.brightness < 60;

interface Run {
  readonly id: number;
  readonly from: number;
  until: number;
}

export function analyse(
  all: readonly Sight[],
  items: ReadonlyMap<number, ShownItem>,
  from = Number.NEGATIVE_INFINITY,
): Verdict {
  const sights = all.filter(({ at }) => at >= from);
  const runs = runsOf(sights);
  const stale = staleOf(sights, runs, items);
  const transitions: TransitionSeen[] = [];
  let [lostWithin, framesWithin, foreign] = [0, 0, 0];
  for (const [index, run] of runs.entries()) {
    const item = items.get(run.id);
    if (item === undefined) {
      foreign += run.until - run.from + 1;
      continue;
    }
    if (item.kind === 'video' && index > 0 && index < runs.length - 1) {
      const seen = new Set(codes(sights, run).map((code) => code.frame));
      const [first, last] = [Math.min(...seen), Math.max(...seen)];
      lostWithin += last - first + 1 - seen.size;
      framesWithin += last - first + 1;
    }
    const before = runs[index - 1];
    const outgoing = before && items.get(before.id);
    if (before && outgoing) transitions.push(transitionOf(sights, before, outgoing, run, item));
  }
  foreign += transitions.reduce((sum, one) => sum + one.foreign, 0) + stale.length;
  const gaps = sights.map((sight, index) => sight.at - (sights[index - 1]?.at ?? sight.at));
  const first = runs[0]?.from ?? 0;
  return {
    pictures: sights.length,
    seconds: ((sights.at(-1)?.at ?? 0) - (sights[0]?.at ?? 0)) / 1000,
    black: sights.slice(first).filter(isBlack).length,
    foreign,
    transitions,
    lostWithin,
    framesWithin,
    complaints: complaintsOf(sights, first, transitions, stale),
    worstGapMs: Math.max(...gaps),
  };
}

function complaintsOf(
  sights: readonly Sight[],
  first: number,
  transitions: readonly TransitionSeen[],
  stale: readonly Sight[],
): string[] {
  const start = sights[first]?.at ?? 0;
  const time = (at: number): string => `${((at - start) / 1000).toFixed(2)} s`;
  const black = sights
    .slice(first)
    .filter(isBlack)
    .map(
      (sight) => `black at ${time(sight.at)}: ${JSON.stringify(sight.code)} ${sight.brightness.toFixed(0)}`,
    );
  const strange = transitions
    .filter((one) => one.foreign > 0)
    .map((one) => `unreadable before ${time(one.at)}: ${one.foreign} at ${one.pairing} ${one.kind}`);
  const gone = transitions
    .filter((one) => one.drift < -400)
    .map(
      (one) =>
        `too soon at ${time(one.at)}: ${one.pairing} ${one.kind}, item ${one.id}, ${one.drift.toFixed(0)} ms`,
    );
  const old = stale.map(({ at, code }) => `stale at ${time(at)}: ${JSON.stringify(code)}`);
  return [...black, ...strange, ...gone, ...old];
}

/** Stretches of pictures with the code of one item; what cannot be read in their midst belongs to them. */
function runsOf(sights: readonly Sight[]): readonly Run[] {
  const runs: Run[] = [];
  for (const [index, { code }] of sights.entries()) {
    if (code === null) continue;
    const last = runs.at(-1);
    if (last?.id === code.id) last.until = index;
    else runs.push({ id: code.id, from: index, until: index });
  }
  return runs;
}

function codes(sights: readonly Sight[], run: Run) {
  return sights.slice(run.from, run.until + 1).flatMap(({ code }) => (code === null ? [] : [code]));
}

/** Pictures that show an earlier frame than the one before them, or nothing known in the midst of an item. */
function staleOf(
  sights: readonly Sight[],
  runs: readonly Run[],
  items: ReadonlyMap<number, ShownItem>,
): readonly Sight[] {
  const stale: Sight[] = [];
  for (const [index, run] of runs.entries()) {
    // While one item slides over another, either may be readable for a moment and then not.
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

/** How long a transition may leave its mark: its own length, and a few pictures of the recording. */
function grain(item: ShownItem | undefined): number {
  return item === undefined || item.transition === 'cut' ? 0 : item.transitionMs + 80;
}

function transitionOf(
  sights: readonly Sight[],
  before: Run,
  outgoing: ShownItem,
  run: Run,
  item: ShownItem,
): TransitionSeen {
  const between = sights.slice(before.until + 1, run.from);
  const spent = (sights[run.from]?.at ?? 0) - (sights[before.until]?.at ?? 0);
  const foreign = spent <= grain(item) ? 0 : between.length;
  const cut = item.transition === 'cut';
  return {
    pairing: `${outgoing.kind}→${item.kind}`,
    kind: item.transition,
    at: sights[run.from]?.at ?? 0,
    id: run.id,
    foreign,
    black: between.filter(isBlack).length,
    holdLast: cut && outgoing.kind === 'video' ? holdOfLast(sights, before, run) : null,
    holdFirst: cut && item.kind === 'video' ? holdOfFirst(sights, run) : null,
    lostAtEnd: cut && outgoing.kind === 'video' ? outgoing.frames - 1 - lastFrame(sights, before) : null,
    lostAtStart: cut && item.kind === 'video' ? (sights[run.from]?.code?.frame ?? 0) : null,
    drift: (sights[run.from]?.at ?? 0) - (sights[before.from]?.at ?? 0) - outgoing.durationMs,
  };
}

function lastFrame(sights: readonly Sight[], run: Run): number {
  return sights[run.until]?.code?.frame ?? 0;
}

function holdOfLast(sights: readonly Sight[], before: Run, run: Run): number {
  const last = lastFrame(sights, before);
  let since = before.until;
  while (since > before.from && sights[since - 1]?.code?.frame === last) since -= 1;
  return ((sights[run.from]?.at ?? 0) - (sights[since]?.at ?? 0)) / frameMs - 1;
}

function holdOfFirst(sights: readonly Sight[], run: Run): number {
  const first = sights[run.from]?.code?.frame;
  const next = sights.findIndex(
    (sight, index) => index > run.from && sight.code !== null && sight.code.frame !== first,
  );
  if (next === -1) return 0;
  return ((sights[next]?.at ?? 0) - (sights[run.from]?.at ?? 0)) / frameMs - 1;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
