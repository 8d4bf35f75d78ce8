import type { ScreenSettings } from '../../shared/programme.ts';

/**
 * The sandbox leaves out top navigation, popups, dialogs, downloads, pointer lock and presentation. Pages need
 * scripts and forms. They also need their own origin: without it they have no storage, and their server cannot
 * identify them. That origin is never the app's, so a page cannot lift its sandbox. `credentialless`: its storage is
 * separate and is deleted with the stage. `allow=""`: it gets no permission.
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

/** The page is laid out for the smaller area and then enlarged. */
export function zoomTo(frame: HTMLIFrameElement, { pageZoom }: ScreenSettings): void {
  const size = `${100 / pageZoom}%`;
  Object.assign(frame.style, { width: size, height: size, scale: `${pageZoom}`, transformOrigin: '0 0' });
}
