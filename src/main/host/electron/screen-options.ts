import type { Display } from '../host.ts';

export interface ContentOptions {
  readonly partition: string;
  readonly preload: string;
  readonly devTools: boolean;
}

/**
 * A bare window over one whole display, created without `kiosk`: on Linux that would show it at once, whatever `show`
 * says.
 */
export function screenOptions(display: Display): Electron.BaseWindowConstructorOptions {
  return {
    title: 'Vitrine',
    ...boundsOver(display),
    // Shown once its stage has painted: no white flash, and no empty frame.
    show: false,
    backgroundColor: '#000000',
    frame: false,
    hasShadow: false,
    roundedCorners: false,
    thickFrame: false,
    skipTaskbar: true,
  };
}

/**
 * Without a window manager Chromium makes a window of the display's exact size a pixel smaller, and fullscreen does not
 * enlarge it; a window manager gives a fullscreen window the right size.
 */
export function boundsOver({ left, top, width, height }: Display): Electron.Rectangle {
  const more = process.platform === 'linux' ? 1 : 0;
  return { x: left, y: top, width: width + more, height: height + more };
}

/** A page without any permission. */
export function stageOptions(content: ContentOptions): Electron.WebContentsViewConstructorOptions {
  return {
    webPreferences: {
      partition: content.partition,
      preload: content.preload,
      devTools: content.devTools,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      disableDialogs: true,
      safeDialogs: true,
      spellcheck: false,
      backgroundThrottling: false,
      // By default every framed page may play sound.
      autoplayPolicy: 'document-user-activation-required',
    },
  };
}
