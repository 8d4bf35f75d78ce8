// The distance between two displays, from a recording of both.

import { isNearPause, type Pauses } from '../../support/machine-pauses.ts';
import type { Code } from '../stage/code.ts';
import type { Pair } from './recording.ts';

/** The meaning of a code: a frame of an item. A clip with more frames than a code can count has several ids. */
export interface ShownFrame {
  readonly item: string;
  readonly frame: number;
  /** Frames of a clip; 1 for a still. */
  readonly frames: number;
}

export type Reading = (code: Code) => ShownFrame | null;

/** One measured distance, in frames at 30 per second. */
export interface Skew {
  readonly at: number;
  /** For a change: when the first display changed. Otherwise equal to `at`. */
  readonly since: number;
  /** `frame`: both show the same clip. `change`: the time for which they showed different items. */
  readonly from: 'frame' | 'change';
  readonly item: string;
  readonly frames: number;
}

export interface SkewVerdict {
  /** Epoch milliseconds of the first picture with an item on both displays. */
  readonly from: number;
  readonly seconds: number;
  readonly pairs: number;
  readonly skews: readonly Skew[];
  /** Both show the same picture or page, which gives no offset. */
  readonly alike: number;
  /** Omitted: the recording of one display was late. */
  readonly unsure: number;
  /** Omitted: one display is unreadable. */
  readonly unreadable: number;
  /** The longest time of one frame of a clip on either display, in frames: shows a starved machine. */
  readonly stood: readonly [number, number];
}

const frameMs = 1000 / 30;
/** The inherent error of a recording at 60 pictures per second. */
const mostApartMs = 20;

/** From the first instant at which both displays show an item. */
export function skewsOf(pairs: readonly Pair[], reading: Reading): SkewVerdict {
  const shown = (code: Code | null): ShownFrame | null => (code === null ? null : reading(code));
  const seen = pairs.map((pair) => ({ ...pair, left: shown(pair.left), right: shown(pair.right) }));
  const first = seen.findIndex(({ left, right }) => left !== null && right !== null);
  const skews: Skew[] = [];
  const stood = [new Standing(), new Standing()] as const;
  let [alike, unsure, unreadable] = [0, 0, 0];
  let differentSince: number | null = null;
  let last: string | null = null;
  const counted = first === -1 ? [] : seen.slice(first);
  for (const { at, left, right, apartMs } of counted) {
    if (!(apartMs <= mostApartMs)) {
      unsure += 1;
      continue;
    }
    if (left === null || right === null) {
      unreadable += 1;
      continue;
    }
    stood[0].see(left, at);
    stood[1].see(right, at);
    if (left.item !== right.item) {
      differentSince ??= at;
      continue;
    }
    const { item, frames } = left;
    if (differentSince !== null || (last !== null && last !== item)) {
      const frames = differentSince === null ? 0 : (at - differentSince) / frameMs;
      skews.push({ at, since: differentSince ?? at, from: 'change', item, frames });
    }
    differentSince = null;
    last = item;
    if (frames === 1) alike += 1;
    else skews.push({ at, since: at, from: 'frame', item, frames: apart(left.frame, right.frame, frames) });
  }
  const end = counted.at(-1)?.at ?? 0;
  if (differentSince !== null)
    skews.push({
      at: end,
      since: differentSince,
      from: 'change',
      item: 'end',
      frames: (end - differentSince) / frameMs,
    });
  return {
    from: counted[0]?.at ?? 0,
    seconds: (end - (counted[0]?.at ?? 0)) / 1000,
    pairs: counted.length,
    skews,
    alike,
    unsure,
    unreadable,
    stood: [stood[0].longest, stood[1].longest],
  };
}

/** Without the pauses of the machine and the time right after them. */
export function outside(skews: readonly Skew[], machine: Pauses): readonly Skew[] {
  return skews.filter(({ since, at }) => !isNearPause(machine, since, at));
}

/** How long pictures of clips stay visible. */
class Standing {
  longest = 0;
  #shown: ShownFrame | null = null;
  #since = 0;

  see(shown: ShownFrame, at: number): void {
    if (shown.item !== this.#shown?.item || shown.frame !== this.#shown.frame) this.#since = at;
    this.#shown = shown;
    if (shown.frames > 1) this.longest = Math.max(this.longest, (at - this.#since) / frameMs);
  }
}

/** A clip may loop. */
function apart(one: number, other: number, frames: number): number {
  const distance = Math.abs(one - other);
  return Math.min(distance, frames - distance);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
