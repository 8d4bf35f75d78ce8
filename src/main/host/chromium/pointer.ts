import type { Display } from '../host.ts';
import type { CdpSession } from './cdp.ts';

/**
 * Hides the pointer: it keeps the shape that it was last given by a movement over a page. So it gets one, over a
 * document that shows none; from then on the page hears of no movement, key, wheel or touch any more.
 */
export function hidePointer(page: CdpSession, { width, height }: Display): void {
  page.tell('Input.setIgnoreInputEvents', { ignore: false });
  for (const step of [0, 1]) {
    const position = { x: Math.floor(width / 2) + step, y: Math.floor(height / 2) };
    page.tell('Input.dispatchMouseEvent', { type: 'mouseMoved', ...position });
  }
  page.tell('Input.setIgnoreInputEvents', { ignore: true });
}
