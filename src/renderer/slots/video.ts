import { objectFit } from './image.ts';
import { type Slot, SlotFailure, type SlotOrder, within } from './slot.ts';

const loadTimeoutMs = 8_000;
const startTimeoutMs = 2_000;
/** A playing video whose position stands still this long has stalled. */
const stallMs = 2_500;
const stallCheckMs = 500;

/** Time from `play()` to the first presented frame, learnt over all videos. */
let usualStartMs = 60;
/** Said once: the browser lets nothing sound here. */
let soundRefused = false;

export class VideoSlot implements Slot {
  readonly element: HTMLVideoElement;
  readonly #order: SlotOrder;
  readonly #source: string;
  #stallTimer = 0;
  #released = false;

  constructor(order: SlotOrder, source: string) {
    this.#order = order;
    this.#source = source;
    this.element = order.video;
    const { cue, settings } = order;
    this.element.className = 'media';
    this.element.style.objectFit = objectFit(settings.fit);
    this.element.loop = !cue.toOwnEnd;
    this.element.muted = !cue.sound || soundRefused;
    this.element.volume = settings.volume;
    this.element.playbackRate = 1;
  }

  get leadMs(): number {
    return usualStartMs;
  }

  async load(): Promise<void> {
    const { content } = this.#order.cue;
    if (content.kind === 'video' && refused(this.element, content.mimeType))
      throw new SlotFailure(`unsupported: this player cannot decode ${content.mimeType}`);
    await within(loadTimeoutMs, 'loading the video', this.#loaded());
    if (this.element.videoWidth === 0)
      throw new SlotFailure('unsupported: there is no picture in this video');
  }

  #loaded(): Promise<void> {
    const video = this.element;
    const { positionMs } = this.#order;
    return new Promise((resolve, reject) => {
      const frame = new Promise<void>((presented) => video.requestVideoFrameCallback(() => presented()));
      const loaded = new Promise<void>((through) => {
        video.oncanplaythrough = () => through();
      });
      video.onloadedmetadata = () => {
        // Without a picture no frame would ever come.
        if (video.videoWidth === 0) resolve();
        if (positionMs > 0 && video.duration > 0) video.currentTime = (positionMs / 1000) % video.duration;
      };
      video.onerror = () => {
        const failure = new SlotFailure(`decode: ${video.error?.message || 'the video cannot be played'}`);
        reject(failure);
        this.#fail(failure.message);
      };
      video.preload = 'auto';
      video.src = this.#source;
      video.load();
      Promise.all([loaded, frame]).then(() => resolve(), reject);
    });
  }

  async start(): Promise<void> {
    const video = this.element;
    const asked = performance.now();
    const presented = new Promise<void>((resolve) => {
      video.requestVideoFrameCallback(() => resolve());
    });
    video.onended = () => this.#order.events.ended();
    await within(startTimeoutMs, 'starting the video', this.#play());
    await within(startTimeoutMs, 'starting the video', presented);
    const took = Math.min(300, performance.now() - asked);
    usualStartMs = usualStartMs * 0.7 + took * 0.3;
    this.#watchProgress();
  }

  async #play(): Promise<void> {
    const video = this.element;
    try {
      await video.play();
    } catch (cause) {
      if (!(cause instanceof DOMException) || cause.name !== 'NotAllowedError' || video.muted) throw cause;
      soundRefused = true;
      console.warn('sound was refused: videos play muted');
      video.muted = true;
      await video.play();
    }
  }

  #watchProgress(): void {
    let position = -1;
    let since = performance.now();
    this.#stallTimer = window.setInterval(() => {
      const { currentTime, ended } = this.element;
      if (currentTime !== position || ended) {
        position = currentTime;
        since = performance.now();
      } else if (performance.now() - since >= stallMs) {
        this.#fail('stalled: the video makes no progress');
      }
    }, stallCheckMs);
  }

  #fail(reason: string): void {
    window.clearInterval(this.#stallTimer);
    if (!this.#released) this.#order.events.failed(reason);
  }

  remainingMs(): number | null {
    const { duration, currentTime, loop } = this.element;
    return loop || !Number.isFinite(duration) ? null : Math.max(0, duration - currentTime) * 1000;
  }

  follow(positionMs: number): void {
    const video = this.element;
    if (!Number.isFinite(video.duration) || video.duration === 0) return;
    const wanted = video.loop
      ? (positionMs / 1000) % video.duration
      : Math.min(positionMs / 1000, video.duration);
    const behind = wanted - video.currentTime;
    if (Math.abs(behind) > 0.25) {
      video.currentTime = wanted;
      video.playbackRate = 1;
    } else {
      video.playbackRate = 1 + Math.max(-0.02, Math.min(0.02, behind / 2));
    }
  }

  picture(): CanvasImageSource {
    return this.element;
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    window.clearInterval(this.#stallTimer);
    const video = this.element;
    video.oncanplaythrough = null;
    video.onloadedmetadata = null;
    video.onerror = null;
    video.onended = null;
    video.pause();
    // Only this frees the decoder at once; the element itself is used again.
    video.removeAttribute('src');
    video.load();
    video.remove();
  }
}

/** True only when the browser is certain: it answers nothing for QuickTime files that it can play all the same. */
function refused(video: HTMLVideoElement, mimeType: string): boolean {
  return mimeType.includes('codecs=') && video.canPlayType(mimeType) === '';
}
