import type { ScreenSettings } from '../../shared/programme.ts';

/**
 * The sandbox leaves out top navigation, popups, dialogs, downloads, pointer lock and presentation. A page has scripts
 * and forms because it needs them, and its own origin because without one it has no storage and its server does not know
 * who asks. That origin is never the app's, so the page cannot lift its own sandbox. `credentialless`: what it stores is
 * its own, and gone with the stage. `allow=""`: no permission is handed down.
 */
export function pageFrame(settings: ScreenSettings): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.className = 'page';
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  frame.setAttribute('allow', '');
  frame.setAttribute('credentialless', '');
  frame.referrerPolicy = 'no-referrer';
  frame.tabIndex = -1;
  frame.inert = true;
  zoomTo(frame, settings);
  return frame;
}

/** The page lays itself out for the space that is left, and is shown larger. */
export function zoomTo(frame: HTMLIFrameElement, { pageZoom }: ScreenSettings): void {
  const size = `${100 / pageZoom}%`;
  Object.assign(frame.style, { width: size, height: size, scale: `${pageZoom}`, transformOrigin: '0 0' });
}
