import type { ScreenSettings } from '../../shared/programme.ts';
import { after, pause } from '../clock.ts';
import { Playback } from './playback.ts';
import { objectFit, type Slot, SlotFailure, type SlotOrder, within } from './slot.ts';

const loadTimeoutMs = 5_000;
/** A video that presents nothing for this long is as covered as it will be. */
const presentedMs = 1_500;
/** When a jump takes longer, what is shown is corrected later. */
const longestJumpMs = 1_000;

/** The last times from `play()` to the beginning of the media clock, of all videos. */
let startsMs: readonly number[] = [40];

/** A video in one of the stage's two video elements. */
export class VideoSlot implements Slot {
  readonly element: HTMLVideoElement;
  readonly #order: SlotOrder;
  readonly #source: string;
  readonly #playback: Playback;
  readonly #loading = new AbortController();
  #released = false;

  constructor(order: SlotOrder, source: string) {
    this.#order = order;
    this.#source = source;
    this.element = order.video;
    this.#playback = new Playback(this.element, order);
  }

  /** Rather a little short: a first frame that stands a moment is better than one that is not seen. */
  get leadMs(): number {
    return (startsMs.toSorted((one, other) => one - other)[startsMs.length >> 2] ?? 0) - 15;
  }

  async load(): Promise<void> {
    await within(loadTimeoutMs, 'loading the video', this.#loaded());
    if (this.element.videoWidth === 0)
      throw new SlotFailure('unsupported: there is no picture in this video that can be decoded here');
    this.#place(this.#order.settings);
  }

  adjust(settings: ScreenSettings): void {
    this.#playback.adjust(settings);
    this.#place(settings);
  }

  #loaded(): Promise<void> {
    const video = this.element;
    return new Promise((resolve, reject) => {
      // Both: enough is loaded to play on, and the first frame is decoded and with the compositor. It stands there,
      // covered, so that at its turn the layer can be raised without waiting for anything.
      const frame = new Promise<void>((presented) => video.requestVideoFrameCallback(() => presented()));
      const loaded = new Promise<void>((enough) => {
        video.oncanplaythrough = () => enough();
      });
      video.onloadedmetadata = () => {
        // Without a picture no frame would ever come.
        if (video.videoWidth === 0) resolve();
        this.#playback.joinAt(this.#order.elapsedMs);
      };
      const { signal } = this.#loading;
      video.addEventListener('error', () => reject(this.#playback.failure()), { signal });
      video.src = this.#source;
      video.load();
      Promise.all([loaded, frame]).then(() => resolve(), reject);
    });
  }

  #place({ fit }: ScreenSettings): void {
    const { style } = this.element;
    const { width, height } = this.#extent(fit);
    this.element.className = 'media';
    style.objectFit = objectFit(fit === 'contain' ? 'stretch' : fit);
    style.width = width;
    style.height = height;
    style.margin = 'auto';
  }

  /** The size of the picture, as lengths that follow the stage. */
  #extent(fit: ScreenSettings['fit']): { readonly width: string; readonly height: string } {
    if (fit !== 'contain') return { width: '100%', height: '100%' };
    const ratio = this.element.videoWidth / this.element.videoHeight;
    return { width: `min(100cqw, 100cqh * ${ratio})`, height: `min(100cqh, 100cqw / ${ratio})` };
  }

  /**
   * Four bars around the picture, and nothing behind it: should a frame ever come late, what is seen is the item
   * before it and not a dark ground. Each bar reaches a pixel under the picture.
   */
  surroundings({ background, fit }: ScreenSettings): string {
    const { width, height } = this.#extent(fit);
    if (fit !== 'contain') return 'transparent';
    const color = `linear-gradient(${background}, ${background})`;
    const [side, edge] = [`calc((100cqw - ${width}) / 2 + 1px)`, `calc((100cqh - ${height}) / 2 + 1px)`];
    return ['left', 'right']
      .map((place) => `${color} ${place} top / ${side} 100% no-repeat`)
      .concat(['top', 'bottom'].map((place) => `${color} left ${place} / 100% ${edge} no-repeat`))
      .join(', ');
  }

  /** What was due when it was loaded is over by now, and so is what is due when a jump begins. */
  async join(begunAt: number): Promise<number> {
    for (let aheadMs = 150; ; aheadMs *= 2) {
      const at = performance.now() + aheadMs;
      await this.#standsAt(at - begunAt);
      const early = at - this.leadMs - performance.now();
      if (early < 0 && aheadMs < longestJumpMs && !this.#released) continue;
      await pause(early);
      return at;
    }
  }

  async #standsAt(elapsedMs: number): Promise<void> {
    const video = this.element;
    const frame = new Promise<void>((presented) => video.requestVideoFrameCallback(() => presented()));
    const there = new Promise<void>((seeked) => {
      video.addEventListener('seeked', () => seeked(), { once: true });
    });
    this.#playback.joinAt(elapsedMs);
    await Promise.race([Promise.all([frame, there]), pause(longestJumpMs)]);
  }

  /** Whoever waits for a frame makes the browser draw this video at every frame of the display, playing or not. */
  wake(): void {
    this.element.requestVideoFrameCallback(() => undefined);
  }

  start(): void {
    const video = this.element;
    const asked = performance.now();
    const from = video.currentTime;
    video.requestVideoFrameCallback((_, { mediaTime, presentationTime }) => {
      const took = presentationTime - asked - (mediaTime - from) * 1000;
      if (took > 0 && took < 500) startsMs = [...startsMs, took].slice(-8);
    });
    this.#playback.start();
  }

  /** Several frames after it was raised: the first one may still be on its way through a busy compositor. */
  async presented(): Promise<void> {
    const video = this.element;
    const frames = new Promise<void>((resolve) => {
      let left = 4;
      const count = (): void => {
        left -= 1;
        if (left === 0 || this.#released) resolve();
        else video.requestVideoFrameCallback(count);
      };
      video.requestVideoFrameCallback(count);
    });
    const longEnough = new Promise<void>((resolve) => {
      after(presentedMs, resolve);
    });
    await Promise.race([frames, longEnough]);
  }

  remainingMs(): number | null {
    return this.#playback.remainingMs();
  }

  follow(elapsedMs: number): void {
    this.#playback.follow(elapsedMs);
  }

  picture(): CanvasImageSource {
    return this.element;
  }

  bufferedMs(): number {
    return this.#playback.bufferedMs();
  }

  release(): void {
    this.#released = true;
    // The element is used again: what listens to it must not be left behind.
    this.#loading.abort();
    this.element.oncanplaythrough = null;
    this.element.onloadedmetadata = null;
    this.#playback.release();
  }
}
