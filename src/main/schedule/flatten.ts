import { message } from '../../shared/languages/message.ts';
import type { Cue, Sequence } from '../../shared/programme.ts';
import { entriesPerStep, type Steps } from '../../shared/steps.ts';
import { deepestNesting, mayNest } from '../edition/nesting.ts';
import type { CompiledList } from './compiled.ts';
import type { Judgement } from './judgement.ts';
import type { Exclusion, Occurrence } from './occurrence.ts';
import type { Reason } from './reason.ts';
import type { Rule } from './rule.ts';
import { fits, mostCues, mostRows, type Size, Sizes } from './size.ts';

/** One pass of a screen at one instant. */
export interface Flat {
  /** In list order. */
  readonly cues: readonly Cue[];
  readonly sequence: Sequence;
  readonly excluded: readonly Exclusion[];
  /** The conditions of all listed entries: when one flips, the pass or a reason changes. */
  readonly listedRules: readonly Rule[];
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

export function* flatten(
  list: CompiledList,
  occurrences: readonly Occurrence[],
  judgement: Judgement,
): Steps<Flat> {
  const walk = new Walk(judgement);
  const members = yield* walk.list(list, occurrences, 0);
  return {
    cues: walk.cues,
    sequence: { seed: list.seed, members },
    excluded: walk.excluded,
    listedRules: walk.rules,
    hidden: walk.hidden,
    walked: walk.walked,
  };
}

class Walk {
  readonly cues: Cue[] = [];
  readonly excluded: Exclusion[] = [];
  readonly rules: Rule[] = [];
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
  }

  /** The playing members of a list. `positions`: receives their places in it. */
  *list(
    list: CompiledList,
    occurrences: readonly Occurrence[],
    depth: number,
    positions: number[] | null = null,
  ): Steps<Sequence['members']> {
    const around = { cues: this.cues.length, rows: this.#rows() };
    const members: (number | Sequence)[] = [];
    this.#open.add(list);
    let position = 0;
    for (const occurrence of occurrences) {
      if (++this.walked % entriesPerStep === 0) yield;
      const { entry } = occurrence;
      if (entry.rule !== null && entry.fixed === null) this.rules.push(entry.rule);
      const failed = this.#judgement.conditions(entry);
      const member =
        failed !== null
          ? this.#exclude(occurrence, failed)
          : entry.record.nestedPlaylistId === null
            ? this.#media(occurrence)
            : yield* this.#inner(occurrence, depth, around);
      if (member !== null) {
        members.push(member);
        positions?.push(position);
      }
      position++;
    }
    this.#open.delete(list);
    return members;
  }

  *#inner(occurrence: Occurrence, depth: number, around: Rows): Steps<Sequence | null> {
    const { entry } = occurrence;
    if (entry.nested === null) return this.#exclude(occurrence, 'nested-missing');
    if (this.#open.has(entry.nested)) return this.#exclude(occurrence, 'nested-cycle');
    if (!mayNest(depth)) return this.#exclude(occurrence, 'nested-too-large');
    if (entry.nested.leadsIntoCycle) return yield* this.#circularList(occurrence, entry.nested, depth + 1);
    // A list that fits even if all of it plays need not be measured first, as long as walking is cheap.
    const before = { cues: this.cues.length - around.cues, rows: this.#rows() - around.rows };
    const { mostRows: most } = entry.nested;
    return this.walked + most <= mostRows &&
      fits(before.cues, before.rows, { cues: most, rows: most, cut: null, hasGap: false })
      ? yield* this.#walkedList(occurrence, entry.nested, depth + 1)
      : yield* this.#measuredList(occurrence, entry.nested, depth + 1, before);
  }

  #media(occurrence: Occurrence): number | null {
    const { entry } = occurrence;
    const judgement = this.#judgement;
    const held = judgement.held(entry);
    const reason = judgement.media(entry, held);
    if (reason !== null || entry.media === null) return this.#exclude(occurrence, reason ?? 'media-unknown');
    const { defaultTransition } = judgement.circumstances;
    return (
      this.cues.push(
        occurrence.cue(entry.media, held, judgement.fault(entry, held) === null, defaultTransition),
      ) - 1
    );
  }

  *#measuredList(
    occurrence: Occurrence,
    list: CompiledList,
    depth: number,
    before: Rows,
  ): Steps<Sequence | null> {
    const levels = deepestNesting - depth;
    const size = this.#sizes.of(list, levels);
    const reason = nestedReason(size, before);
    if (reason === null) return yield* this.#nested(occurrence, list, depth);
    this.hidden.push({ list, reason, levels, before });
    return this.#exclude(occurrence, reason, size.hasGap);
  }

  /** With a cycle inside, the size of a list depends on its place: it cannot be measured. */
  *#circularList(occurrence: Occurrence, list: CompiledList, depth: number): Steps<Sequence | null> {
    this.#circular += list.entries.length;
    if (this.#circular > mostRows || this.cues.length >= mostCues)
      return this.#exclude(occurrence, 'nested-too-large');
    return yield* this.#walkedList(occurrence, list, depth);
  }

  /** Walks a list, and undoes everything if nothing in it plays. */
  *#walkedList(occurrence: Occurrence, list: CompiledList, depth: number): Steps<Sequence | null> {
    const { cues, excluded, rules, hidden } = this;
    const before = [cues.length, excluded.length, rules.length, hidden.length] as const;
    const sequence = yield* this.#nested(occurrence, list, depth);
    if (cues.length > before[0]) return sequence;
    const inner = excluded.splice(before[1]);
    const reason = structural(inner) ?? 'nested-empty';
    rules.length = before[2];
    hidden.length = before[3];
    hidden.push({ list, reason, levels: deepestNesting - depth, before: { cues: 0, rows: 0 } });
    return this.#exclude(occurrence, reason, inner.some(isGap));
  }

  *#nested(occurrence: Occurrence, list: CompiledList, depth: number): Steps<Sequence> {
    const { visit, nestedSeed } = occurrence.entry;
    if (visit === null) {
      const members = yield* this.list(list, occurrence.inner(list), depth);
      return { seed: nestedSeed, members };
    }
    const positions: number[] = [];
    const members = yield* this.list(list, occurrence.inner(list), depth, positions);
    const isWhole = members.length === list.entries.length;
    return {
      seed: null,
      members,
      visit: { list: list.id, ...visit, ...(isWhole ? {} : { positions }) },
    };
  }

  /** `hasGap`: in a nested playlist an entry is due, and its file cannot be shown. */
  #exclude(occurrence: Occurrence, reason: Reason, hasGap = false): null {
    const gap = hasGap && reason === 'nested-empty' ? message('reason.nested-empty.gap') : null;
    const detail = gap ?? this.#judgement.detail(reason, occurrence.entry);
    this.excluded.push(occurrence.exclusion(reason, detail));
    return null;
  }

  #rows(): number {
    return this.cues.length + this.excluded.length;
  }
}

/** Why a nested playlist does not play although the conditions of its entry hold; null: it plays. */
export function nestedReason(size: Size, before: Rows): Reason | null {
  if (size.cues === 0) return size.cut ?? 'nested-empty';
  return fits(before.cues, before.rows, size) ? null : 'nested-too-large';
}

/** Due, and the file cannot be shown. */
const gaps: ReadonlySet<Reason> = new Set<Reason>([
  'media-unknown',
  'media-not-ready',
  'unsupported',
  'media-not-downloaded',
  'media-unavailable',
  'media-failed',
]);

function isGap({ reason, detail }: Exclusion): boolean {
  return gaps.has(reason) || (reason === 'nested-empty' && detail !== undefined);
}

function structural(excluded: readonly Exclusion[]): Reason | null {
  const cut = excluded.find(({ reason }) => reason === 'nested-cycle' || reason === 'nested-too-large');
  return cut?.reason ?? null;
}
