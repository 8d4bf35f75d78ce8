import type { Display, Host, HostWindow, Placement, WindowEvents } from '../../src/main/host/host.ts';
import type { ToScreen } from '../../src/shared/messages.ts';

/** A window that keeps what its stage is told; a test speaks in the place of that stage. */
export class FakeWindow implements HostWindow {
  readonly #host: FakeHost;
  readonly placement: Placement;
  readonly events: WindowEvents;
  readonly sent: ToScreen[] = [];
  /** What else was done with it. */
  readonly done: string[] = [];
  /** What became of what is held before it. */
  readonly sight: string[] = [];
  /** The window behind this one. */
  behind: FakeWindow | null = null;
  opens: 'well' | 'badly' | 'never' = 'well';
  comes: 'well' | 'badly' = 'well';
  bytes: number | null = null;

  constructor(host: FakeHost, placement: Placement, events: WindowEvents) {
    this.#host = host;
    this.placement = placement;
    this.events = events;
  }

  say(message: unknown): void {
    this.events.message(message);
  }

  /** Kinds of all that its stage was told, and the last of it; answers to heartbeats do not count. */
  get told(): readonly string[] {
    return this.#news.map(({ type }) => type);
  }

  get last(): ToScreen | undefined {
    return this.#news.at(-1);
  }

  get #news(): readonly ToScreen[] {
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
    if (this.opens === 'badly') throw new Error('no room');
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

  async comeForward(): Promise<void> {
    if (this.comes === 'badly') throw new Error('stuck');
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
  /** Which windows were opened, fitted and closed, in order. */
  readonly done: string[] = [];
  connected: readonly Display[];
  /** The screen whose window cannot be opened. */
  broken: string | null = null;

  constructor(connected: readonly Display[]) {
    this.connected = connected;
  }

  /** The newest one of that screen. */
  window(screenId: string): FakeWindow {
    const window = this.windows.findLast(({ placement }) => placement.screenId === screenId);
    if (!window) throw new Error(`screen ${screenId} has no window`);
    return window;
  }

  async open(placement: Placement, events: WindowEvents): Promise<FakeWindow> {
    const { screenId, display } = placement;
    if (this.broken === screenId) throw new Error('no window');
    this.done.push(`${screenId} opens on ${display.id} ${display.width}`);
    const window = new FakeWindow(this, placement, events);
    this.windows.push(window);
    return window;
  }

  displays = async (): Promise<readonly Display[]> => this.connected;
  hearKeys: Host['hearKeys'] = async () => null;
  power: Host['power'] = async (wanted) => ({ state: wanted === 'on' ? 'on' : 'standby', why: null });
  renew: Host['renew'] = async () => {
    this.done.push('the browser is replaced');
  };
  start = async (): Promise<void> => undefined;
  stop = async (): Promise<void> => undefined;
  allowPages = (): void => undefined;
}
