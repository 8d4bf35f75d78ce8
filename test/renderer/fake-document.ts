import { vi } from 'vitest';

// As much of a document as the stage's own code touches. What a browser makes of it is tested in one, on a display;
// here time passes on request.

type Listener = (event?: unknown) => void;

export class FakeElement {
  readonly tag: string;
  readonly style: Record<string, string> = {};
  readonly dataset: Record<string, string> = {};
  readonly attributes = new Map<string, string>();
  readonly classes = new Set<string>();
  readonly classList = {
    add: (name: string) => this.classes.add(name),
    remove: (name: string) => this.classes.delete(name),
    toggle: (name: string, wanted: boolean) => (wanted ? this.classes.add(name) : this.classes.delete(name)),
  };
  readonly animations: { readonly frames: unknown; readonly options: Record<string, unknown> }[] = [];
  readonly #listeners = new Map<string, Set<Listener>>();
  #inside: readonly FakeElement[] = [];
  #around: FakeElement | null = null;
  className = '';
  textContent = '';
  hidden = false;
  src = '';
  clientWidth = 0;
  clientHeight = 0;
  offsetWidth = 0;
  scrollWidth = 0;
  scrollHeight = 0;
  onload: Listener | null = null;
  onerror: Listener | null = null;

  constructor(tag: string) {
    this.tag = tag;
  }

  get children(): readonly FakeElement[] {
    return this.#inside;
  }

  get parentElement(): FakeElement | null {
    return this.#around;
  }

  /** Text is its own element here: what is in it is all that tests ask for. */
  append(...added: readonly (FakeElement | string)[]): void {
    const elements = added.map((one) => (typeof one === 'string' ? textOf(one) : one));
    for (const element of elements) {
      element.remove();
      element.#around = this;
    }
    this.#inside = [...this.#inside, ...elements];
  }

  prepend(...elements: readonly FakeElement[]): void {
    const before = this.#inside;
    this.replaceChildren(...elements, ...before);
  }

  replaceChildren(...elements: readonly FakeElement[]): void {
    for (const element of this.#inside) element.#around = null;
    this.#inside = [];
    this.append(...elements);
  }

  remove(): void {
    const around = this.#around;
    if (around === null) return;
    around.#inside = around.#inside.filter((element) => element !== this);
    this.#around = null;
  }

  querySelectorAll(tag: string): readonly FakeElement[] {
    return this.#inside.flatMap((element) => [
      ...(element.tag === tag ? [element] : []),
      ...element.querySelectorAll(tag),
    ]);
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
    if (name === 'src') this.src = '';
  }

  addEventListener(
    name: string,
    listener: Listener,
    options: { once?: boolean; signal?: AbortSignal } = {},
  ): void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    const heard: Listener = (event) => {
      if (options.once) listeners.delete(heard);
      listener(event);
    };
    listeners.add(heard);
    options.signal?.addEventListener('abort', () => listeners.delete(heard));
  }

  dispatch(name: string): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener();
  }

  animate(frames: unknown, options: Record<string, unknown>): unknown {
    const finished = Promise.withResolvers<void>();
    this.animations.push({ frames, options });
    setTimeout(() => finished.resolve(), Number(options.duration));
    return { finished: finished.promise, cancel: () => undefined };
  }
}

/** A video or audio element that does nothing by itself. */
export class FakeMedia extends FakeElement {
  duration = 10;
  currentTime = 0;
  videoWidth = 1280;
  videoHeight = 720;
  playbackRate = 1;
  volume = 1;
  loop = false;
  muted = false;
  seeking = false;
  ended = false;
  paused = true;
  error: { readonly code: number; readonly message: string } | null = null;
  onended: Listener | null = null;
  onseeked: Listener | null = null;
  oncanplaythrough: Listener | null = null;
  onloadedmetadata: Listener | null = null;
  /** What `play()` is refused with, while it sounds. */
  refusal: Error | null = null;
  loads = 0;
  buffered = { length: 0, start: (_: number) => 0, end: (_: number) => 0 };
  #waiting: readonly ((now: number, frame: { mediaTime: number; presentationTime: number }) => void)[] = [];

  load(): void {
    this.loads += 1;
  }

  async play(): Promise<void> {
    if (this.refusal !== null && !this.muted) throw this.refusal;
    this.paused = false;
  }

  pause(): void {
    this.paused = true;
  }

  requestVideoFrameCallback(
    callback: (now: number, frame: { mediaTime: number; presentationTime: number }) => void,
  ): void {
    this.#waiting = [...this.#waiting, callback];
  }

  get waitsForFrame(): boolean {
    return this.#waiting.length > 0;
  }

  /** Presents a frame, as a browser does for who waits for one. */
  present(mediaTime = this.currentTime): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const frame = { mediaTime, presentationTime: performance.now() };
    for (const callback of waiting) callback(frame.presentationTime, frame);
  }

  getVideoPlaybackQuality = () => ({ droppedVideoFrames: 0 });
}

export class FakeImage extends FakeElement {
  /** The one that was made last. */
  static last: FakeImage;
  naturalWidth = 16;
  naturalHeight = 9;
  decoding = 'auto';
  draggable = true;
  readonly decoded = Promise.withResolvers<void>();

  constructor() {
    super('img');
    FakeImage.last = this;
  }

  decode(): Promise<void> {
    return this.decoded.promise;
  }
}

export class FakeFrame extends FakeElement {
  tabIndex = 0;
  inert = false;
  referrerPolicy = '';

  constructor() {
    super('iframe');
  }
}

/** Time and a document that do what the test wants. To be taken away by `leaveDocument`. */
export function enterDocument(): void {
  likeness = {};
  vi.useFakeTimers({
    now: 0,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
  vi.stubGlobal('window', { innerWidth: 1280, innerHeight: 720, devicePixelRatio: 1, ...timers() });
  vi.stubGlobal('location', new URL('http://vitrine.localhost/index.html'));
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => setTimeout(frame, 16));
  vi.stubGlobal('Image', FakeImage);
  vi.stubGlobal('HTMLIFrameElement', FakeFrame);
  vi.stubGlobal('HTMLImageElement', FakeImage);
  vi.stubGlobal('HTMLVideoElement', FakeMedia);
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2, MEDIA_ERR_DECODE: 3, MEDIA_ERR_SRC_NOT_SUPPORTED: 4 });
  vi.stubGlobal('document', {
    baseURI: 'http://vitrine.localhost/index.html',
    fonts: { ready: Promise.resolve() },
    createElement: (tag: string) => Object.assign(newElement(tag), likeness),
  });
}

function newElement(tag: string): FakeElement {
  if (tag === 'iframe') return new FakeFrame();
  return tag === 'video' || tag === 'audio' ? new FakeMedia(tag) : new FakeElement(tag);
}

let likeness: Partial<FakeElement> = {};

/** Every element that is made from now on has these, a size for instance. */
export function madeLike(fields: Partial<FakeElement>): void {
  likeness = fields;
}

/** Those of now, which are faked. */
function timers() {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
  return { setTimeout, clearTimeout, setInterval, clearInterval };
}

export function leaveDocument(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

/** Lets that much time pass, and everything happen that follows from it. */
export const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

function textOf(text: string): FakeElement {
  const element = new FakeElement('#text');
  element.textContent = text;
  return element;
}
