import { Playback } from './playback.ts';
import { objectFit, type Slot, SlotFailure, type SlotOrder, within } from './slot.ts';

const loadTimeoutMs = 8_000;
const startTimeoutMs = 2_000;

/** Time from `play()` to the first presented frame, learnt over all videos. */
let usualStartMs = 60;

/** A video in one of the stage's two video elements. */
export class VideoSlot implements Slot {
  readonly element: HTMLVideoElement;
  readonly #order: SlotOrder;
  readonly #source: string;
  readonly #playback: Playback;

  constructor(order: SlotOrder, source: string) {
    this.#order = order;
    this.#source = source;
    this.element = order.video;
    this.element.className = 'media';
    this.element.style.objectFit = objectFit(order.settings.fit);
    this.#playback = new Playback(this.element, order);
  }

  get leadMs(): number {
    return usualStartMs;
  }

  async load(): Promise<void> {
    await within(loadTimeoutMs, 'loading the video', this.#loaded());
    if (this.element.videoWidth === 0)
      throw new SlotFailure('unsupported: there is no picture in this video');
  }

  #loaded(): Promise<void> {
    const video = this.element;
    return new Promise((resolve, reject) => {
      // Both: enough is loaded to play on, and the first frame is decoded and with the compositor.
      const frame = new Promise<void>((presented) => video.requestVideoFrameCallback(() => presented()));
      const loaded = new Promise<void>((enough) => {
        video.oncanplaythrough = () => enough();
      });
      video.onloadedmetadata = () => {
        // Without a picture no frame would ever come.
        if (video.videoWidth === 0) resolve();
        this.#playback.joinAt(this.#order.positionMs);
      };
      video.addEventListener('error', () => reject(this.#playback.failure()), { once: true });
      video.src = this.#source;
      video.load();
      Promise.all([loaded, frame]).then(() => resolve(), reject);
    });
  }

  async start(): Promise<void> {
    const asked = performance.now();
    const presented = new Promise<void>((resolve) => {
      this.element.requestVideoFrameCallback(() => resolve());
    });
    await within(startTimeoutMs, 'starting the video', Promise.all([this.#playback.play(), presented]));
    usualStartMs = usualStartMs * 0.7 + Math.min(300, performance.now() - asked) * 0.3;
    this.#playback.watch();
  }

  remainingMs(): number | null {
    return this.#playback.remainingMs();
  }

  follow(positionMs: number): void {
    this.#playback.follow(positionMs);
  }

  picture(): CanvasImageSource {
    return this.element;
  }

  bufferedMs(): number {
    return this.#playback.bufferedMs();
  }

  release(): void {
    this.element.oncanplaythrough = null;
    this.element.onloadedmetadata = null;
    this.#playback.release();
  }
}
