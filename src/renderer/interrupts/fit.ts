import type { Layout } from '../../shared/interrupts.ts';

/** The largest title, as a part of the shorter side of its part of the screen. */
const largest: Readonly<Record<Layout, number>> = { full: 0.2, banner: 0.1, corner: 0.075 };
const smallestPixels = 8;
const steps = 10;

/** Finds the largest size at which all words fit without breaking one; breaks words only where no size would do. */
export function fitWords(board: HTMLElement, words: HTMLElement, layout: Layout, region: HTMLElement): void {
  const side = Math.min(region.clientWidth, region.clientHeight);
  board.classList.remove('breaks');
  if (search(words, side * largest[layout])) return;
  board.classList.add('breaks');
  search(words, side * largest[layout]);
}

/** Leaves the words at the largest size that fits, else at the smallest. */
function search(words: HTMLElement, most: number): boolean {
  const fits = (size: number): boolean => {
    words.style.setProperty('--size', `${size}px`);
    return (
      words.scrollHeight <= words.clientHeight &&
      [...words.children].every((text) => text.scrollWidth <= text.clientWidth)
    );
  };
  if (fits(most)) return true;
  let [low, high] = [smallestPixels, most];
  for (let step = 0; step < steps; step++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return fits(low);
}
