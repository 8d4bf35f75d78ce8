import type { Ticker } from '../../shared/programme.ts';

/**
 * The words for how a ticker runs and where it stands are not published: `right`, `RIGHT_TO_LEFT`, `ltr`, `from left`,
 * `Top`. What is not understood is as usual: at the bottom, to the left, with the clock at the right.
 */

/** The side that the line runs to: the last one that is named, unless it comes from there. */
export function runsTo(said: string | null): Ticker['direction'] {
  const letters = lettersOf(said);
  if (/^l(t|to)?r$/.test(letters)) return 'right';
  const last = [...letters.matchAll(/(from(?:the)?)?(left|right)/g)].at(-1);
  if (last === undefined) return 'left';
  const comesFromThere = last[1] !== undefined;
  return (last[2] === 'right') === comesFromThere ? 'left' : 'right';
}

export function standsAt(said: string | null): Ticker['position'] {
  return /top|upper|above/.test(lettersOf(said)) ? 'top' : 'bottom';
}

export function clockStandsAt(said: string | null): NonNullable<Ticker['clock']>['position'] {
  return lettersOf(said).includes('left') ? 'left' : 'right';
}

/** The letters alone: `left-to-right`, `Left to right` and `leftToRight` are one. */
function lettersOf(said: string | null): string {
  return (said ?? '').toLowerCase().replace(/[^a-z]/g, '');
}
