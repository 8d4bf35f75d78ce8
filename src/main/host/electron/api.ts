import type {
  App,
  BrowserWindow,
  BrowserWindowConstructorOptions,
  IpcMain,
  Menu,
  NativeImage,
  PowerMonitor,
  PowerSaveBlocker,
  Protocol,
  Screen,
  Session,
  WebContents,
  WebFrameMain,
  WebRequest,
} from 'electron';

/**
 * Exactly the part of Electron that the host uses. The module is handed in under this type, so that a test can
 * hand in a fake and the compiler holds both to Electron's own declarations.
 */
export interface ElectronApi {
  readonly app: AppPart;
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => WindowPart;
  readonly Menu: Pick<typeof Menu, 'setApplicationMenu'>;
  readonly powerMonitor: Pick<PowerMonitor, 'on' | 'off'>;
  readonly powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop'>;
  readonly protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>;
  readonly screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay' | 'on' | 'off'>;
  readonly session: { fromPartition(partition: string): SessionPart };
}

export type AppPart = Pick<
  App,
  | 'enableSandbox'
  | 'exit'
  | 'isPackaged'
  | 'off'
  | 'on'
  | 'requestSingleInstanceLock'
  | 'setPath'
  | 'whenReady'
  | 'disableHardwareAcceleration'
> & { readonly commandLine: Pick<App['commandLine'], 'appendSwitch' | 'getSwitchValue'> };

export type WindowPart = Pick<
  BrowserWindow,
  'destroy' | 'focus' | 'id' | 'isDestroyed' | 'loadURL' | 'on' | 'once' | 'setBounds' | 'show'
> & { readonly webContents: ContentsPart };

export type ContentsPart = Pick<
  WebContents,
  | 'forcefullyCrashRenderer'
  | 'isCrashed'
  | 'isDestroyed'
  | 'on'
  | 'send'
  | 'setVisualZoomLevelLimits'
  | 'setWindowOpenHandler'
  | 'setZoomFactor'
> & {
  readonly ipc: Pick<IpcMain, 'on'>;
  readonly mainFrame: Pick<WebFrameMain, 'executeJavaScript' | 'url'>;
  capturePage(): Promise<Pick<NativeImage, 'isEmpty' | 'toPNG'>>;
};

export type SessionPart = Pick<
  Session,
  | 'on'
  | 'off'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setPermissionRequestHandler'
  | 'setSpellCheckerEnabled'
> & {
  readonly protocol: Pick<Protocol, 'handle' | 'unhandle'>;
  readonly webRequest: Pick<
    WebRequest,
    'onBeforeSendHeaders' | 'onCompleted' | 'onErrorOccurred' | 'onHeadersReceived'
  >;
};
