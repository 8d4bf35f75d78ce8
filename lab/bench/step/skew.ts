// How far two displays are apart, from a recording of both.

import { isNearPause, type Pauses } from '../../support/machine-pauses.ts';
import type { Code } from '../stage/code.ts';
import type { Pair } from './recording.ts';

/** What a code stands for: a frame of an item. A clip longer than a code can count carries several ids. */
export interface ShownFrame {
  readonly item: string;
  readonly frame: number;
  /** Of a clip; 1 of what stands still. */
  readonly frames: number;
}

export type Reading = (code: Code) => ShownFrame | null;

/** One thing that tells how far they are apart, in frames at 30 a second. */
export interface Skew {
  readonly at: number;
  /** Of a change: when the first of them changed. Otherwise the same as `at`. */
  readonly since: number;
  /** `frame`: both show the same clip. `change`: for so long they showed different items. */
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
  /** Left out: the recording itself was late with one of the displays. */
  readonly unsure: number;
  /** Left out: nothing can be read on one of them. */
  readonly unreadable: number;
  /** The longest that one frame of a clip stood on either display, in frames: what a starved machine looks like. */
  readonly stood: readonly [number, number];
}

const frameMs = 1000 / 30;
/** A recording at 60 pictures a second is that far apart by nature. */
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

/** Without what was seen while the machine itself stood still, and right after. */
export function outside(skews: readonly Skew[], machine: Pauses): readonly Skew[] {
  return skews.filter(({ since, at }) => !isNearPause(machine, since, at));
}

/** How long pictures of clips stay. */
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

/** A clip may run in a circle. */
function apart(one: number, other: number, frames: number): number {
  const distance = Math.abs(one - other);
  return Math.min(distance, frames - distance);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
