import type { ScreenSettings } from '../../shared/programme.ts';
import { pause } from '../clock.ts';
import { seek } from './catch-up.ts';
import { Playback } from './playback.ts';
import { loadTimeoutMs, objectFit, type Slot, SlotFailure, type SlotNeeds, within } from './slot.ts';
import { measureStart, startDelayMs } from './start-delay.ts';

/** After this many frames a video surely covers what is below. */
const coveringFrames = 4;
/** A video that presents no frame for this long is treated as covering. */
const presentedMs = 1_500;
/** A longer jump is corrected after the video is shown. */
const longestJumpMs = 1_000;

/** A video in one of the two video elements. */
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
      // Both are needed: enough data to play on, and the first frame in the compositor. The video waits there,
      // covered, so that its layer can be raised without delay.
      const frame = nextFrame(video);
      const loaded = new Promise<void>((enough) => {
        video.oncanplaythrough = () => enough();
      });
      video.onloadedmetadata = () => {
        // Without a video track no frame would ever come.
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

  /** The size of the picture in CSS lengths that follow the stage. */
  #extent(fit: ScreenSettings['fit']): { readonly width: string; readonly height: string } {
    if (fit !== 'contain') return { width: '100%', height: '100%' };
    const ratio = this.element.videoWidth / this.element.videoHeight;
    return { width: `min(100cqw, 100cqh * ${ratio})`, height: `min(100cqh, 100cqw / ${ratio})` };
  }

  /**
   * Four bars around the picture and nothing behind it: if a frame is late, the previous item shows through instead
   * of a dark ground. Each bar reaches a pixel under the picture.
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

  /** The position planned at load time is over by now, and so is the one at the start of the jump: jump ahead. */
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

  /** A pending frame callback makes the browser draw the video at every display frame, playing or not. */
  wake(): void {
    this.element.requestVideoFrameCallback(() => undefined);
  }

  override start(): void {
    measureStart(this.element);
    super.start();
  }

  /** Waits for several frames: the first may still be on its way through a busy compositor. */
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

/** Resolves with the next presented frame. */
function nextFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    video.requestVideoFrameCallback(() => resolve());
  });
}
