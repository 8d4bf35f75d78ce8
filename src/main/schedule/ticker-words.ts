import type { Ticker } from '../../shared/programme.ts';

/**
 * The CMS does not document the words for a ticker's direction and position: `right`, `RIGHT_TO_LEFT`, `ltr`, `from left`,
 * `Top`. Unknown words mean the default: at the bottom, to the left, with the clock on the right.
 */

/** The side that the text moves to: the last one named, or its opposite after "from". */
export function directionOf(text: string | null): Ticker['direction'] {
  const letters = lettersOf(text);
  if (/^l(t|to)?r$/.test(letters)) return 'right';
  const last = [...letters.matchAll(/(from(?:the)?)?(left|right)/g)].at(-1);
  if (last === undefined) return 'left';
  const comesFromThere = last[1] !== undefined;
  return (last[2] === 'right') === comesFromThere ? 'left' : 'right';
}

export function positionOf(text: string | null): Ticker['position'] {
  return /top|upper|above/.test(lettersOf(text)) ? 'top' : 'bottom';
}

export function clockPositionOf(text: string | null): NonNullable<Ticker['clock']>['position'] {
  return lettersOf(text).includes('left') ? 'left' : 'right';
}

/** Letters only: `left-to-right`, `Left to right` and `leftToRight` are equal. */
function lettersOf(text: string | null): string {
  return (text ?? '').toLowerCase().replace(/[^a-z]/g, '');
}
