import type { Display, Host, HostWindow, Placement, WindowEvents } from '../../src/main/host/host.ts';
import type { ToScreen } from '../../src/shared/messages.ts';

/** A window that records messages to its stage; the test plays the stage. */
export class FakeWindow implements HostWindow {
  readonly #host: FakeHost;
  readonly placement: Placement;
  readonly events: WindowEvents;
  readonly sent: ToScreen[] = [];
  /** Other calls, in order. */
  readonly done: string[] = [];
  /** Calls that conceal, reveal or keep its picture, in order. */
  readonly sight: string[] = [];
  /** The window behind this one. */
  behind: FakeWindow | null = null;
  opens: 'well' | 'badly' | 'never' = 'well';
  comes: 'well' | 'badly' = 'well';
  draws: Promise<void> = Promise.resolve();
  bytes: number | null = null;

  constructor(host: FakeHost, placement: Placement, events: WindowEvents) {
    this.#host = host;
    this.placement = placement;
    this.events = events;
  }

  report(message: unknown): void {
    this.events.message(message);
  }

  /** Types of the messages sent, without the answers to heartbeats. */
  get sentTypes(): readonly string[] {
    return this.#withoutClock.map(({ type }) => type);
  }

  get last(): ToScreen | undefined {
    return this.#withoutClock.at(-1);
  }

  get #withoutClock(): readonly ToScreen[] {
    return this.sent.filter(({ type }) => type !== 'clock');
  }

  send(message: ToScreen): void {
    this.sent.push(message);
  }

  capture: HostWindow['capture'] = async () => ({ mimeType: 'image/png', bytes: new Uint8Array([1]) });

  async revive(): Promise<void> {
    this.done.push('revived');
  }

  fitTo({ width }: Display): void {
    this.done.push('fitted');
    this.#host.done.push(`${this.placement.screenId} is fitted to ${width}`);
  }

  memory = async (): Promise<number | null> => this.bytes;

  async openBehind(events: WindowEvents): Promise<HostWindow> {
    if (this.opens === 'badly') throw new Error('no memory for a second window');
    if (this.opens === 'never') return new Promise(() => undefined);
    this.behind = new FakeWindow(this.#host, this.placement, events);
    this.behind.bytes = this.bytes;
    return this.behind;
  }

  conceal(): void {
    this.sight.push('concealed');
  }

  reveal(): void {
    this.sight.push('revealed');
  }

  keepPicture(): void {
    this.sight.push('pictured');
  }

  drawn(): Promise<void> {
    return this.draws;
  }

  async comeForward(): Promise<void> {
    if (this.comes === 'badly') throw new Error('the window cannot come forward');
    this.done.push('forward');
  }

  async close(): Promise<void> {
    this.done.push('closed');
    this.#host.done.push(`${this.placement.screenId} closes`);
  }
}

export class FakeHost implements Host {
  readonly name = 'chromium';
  readonly version = 'Fake 1';
  readonly windows: FakeWindow[] = [];
  /** Windows opened, fitted and closed, in order. */
  readonly done: string[] = [];
  connected: readonly Display[];
  /** The screen whose window cannot be opened. */
  broken: string | null = null;

  constructor(connected: readonly Display[]) {
    this.connected = connected;
  }

  /** The newest window of that screen. */
  window(screenId: string): FakeWindow {
    const window = this.windows.findLast(({ placement }) => placement.screenId === screenId);
    if (!window) throw new Error(`screen ${screenId} has no window`);
    return window;
  }

  async open(placement: Placement, events: WindowEvents): Promise<FakeWindow> {
    const { screenId, display } = placement;
    if (this.broken === screenId) throw new Error('the window cannot be opened');
    this.done.push(`${screenId} opens on ${display.id} ${display.width}`);
    const window = new FakeWindow(this, placement, events);
    this.windows.push(window);
    return window;
  }

  displays = async (): Promise<readonly Display[]> => this.connected;
  hearKeys: Host['hearKeys'] = async () => null;
  watchKey: Host['watchKey'] = async () => null;
  watchTouches: Host['watchTouches'] = async () => null;
  openInteractive: Host['openInteractive'] = null;
  power: Host['power'] = async (wanted) => ({ state: wanted === 'on' ? 'on' : 'standby', why: null });
  renew: Host['renew'] = async () => {
    this.done.push('the browser is replaced');
  };
  start = async (): Promise<void> => undefined;
  stop = async (): Promise<void> => undefined;
  allowPages = (): void => undefined;
}

/** Of a stage that paints and shows nothing. */
export const heartbeat = {
  type: 'heartbeat',
  mono: 5,
  frames: 60,
  droppedFrames: 0,
  programmeId: null,
  cueId: null,
  sleeps: false,
};
