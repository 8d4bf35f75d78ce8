import type { Display } from '../host.ts';
import type { CdpSession } from './cdp.ts';

/**
 * Hides the pointer. It keeps the shape of its last movement over a page, so it is moved once over a document with no
 * cursor. After that the page receives no movement, key, wheel or touch.
 */
export function hidePointer(page: CdpSession, { width, height }: Display): void {
  page.post('Input.setIgnoreInputEvents', { ignore: false });
  for (const step of [0, 1]) {
    const position = { x: Math.floor(width / 2) + step, y: Math.floor(height / 2) };
    page.post('Input.dispatchMouseEvent', { type: 'mouseMoved', ...position });
  }
  page.post('Input.setIgnoreInputEvents', { ignore: true });
}
