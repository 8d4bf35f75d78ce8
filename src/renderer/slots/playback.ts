import type { ScreenSettings } from '../../shared/programme.ts';
import { scaled } from '../pace.ts';
import { CatchUp, seek } from './catch-up.ts';
import { reasonOf, SlotFailure, type SlotNeeds } from './slot.ts';

/** A playing element without progress for this long has stalled. */
const stallMs = 2_500;
const stallCheckMs = 500;
/** Set once the browser has refused sound, so that the warning is logged once. */
let soundRefused = false;

/** Shared by video and audio: start with or without sound, stall detection, position, release. */
export class Playback {
  readonly #media: HTMLMediaElement;
  readonly #needs: SlotNeeds;
  readonly #catchUp: CatchUp;
  #timer = 0;
  #released = false;

  constructor(media: HTMLMediaElement, needs: SlotNeeds) {
    this.#media = media;
    this.#needs = needs;
    this.#catchUp = new CatchUp(media);
    media.preload = 'auto';
    media.loop = !needs.cue.toOwnEnd;
    media.muted = !needs.cue.sound;
    media.volume = needs.settings.volume;
    media.playbackRate = 1;
    media.onseeked = () => this.#catchUp.landed();
    media.onended = () => needs.events.ended();
    media.onerror = () => this.fail(this.failure().message);
  }

  failure(): SlotFailure {
    const { error } = this.#media;
    const detail = error?.message || 'the file cannot be played';
    if (error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED)
      return new SlotFailure(`unsupported: nothing here can decode it (${detail})`);
    return new SlotFailure(`${error?.code === MediaError.MEDIA_ERR_NETWORK ? 'load' : 'decode'}: ${detail}`);
  }

  adjust({ volume }: ScreenSettings): void {
    this.#media.volume = volume;
  }

  /** Seeks to the start position in the cue. Call it once the length is known. */
  seekStart(): void {
    seek(this.#media, this.#needs.elapsedMs);
  }

  /** Plays; from now on a standstill is a failure. */
  start(): void {
    this.#play().catch((cause: unknown) => {
      // A clip of one frame may end before `play()` settles.
      if (!this.#media.ended) this.fail(`play: ${reasonOf(cause)}`);
    });
    this.#watch();
  }

  async #play(): Promise<void> {
    const media = this.#media;
    try {
      await media.play();
    } catch (cause) {
      if (!(cause instanceof DOMException) || cause.name !== 'NotAllowedError' || media.muted) throw cause;
      // Muted playback is better than none.
      if (!soundRefused) console.warn('sound was refused: it plays muted');
      soundRefused = true;
      media.muted = true;
      await media.play();
    }
  }

  #watch(): void {
    let before = -1;
    let stillMs = 0;
    // Counted in checks: while the whole machine stands still, no check comes, and the file is not the cause.
    this.#timer = window.setInterval(() => {
      const { currentTime, ended, loop, duration } = this.#media;
      // A short loop may be at the same position at every check; a single frame always is.
      const isShort = loop && duration * 1_000 <= 2 * stallCheckMs;
      stillMs = currentTime !== before || ended || isShort ? 0 : stillMs + stallCheckMs;
      before = currentTime;
      if (stillMs >= scaled(stallMs)) this.fail('stalled: no progress');
    }, stallCheckMs);
  }

  fail(reason: string): void {
    window.clearInterval(this.#timer);
    if (!this.#released) this.#needs.events.failed(reason);
  }

  remainingMs(): number | null {
    const { duration, currentTime, loop } = this.#media;
    return loop || !Number.isFinite(duration) ? null : Math.max(0, duration - currentTime) * 1000;
  }

  follow(elapsedMs: number): void {
    this.#catchUp.follow(elapsedMs);
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
    // The element is reused: no listener may stay behind.
    media.oncanplaythrough = null;
    media.onloadedmetadata = null;
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
