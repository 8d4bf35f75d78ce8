import type { CompiledList } from './compiled.ts';
import type { Judgement } from './judgement.ts';
import type { Reason } from './reason.ts';

export const mostCues = 50_000;
/** Also bounds the exclusions, which nesting multiplies too. */
export const mostRows = 200_000;

/** The size of one pass of a playlist. */
export interface Size {
  readonly cues: number;
  /** Cues and exclusions. */
  readonly rows: number;
  /** Why an entry in it was left out because of nesting, not of time. */
  readonly cut: Reason | null;
  /** An entry is due, and its file cannot be shown. */
  readonly hasGap: boolean;
}

/**
 * Measures passes without walking them: each playlist once, however often it is nested, so that exponential nesting is
 * cheap. Only for playlists that do not lead into a cycle.
 */
export class Sizes {
  readonly #judgement: Judgement;
  readonly #known = new Map<CompiledList, Map<number, Size>>();

  constructor(judgement: Judgement) {
    this.#judgement = judgement;
  }

  /** `levels`: how many more levels of nesting may be below this list. */
  of(list: CompiledList, levels: number): Size {
    // Levels beyond its own height do not affect a list.
    const key = Math.min(levels, list.height);
    const byLevels = this.#known.get(list) ?? new Map<number, Size>();
    this.#known.set(list, byLevels);
    const size = byLevels.get(key) ?? this.#measure(list, levels);
    byLevels.set(key, size);
    return size;
  }

  #measure(list: CompiledList, levels: number): Size {
    const judgement = this.#judgement;
    let cues = 0;
    let rows = 0;
    let cut: Reason | null = null;
    let hasGap = false;
    for (const entry of list.entries) {
      rows++;
      if (!judgement.isDue(entry)) continue;
      if (entry.nesting === null) {
        if (judgement.isReady(entry)) cues++;
        else hasGap = true;
      } else if (entry.nesting.list !== null) {
        const inner = levels > 0 ? this.of(entry.nesting.list, levels - 1) : null;
        hasGap ||= inner?.hasGap === true;
        if (inner !== null && inner.cues > 0 && fits(cues, rows - 1, inner)) {
          cues += inner.cues;
          rows += inner.rows - 1;
        } else {
          cut ??= inner !== null && inner.cues === 0 ? inner.cut : 'nested-too-large';
        }
      }
    }
    return { cues, rows, cut, hasGap };
  }
}

/** Whether a nested pass fits after the rows before it. */
export function fits(cues: number, rows: number, inner: Size): boolean {
  return cues + inner.cues <= mostCues && rows + inner.rows <= mostRows;
}
