import type { Page } from 'playwright-core';
import { allTexts } from '../../../src/shared/languages/catalogues.ts';
import type { Language } from '../../../src/shared/languages/language.ts';

/** Faults on a page: leftovers of code, text of another language, text that is cut off or broken inside a word. */
export async function faultsOf(page: Page, language: Language): Promise<readonly string[]> {
  const text = await page.locator('body').innerText();
  return [
    ...(text.match(/\bnull\b|\bundefined\b|\bNaN\b|\[object|\bpage\.\w+|\{\w+\}|\d-\d\dT\d/g) ?? []),
    ...english(text, language),
    ...(await page.evaluate(misfits)),
  ];
}

/** Lines that are in English although the language has its own text. */
function english(text: string, language: Language): readonly string[] {
  // Each language is listed by its own name; the key that confirms a PIN has one name in all.
  const fine = new Set<unknown>([...Object.values(allTexts[language]), 'English', 'OK']);
  const lines = new Set(text.split('\n').map((line) => line.trim()));
  return Object.values<unknown>(allTexts.en).flatMap((there) =>
    typeof there === 'string' && !fine.has(there) && lines.has(there) ? [`English: ${there}`] : [],
  );
}

/** Runs in the page. Long words, such as addresses and codes, may break; an ellipsis marks the truncated name of a player. */
function misfits(): readonly string[] {
  const boxes = 'button, .button, .card, .chip, .notice, td, th, dd, dt, label, li, p, h1, h2, h3';
  // Also a number with its unit, and from when until when.
  const words = /Wi-Fi|\d [kMGT]?B\b|\p{L}+ …|\d+:\d\d–\d+:\d\d|\p{L}{3,24}/gu;
  const found = new Set<string>();
  if (document.documentElement.scrollWidth > innerWidth) found.add('wider than its window');
  for (const box of document.querySelectorAll<HTMLElement>('[type="checkbox"], [type="radio"]'))
    if (box.checkVisibility({ opacityProperty: true }) && Math.abs(box.offsetWidth - box.offsetHeight) > 1)
      found.add(`squeezed: ${box.parentElement?.innerText}`);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const box = node.parentElement;
    const text = node.nodeValue ?? '';
    // Tiles below the window have no layout yet.
    if (!box?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
    if (text.trim() === '') continue;
    const style = getComputedStyle(box);
    if (style.hyphens !== 'auto' && box.closest('code') === null)
      for (const { index, 0: word } of text.matchAll(words)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          found.add(`broken: ${word}`);
      }
    range.selectNodeContents(node);
    const chip = box.closest('.chip') === null && box.closest('.tile')?.querySelector(':scope > .chip');
    if (chip && [...range.getClientRects()].some((line) => overlap(line, chip.getBoundingClientRect())))
      found.add(`below a chip: ${text.trim()}`);
    const of = range.getBoundingClientRect();
    for (let outer: Element | null = box; outer !== null; outer = outer.parentElement) {
      const { overflowX, textOverflow, borderRightWidth, webkitLineClamp } = getComputedStyle(outer);
      const bounds = outer.getBoundingClientRect();
      if (webkitLineClamp !== 'none' && outer.scrollHeight > outer.clientHeight + 1)
        found.add(`cut off: ${text.trim()}`);
      if (textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll') break;
      // Text for screen readers only has a box of one pixel.
      if (bounds.width <= 1) break;
      if (overflowX === 'hidden' && webkitLineClamp === 'none' && lacksALine(bounds))
        found.add(`cut off: ${text.trim()}`);
      if (outer.matches(boxes) || Number.parseFloat(borderRightWidth) > 0)
        if (isOutside(of, bounds, isTurned(outer, bounds))) found.add(`outside of its box: ${text.trim()}`);
    }
  }
  return [...found];

  /** Of the text in `range`. A font may be somewhat taller than its line. */
  function lacksALine({ left, right, top, bottom }: DOMRect): boolean {
    return [...range.getClientRects()].some((line) => {
      const less = Math.min(line.width, line.height) / 3;
      const isOut = line.right > right + less || line.left < left - less;
      return isOut || line.bottom > bottom + less || line.top < top - less;
    });
  }

  function overlap(one: DOMRect, other: DOMRect): boolean {
    const isBeside = one.right <= other.left || other.right <= one.left;
    return !isBeside && one.bottom > other.top && other.bottom > one.top;
  }

  /** Along its lines: across them, a font may be taller than its line. */
  function isOutside(inner: DOMRect, outer: DOMRect, areDown: boolean): boolean {
    return areDown
      ? inner.bottom > outer.bottom + 1 || inner.top < outer.top - 1
      : inner.right > outer.right + 1 || inner.left < outer.left - 1;
  }

  /** On a display that stands upright, lines run down. */
  function isTurned(one: Element, { width, height }: DOMRect): boolean {
    if (!(one instanceof HTMLElement) || one.offsetWidth === one.offsetHeight) return false;
    return Math.abs(one.offsetWidth - height) < 1 && Math.abs(one.offsetHeight - width) < 1;
  }
}
