import type { Cue, Sequence } from '../../shared/programme.ts';
import { entriesPerStep, type Steps } from '../../shared/steps.ts';
import { deepestNesting, mayNest } from '../edition/nesting.ts';
import type { CompiledEntry, CompiledList } from './compiled.ts';
import type { Judgement } from './judgement.ts';
import { type Cause, LeftOut } from './left-out.ts';
import type { Place } from './place.ts';
import type { Reason } from './reason.ts';
import { fits, mostCues, mostRows, type Size, Sizes } from './size.ts';

/** One pass of a screen at one instant. */
export interface Flat {
  /** In list order. */
  readonly cues: readonly Cue[];
  readonly sequence: Sequence;
  readonly leftOut: LeftOut;
  /** The listed entries with conditions: when one flips, the pass or a reason changes, unless the entry is fixed. */
  readonly timed: readonly CompiledEntry[];
  /** Nested playlists whose content is not listed now but may be later. */
  readonly hidden: readonly Hidden[];
  /** The number of occurrences visited: the cost of this pass. */
  readonly walked: number;
}

export interface Hidden {
  readonly list: CompiledList;
  /** Why it does not play now. */
  readonly reason: Reason;
  /** Levels of nesting still allowed below it. */
  readonly levels: number;
  /** Rows before it in the list around it, which decide whether it fits. */
  readonly before: Rows;
}

interface Rows {
  readonly cues: number;
  /** Cues and exclusions. */
  readonly rows: number;
}

export function* flatten(place: Place, judgement: Judgement): Steps<Flat> {
  const walk = new Walk(judgement);
  const members = yield* walk.list(place, 0);
  return {
    cues: walk.cues,
    sequence: { seed: place.list.seed, members },
    leftOut: walk.leftOut,
    timed: walk.timed,
    hidden: walk.hidden,
    walked: walk.walked,
  };
}

class Walk {
  readonly cues: Cue[] = [];
  readonly leftOut: LeftOut;
  readonly timed: CompiledEntry[] = [];
  readonly hidden: Hidden[] = [];
  walked = 0;
  readonly #judgement: Judgement;
  readonly #sizes: Sizes;
  /** The lists around the current occurrence: one that is met again contains itself. */
  readonly #open = new Set<CompiledList>();
  /** The number of entries visited in lists that lead into a cycle. */
  #circular = 0;

  constructor(judgement: Judgement) {
    this.#judgement = judgement;
    this.#sizes = new Sizes(judgement);
    this.leftOut = new LeftOut(judgement);
  }

  /** The playing members of a list. `positions`: receives their places in it. */
  *list(place: Place, depth: number, positions: number[] | null = null): Steps<Sequence['members']> {
    const { list } = place;
    const around = { cues: this.cues.length, rows: this.#rows() };
    const members: (number | Sequence)[] = [];
    this.#open.add(list);
    for (const entry of list.entries) {
      if (++this.walked % entriesPerStep === 0) yield;
      if (entry.rule !== null && entry.fault === null) this.timed.push(entry);
      const member = !this.#judgement.isDue(entry)
        ? this.#exclude(place, entry, 'conditions')
        : entry.nesting === null
          ? this.#media(place, entry)
          : yield* this.#inner(place, entry, depth, around);
      if (member === null) continue;
      members.push(member);
      positions?.push(entry.position);
    }
    this.#open.delete(list);
    return members;
  }

  *#inner(place: Place, entry: CompiledEntry, depth: number, around: Rows): Steps<Sequence | null> {
    const list = entry.nesting?.list ?? null;
    if (list === null) return this.#exclude(place, entry, 'nested-missing');
    if (this.#open.has(list)) return this.#exclude(place, entry, 'nested-cycle');
    if (!mayNest(depth)) return this.#exclude(place, entry, 'nested-too-large');
    if (list.leadsIntoCycle) return yield* this.#circularList(place, entry, list, depth + 1);
    // A list that fits even if all of it plays need not be measured first, as long as walking is cheap.
    const before = { cues: this.cues.length - around.cues, rows: this.#rows() - around.rows };
    const { mostRows: most } = list;
    return this.walked + most <= mostRows &&
      fits(before.cues, before.rows, { cues: most, rows: most, cut: null, hasGap: false })
      ? yield* this.#walkedList(place, entry, list, depth + 1)
      : yield* this.#measuredList(place, entry, list, depth + 1, before);
  }

  #media(place: Place, entry: CompiledEntry): number | null {
    const judgement = this.#judgement;
    const { media } = entry;
    const held = judgement.held(entry);
    const reason = judgement.media(entry, held);
    if (reason !== null || media === null) return this.#exclude(place, entry, reason ?? 'media-unknown');
    const { defaultTransition } = judgement.circumstances;
    const isUsable = judgement.fault(entry, held) === null;
    return this.cues.push(place.cue(entry, media, held, isUsable, defaultTransition)) - 1;
  }

  *#measuredList(
    place: Place,
    entry: CompiledEntry,
    list: CompiledList,
    depth: number,
    before: Rows,
  ): Steps<Sequence | null> {
    const levels = deepestNesting - depth;
    const size = this.#sizes.of(list, levels);
    const reason = nestedReason(size, before);
    if (reason === null) return yield* this.#nested(place, entry, list, depth);
    this.hidden.push({ list, reason, levels, before });
    return this.#exclude(place, entry, reason === 'nested-empty' && size.hasGap ? 'gap' : reason);
  }

  /** With a cycle inside, the size of a list depends on its place: it cannot be measured. */
  *#circularList(
    place: Place,
    entry: CompiledEntry,
    list: CompiledList,
    depth: number,
  ): Steps<Sequence | null> {
    this.#circular += list.entries.length;
    if (this.#circular > mostRows || this.cues.length >= mostCues)
      return this.#exclude(place, entry, 'nested-too-large');
    return yield* this.#walkedList(place, entry, list, depth);
  }

  /** Walks a list, and undoes everything if nothing in it plays. */
  *#walkedList(
    place: Place,
    entry: CompiledEntry,
    list: CompiledList,
    depth: number,
  ): Steps<Sequence | null> {
    const { cues, leftOut, timed, hidden } = this;
    const before = [cues.length, leftOut.count, timed.length, hidden.length] as const;
    const sequence = yield* this.#nested(place, entry, list, depth);
    if (cues.length > before[0]) return sequence;
    const causes = leftOut.cutTo(before[1]);
    const reason = structural(causes) ?? 'nested-empty';
    timed.length = before[2];
    hidden.length = before[3];
    hidden.push({ list, reason, levels: deepestNesting - depth, before: { cues: 0, rows: 0 } });
    const hasGap = causes.some((cause) => gaps.has(cause));
    return this.#exclude(place, entry, reason === 'nested-empty' && hasGap ? 'gap' : reason);
  }

  *#nested(place: Place, entry: CompiledEntry, list: CompiledList, depth: number): Steps<Sequence> {
    const { seed = null, visit = null } = entry.nesting ?? {};
    const inner = place.inner(entry, list);
    if (visit === null) return { seed, members: yield* this.list(inner, depth) };
    const positions: number[] = [];
    const members = yield* this.list(inner, depth, positions);
    const isWhole = members.length === list.entries.length;
    return {
      seed: null,
      members,
      visit: { list: list.id, ...visit, ...(isWhole ? {} : { positions }) },
    };
  }

  #exclude(place: Place, entry: CompiledEntry, cause: Cause): null {
    this.leftOut.add(place, entry, cause);
    return null;
  }

  #rows(): number {
    return this.cues.length + this.leftOut.count;
  }
}

/** Why a nested playlist does not play although the conditions of its entry hold; null: it plays. */
export function nestedReason(size: Size, before: Rows): Reason | null {
  if (size.cues === 0) return size.cut ?? 'nested-empty';
  return fits(before.cues, before.rows, size) ? null : 'nested-too-large';
}

/** Due, and the file cannot be shown; or a nested playlist in which that is so. */
const gaps: ReadonlySet<Cause> = new Set<Cause>([
  'media-unknown',
  'media-not-ready',
  'unsupported',
  'media-not-downloaded',
  'media-unavailable',
  'media-failed',
  'gap',
]);

function structural(causes: readonly Cause[]): Reason | null {
  return causes.find((cause) => cause === 'nested-cycle' || cause === 'nested-too-large') ?? null;
}
