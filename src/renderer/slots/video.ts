import type { ScreenSettings } from '../../shared/programme.ts';
import { pause } from '../clock.ts';
import { seek } from './catch-up.ts';
import { Playback } from './playback.ts';
import { loadTimeoutMs, objectFit, type Slot, SlotFailure, type SlotNeeds, within } from './slot.ts';
import { measureStart, startDelayMs } from './start-delay.ts';

/** After so many frames a video certainly covers what is under it. */
const coveringFrames = 4;
/** One that presents nothing for this long covers it as well as it ever will. */
const presentedMs = 1_500;
/** When a jump takes longer, what is shown is corrected later. */
const longestJumpMs = 1_000;

/** A video in one of the stage's two video elements. */
export class VideoSlot extends Playback implements Slot {
  readonly element: HTMLVideoElement;
  readonly #settings: ScreenSettings;
  readonly #source: string;
  readonly #loading = new AbortController();
  #released = false;

  constructor(needs: SlotNeeds, source: string) {
    super(needs.video, needs);
    this.element = needs.video;
    this.#settings = needs.settings;
    this.#source = source;
  }

  get leadMs(): number {
    return startDelayMs();
  }

  async load(): Promise<void> {
    await within(loadTimeoutMs, 'loading the video', this.#loaded());
    if (this.element.videoWidth === 0)
      throw new SlotFailure('unsupported: there is no picture in this video that can be decoded here');
    this.#layOut(this.#settings);
  }

  override adjust(settings: ScreenSettings): void {
    super.adjust(settings);
    this.#layOut(settings);
  }

  #loaded(): Promise<void> {
    const video = this.element;
    return new Promise((resolve, reject) => {
      // Both: enough is loaded to play on, and the first frame is decoded and with the compositor. It stands there,
      // covered, so that at its turn the layer can be raised without waiting for anything.
      const frame = nextFrame(video);
      const loaded = new Promise<void>((enough) => {
        video.oncanplaythrough = () => enough();
      });
      video.onloadedmetadata = () => {
        // Without a picture no frame would ever come.
        if (video.videoWidth === 0) resolve();
        this.seekStart();
      };
      const { signal } = this.#loading;
      video.addEventListener('error', () => reject(this.failure()), { signal });
      video.src = this.#source;
      video.load();
      Promise.all([loaded, frame]).then(() => resolve(), reject);
    });
  }

  #layOut({ fit }: ScreenSettings): void {
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
  background({ background, fit }: ScreenSettings): string {
    const { width, height } = this.#extent(fit);
    if (fit !== 'contain') return 'transparent';
    const color = `linear-gradient(${background}, ${background})`;
    const [side, edge] = [`calc((100cqw - ${width}) / 2 + 1px)`, `calc((100cqh - ${height}) / 2 + 1px)`];
    return [
      ...['left', 'right'].map((left) => `${color} ${left} top / ${side} 100% no-repeat`),
      ...['top', 'bottom'].map((top) => `${color} left ${top} / 100% ${edge} no-repeat`),
    ].join(', ');
  }

  /** What was due when it was loaded is over by now, and so is what is due as a jump begins: it jumps ahead. */
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
    const frame = nextFrame(video);
    const there = new Promise<void>((seeked) => {
      video.addEventListener('seeked', () => seeked(), { once: true });
    });
    seek(video, elapsedMs);
    await Promise.race([Promise.all([frame, there]), pause(longestJumpMs)]);
  }

  /** While somebody waits for a frame, the browser draws the video at every frame of the display, playing or not. */
  wake(): void {
    this.element.requestVideoFrameCallback(() => undefined);
  }

  override start(): void {
    measureStart(this.element);
    super.start();
  }

  /** Several frames after it was raised: the first one may still be on its way through a busy compositor. */
  async presented(): Promise<void> {
    const frames = async (): Promise<void> => {
      for (let left = coveringFrames; left > 0 && !this.#released; left -= 1) await nextFrame(this.element);
    };
    await Promise.race([frames(), pause(presentedMs)]);
  }

  picture(): CanvasImageSource {
    return this.element;
  }

  override release(): void {
    this.#released = true;
    this.#loading.abort();
    super.release();
  }
}

/** Resolves with the next frame that a video presents. */
function nextFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    video.requestVideoFrameCallback(() => resolve());
  });
}
