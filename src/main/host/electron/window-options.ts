import type { Display } from '../host.ts';

export interface ContentOptions {
  readonly partition: string;
  readonly preload: string;
  readonly devTools: boolean;
}

/** A bare window over one whole display, and a page in it that can do nothing but show. */
export function windowOptions(
  display: Display,
  content: ContentOptions,
): Electron.BrowserWindowConstructorOptions {
  return {
    title: 'Vitrine',
    x: display.left,
    y: display.top,
    width: display.width,
    height: display.height,
    // Shown once it has painted: no white flash, and no empty frame.
    show: false,
    backgroundColor: '#000000',
    kiosk: true,
    frame: false,
    hasShadow: false,
    roundedCorners: false,
    thickFrame: false,
    skipTaskbar: true,
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
      // The default gives every framed page the right to sound.
      autoplayPolicy: 'document-user-activation-required',
    },
  };
}
