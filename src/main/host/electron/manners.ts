import { isAppAddress } from './address.ts';
import type { ContentsApi } from './api.ts';

/** No input of a person or a page may leave the show, open anything over it, or zoom it. */
export function keepManners(contents: ContentsApi, overlayKey: boolean): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // Pages must not learn the addresses of the local network.
  contents.setWebRTCIPHandlingPolicy('default_public_interface_only');
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => {
    if (!mayShow(event.url, event.isMainFrame)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!mayShow(event.url, event.isMainFrame)) event.preventDefault();
  });
  // Preventing this event lets the page leave without a dialog.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  contents.on('before-input-event', (event, input) => {
    if (!overlayKey || !isOverlayKey(input)) event.preventDefault();
  });
  contents.on('before-mouse-event', (event) => event.preventDefault());
  contents.on('zoom-changed', () => contents.setZoomFactor(1));
}

/** Ctrl+Alt+O toggles the stage's overlay for service staff; no other key reaches the stage. */
function isOverlayKey({ control, alt, code }: Electron.Input): boolean {
  return control && alt && code === 'KeyO';
}

/** The zoom belongs to a loaded document, so it is locked again after each load. */
export function lockZoom(contents: ContentsApi): Promise<void> {
  contents.setZoomFactor(1);
  return contents.setVisualZoomLevelLimits(1, 1);
}

/** The top frame may only show the app; other frames show web pages and blank documents. */
function mayShow(address: string, isMainFrame: boolean): boolean {
  if (isMainFrame) return isAppAddress(address);
  return /^https?:\/\//i.test(address) || address === 'about:blank' || address === 'about:srcdoc';
}
