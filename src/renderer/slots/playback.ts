import type { ScreenSettings } from '../../shared/programme.ts';
import { reasonOf, SlotFailure, type SlotOrder } from './slot.ts';

/** A playing element whose position stands still this long has stalled. */
const stallMs = 2_500;
const stallCheckMs = 500;
/** In step: beyond this a jump is less disturbing than minutes of a wrong speed. */
const jumpSeconds = 0.25;
/** More would be seen, and heard. */
const mostSpeedChange = 0.02;
/** Share of what it is behind that is made up in a second: about as often it is looked at. */
const madeUpEachSecond = 0.8;

/** How long the last jump took, of all. */
let jumpMs = 80;
const longestJumpMs = 1_000;

/** Said once: the browser lets nothing sound here. */
let soundRefused = false;

/** What video and audio have in common: starting with or without sound, progress, position, letting go. */
export class Playback {
  readonly #media: HTMLMediaElement;
  readonly #order: SlotOrder;
  /** In step: where it should be, and when that was said. */
  #told: { readonly elapsedMs: number; readonly at: number } | null = null;
  #jumpedAt: number | null = null;
  #timer = 0;
  #released = false;

  constructor(media: HTMLMediaElement, order: SlotOrder) {
    this.#media = media;
    this.#order = order;
    media.preload = 'auto';
    media.loop = !order.cue.toOwnEnd;
    media.muted = !order.cue.sound;
    media.volume = order.settings.volume;
    media.playbackRate = 1;
    media.onseeked = () => this.#landed();
    media.onended = () => order.events.ended();
    media.onerror = () => this.fail(this.failure().message);
  }

  /** What the element says is wrong with it. */
  failure(): SlotFailure {
    const { error } = this.#media;
    const unknown = error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED;
    const kind = unknown ? 'unsupported' : error?.code === MediaError.MEDIA_ERR_NETWORK ? 'load' : 'decode';
    const said = error?.message || 'the file cannot be played';
    return new SlotFailure(unknown ? `${kind}: nothing here can decode it (${said})` : `${kind}: ${said}`);
  }

  adjust({ volume }: ScreenSettings): void {
    this.#media.volume = volume;
  }

  /** To be called once the length is known. */
  joinAt(elapsedMs: number): void {
    const { duration, loop } = this.#media;
    if (elapsedMs <= 0 || !Number.isFinite(duration) || duration === 0) return;
    // At its very end it would begin again when it is set going.
    const position = loop ? (elapsedMs / 1000) % duration : Math.min(elapsedMs / 1000, duration - 0.05);
    this.#media.currentTime = Math.max(0, position);
  }

  /** Plays, and from now on a standstill is a failure. */
  start(): void {
    this.#play().catch((cause: unknown) => this.fail(`play: ${reasonOf(cause)}`));
    this.#watch();
  }

  async #play(): Promise<void> {
    const media = this.#media;
    try {
      await media.play();
    } catch (cause) {
      if (!(cause instanceof DOMException) || cause.name !== 'NotAllowedError' || media.muted) throw cause;
      // Better without sound than not at all.
      if (!soundRefused) console.warn('sound was refused: it plays muted');
      soundRefused = true;
      media.muted = true;
      await media.play();
    }
  }

  #watch(): void {
    let position = -1;
    let since = performance.now();
    this.#timer = window.setInterval(() => {
      const { currentTime, ended } = this.#media;
      if (currentTime !== position || ended) {
        position = currentTime;
        since = performance.now();
      } else if (performance.now() - since >= stallMs) this.fail('stalled: no progress');
    }, stallCheckMs);
  }

  fail(reason: string): void {
    window.clearInterval(this.#timer);
    if (!this.#released) this.#order.events.failed(reason);
  }

  remainingMs(): number | null {
    const { duration, currentTime, loop } = this.#media;
    return loop || !Number.isFinite(duration) ? null : Math.max(0, duration - currentTime) * 1000;
  }

  follow(elapsedMs: number): void {
    this.#told = { elapsedMs, at: performance.now() };
    const behind = this.#behind(elapsedMs);
    if (behind === null) return;
    if (Math.abs(behind) > jumpSeconds) this.#jump(elapsedMs);
    else this.#pace(behind);
  }

  /** In seconds; null while it cannot be told. */
  #behind(elapsedMs: number): number | null {
    const { duration, currentTime, loop, seeking } = this.#media;
    if (!Number.isFinite(duration) || duration === 0 || seeking) return null;
    const wanted = elapsedMs / 1000;
    if (!loop) return Math.min(wanted, duration) - currentTime;
    // The shorter way round: near its seam it may be just before it while it should be just after it.
    const behind = (wanted - currentTime) % duration;
    return behind - duration * Math.round(behind / duration);
  }

  #pace(behind: number): void {
    const change = Math.max(-mostSpeedChange, Math.min(mostSpeedChange, behind * madeUpEachSecond));
    this.#media.playbackRate = 1 + change;
  }

  /** To where it has to be when the jump is over. */
  #jump(elapsedMs: number): void {
    this.#jumpedAt = performance.now();
    this.joinAt(elapsedMs + jumpMs);
    this.#media.playbackRate = 1;
  }

  /** After a jump, and after each round of a clip that circles: both take their time, and it is made up at once. */
  #landed(): void {
    const now = performance.now();
    if (this.#jumpedAt !== null) jumpMs = Math.min(now - this.#jumpedAt, longestJumpMs);
    this.#jumpedAt = null;
    const behind = this.#told && this.#behind(this.#told.elapsedMs + now - this.#told.at);
    if (behind !== null) this.#pace(behind);
  }

  bufferedMs(): number {
    const { buffered, currentTime } = this.#media;
    for (let range = 0; range < buffered.length; range += 1)
      if (buffered.start(range) <= currentTime && currentTime <= buffered.end(range))
        return (buffered.end(range) - currentTime) * 1000;
    return 0;
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    window.clearInterval(this.#timer);
    const media = this.#media;
    media.onended = null;
    media.onseeked = null;
    media.onerror = null;
    media.pause();
    // Only this frees the decoder at once.
    media.removeAttribute('src');
    media.load();
    media.remove();
  }
}
