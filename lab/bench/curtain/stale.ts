// Pictures of an item that is over, or not yet due, in a show of pure red and pure green.
import { type Frame, kindOf } from '../../../test/e2e/support/display.ts';

export const isRed = ({ rgb }: Frame): boolean => (rgb[0] ?? 0) > (rgb[1] ?? 0);

/** Pictures of a colour that is visible for less than half its time, between pictures of the other one. */
export function staleOf(
  frames: readonly { readonly at: number; readonly frame: Frame }[],
  itemMs: number,
): number {
  const runs: { red: boolean; from: number; count: number }[] = [];
  for (const { at, frame } of frames) {
    if (kindOf(frame) !== 'show') continue;
    const [red, last] = [isRed(frame), runs.at(-1)];
    if (last?.red === red) last.count += 1;
    else runs.push({ red, from: at, count: 1 });
  }
  const short = runs.filter(({ from }, index) => {
    const next = runs[index + 1];
    return index > 0 && next !== undefined && next.from - from < itemMs / 2;
  });
  return short.reduce((sum, { count }) => sum + count, 0);
}
