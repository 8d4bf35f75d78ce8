import { isAppAddress } from './address.ts';
import type { ContentsApi } from './api.ts';

/** Nothing that a person or a page does leaves the show, opens something over it, or zooms it. */
export function keepManners(contents: ContentsApi, overlayKey: boolean): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // Pages do not learn the addresses of this network.
  contents.setWebRTCIPHandlingPolicy('default_public_interface_only');
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => {
    if (!mayShow(event.url, event.isMainFrame)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!mayShow(event.url, event.isMainFrame)) event.preventDefault();
  });
  // When this event is prevented the page goes without asking anybody.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  contents.on('before-input-event', (event, input) => {
    if (!overlayKey || !isOverlayKey(input)) event.preventDefault();
  });
  contents.on('before-mouse-event', (event) => event.preventDefault());
  contents.on('zoom-changed', () => contents.setZoomFactor(1));
}

/** Ctrl+Alt+O shows and hides the stage's overlay for whoever services the screen; no other key reaches it. */
function isOverlayKey({ control, alt, code }: Electron.Input): boolean {
  return control && alt && code === 'KeyO';
}

/** The zoom belongs to a loaded document, so it is locked again after each load. */
export function lockZoom(contents: ContentsApi): Promise<void> {
  contents.setZoomFactor(1);
  return contents.setVisualZoomLevelLimits(1, 1);
}

/** The top frame shows the app and nothing else; frames show web pages, and the empty ones pages make themselves. */
function mayShow(address: string, isMainFrame: boolean): boolean {
  if (isMainFrame) return isAppAddress(address);
  return /^https?:\/\//i.test(address) || address === 'about:blank' || address === 'about:srcdoc';
}
