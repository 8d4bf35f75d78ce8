import type {
  App,
  BaseWindow,
  BaseWindowConstructorOptions,
  Display,
  Event,
  Input,
  Menu,
  NativeImage,
  PowerSaveBlocker,
  Protocol,
  RenderProcessGoneDetails,
  Screen,
  Session,
  View,
  WebContents,
  WebContentsViewConstructorOptions,
  WebFrameMain,
  WebRequest,
} from 'electron';

/**
 * Exactly the part of Electron that the host uses. The module is injected under this type so that tests can use a fake;
 * the import checks the real one against Electron's declarations.
 */
export interface ElectronApi {
  readonly app: AppApi;
  readonly BaseWindow: new (options: BaseWindowConstructorOptions) => BaseWindowApi;
  readonly WebContentsView: new (options: WebContentsViewConstructorOptions) => ViewApi;
  readonly Menu: Pick<typeof Menu, 'setApplicationMenu'>;
  readonly powerMonitor: { on(event: 'resume' | 'shutdown', listener: () => void): unknown };
  readonly powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop'>;
  readonly protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>;
  readonly screen: ScreenApi;
  readonly session: { fromPartition(partition: string): SessionApi };
}

export interface AppApi
  extends Pick<
    App,
    | 'disableHardwareAcceleration'
    | 'enableSandbox'
    | 'getAppMetrics'
    | 'getPath'
    | 'isPackaged'
    | 'requestSingleInstanceLock'
    | 'setPath'
    | 'whenReady'
  > {
  readonly commandLine: Pick<App['commandLine'], 'appendSwitch' | 'getSwitchValue' | 'hasSwitch'>;
  on(event: 'before-quit' | 'second-instance', listener: (event: Event) => void): unknown;
  on(event: 'quit', listener: (event: Event, code: number) => void): unknown;
  on(event: 'window-all-closed', listener: () => void): unknown;
  on(
    event: 'login',
    listener: (
      event: Event,
      contents: WebContents | null,
      details: Electron.AuthenticationResponseDetails,
      info: Electron.AuthInfo,
      answer: (username?: string, password?: string) => void,
    ) => void,
  ): unknown;
  on(
    event: 'select-client-certificate',
    listener: (
      event: Event,
      contents: WebContents | null,
      address: string,
      certificates: Electron.Certificate[],
      answer: (certificate?: Electron.Certificate) => void,
    ) => void,
  ): unknown;
  on(event: 'child-process-gone', listener: (event: Event, details: Electron.Details) => void): unknown;
}

export interface ScreenApi extends Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'> {
  on(
    event: 'display-added' | 'display-removed' | 'display-metrics-changed',
    listener: (event: Event, display: Display) => void,
  ): unknown;
}

export interface BaseWindowApi
  extends Pick<BaseWindow, 'destroy' | 'focus' | 'isDestroyed' | 'setBounds' | 'setKiosk' | 'show'> {
  readonly contentView: {
    addChildView(view: LayerApi, index?: number): void;
    removeChildView(view: LayerApi): void;
  };
  on(event: 'close', listener: (event: Event) => void): unknown;
  on(event: 'closed' | 'resize' | 'session-end', listener: () => void): unknown;
}

type LayerApi = Pick<View, 'setBackgroundColor' | 'setBounds'>;

export interface ViewApi extends LayerApi {
  readonly webContents: ContentsApi;
}

export interface ContentsApi
  extends Pick<
    WebContents,
    | 'close'
    | 'getOSProcessId'
    | 'isCrashed'
    | 'isDestroyed'
    | 'loadURL'
    | 'send'
    | 'setVisualZoomLevelLimits'
    | 'setWebRTCIPHandlingPolicy'
    | 'setWindowOpenHandler'
    | 'setZoomFactor'
  > {
  readonly ipc: { on(channel: string, listener: (event: FrameMessage, message: unknown) => void): unknown };
  readonly mainFrame: Pick<WebFrameMain, 'executeJavaScript'> & {
    readonly framesInSubtree: readonly FrameApi[];
  };
  capturePage(): Promise<Pick<NativeImage, 'isEmpty' | 'toPNG' | 'toJPEG' | 'resize'>>;
  on(
    event:
      | 'before-mouse-event'
      | 'did-navigate'
      | 'dom-ready'
      | 'frame-created'
      | 'will-attach-webview'
      | 'will-prevent-unload'
      | 'zoom-changed',
    listener: (event: Event) => void,
  ): unknown;
  on(event: 'before-input-event', listener: (event: Event, input: Input) => void): unknown;
  on(event: 'destroyed' | 'unresponsive', listener: () => void): unknown;
  on(event: 'will-frame-navigate' | 'will-redirect', listener: (event: Navigation) => void): unknown;
  on(
    event: 'render-process-gone',
    listener: (event: Event, details: RenderProcessGoneDetails) => void,
  ): unknown;
}

export interface FrameApi extends Pick<WebFrameMain, 'osProcessId' | 'url'> {
  /** Null for the stage's own frame. */
  readonly parent: { readonly parent: unknown } | null;
}

export type Navigation = Event<{ readonly url: string; readonly isMainFrame: boolean }>;

export interface FrameMessage {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

export interface SessionApi
  extends Pick<
    Session,
    | 'setDevicePermissionHandler'
    | 'setDisplayMediaRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setPermissionRequestHandler'
    | 'setProxy'
    | 'setSpellCheckerEnabled'
  > {
  readonly protocol: Pick<Protocol, 'handle'>;
  readonly webRequest: Pick<
    WebRequest,
    'onBeforeSendHeaders' | 'onCompleted' | 'onErrorOccurred' | 'onHeadersReceived'
  >;
  on(event: 'will-download', listener: (event: Event) => void): unknown;
}
