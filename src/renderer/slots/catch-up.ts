/** Beyond this, a jump disturbs less than a changed speed for minutes. */
const jumpSeconds = 0.25;
/** A larger change is visible and audible. */
const mostSpeedChange = 0.02;
/** Share of the lag that is made up per second; the position is corrected about once a second. */
const madeUpEachSecond = 0.8;
const longestJumpMs = 1_000;

/** Duration of the last jump of any element. */
let jumpMs = 80;

/** In step: corrects the position of a playing element, by speed when it is close and by a jump otherwise. */
export class CatchUp {
  readonly #media: HTMLMediaElement;
  /** The last wanted position, and when it was received. */
  #wanted: { readonly elapsedMs: number; readonly at: number } | null = null;
  #jumpedAt: number | null = null;

  constructor(media: HTMLMediaElement) {
    this.#media = media;
  }

  follow(elapsedMs: number): void {
    this.#wanted = { elapsedMs, at: performance.now() };
    const behind = this.#behind(elapsedMs);
    if (behind === null) return;
    if (Math.abs(behind) <= jumpSeconds) {
      this.#pace(behind);
      return;
    }
    this.#jumpedAt = performance.now();
    // Aim at the position that is due when the jump ends.
    seek(this.#media, elapsedMs + jumpMs);
    this.#media.playbackRate = 1;
  }

  /** Called after a jump and after each round of a loop: both take time, which is made up at once. */
  landed(): void {
    const now = performance.now();
    if (this.#jumpedAt !== null) jumpMs = Math.min(now - this.#jumpedAt, longestJumpMs);
    this.#jumpedAt = null;
    const behind = this.#wanted && this.#behind(this.#wanted.elapsedMs + now - this.#wanted.at);
    if (behind !== null) this.#pace(behind);
  }

  /** Lag in seconds; null while unknown. */
  #behind(elapsedMs: number): number | null {
    const { duration, currentTime, loop, seeking } = this.#media;
    if (!Number.isFinite(duration) || duration === 0 || seeking) return null;
    const wanted = elapsedMs / 1000;
    if (!loop) return Math.min(wanted, duration) - currentTime;
    // The shorter way round the loop: the element may be just before the seam and the wanted position just after it.
    const behind = (wanted - currentTime) % duration;
    return behind - duration * Math.round(behind / duration);
  }

  #pace(behind: number): void {
    const change = Math.max(-mostSpeedChange, Math.min(mostSpeedChange, behind * madeUpEachSecond));
    this.#media.playbackRate = 1 + change;
  }
}

/** Seeks to a position in the cue. Call it once the length is known. */
export function seek(media: HTMLMediaElement, elapsedMs: number): void {
  const { duration, loop } = media;
  if (elapsedMs <= 0 || !Number.isFinite(duration) || duration === 0) return;
  // At its very end an element restarts from zero when it is played.
  media.currentTime = loop
    ? (elapsedMs / 1000) % duration
    : Math.max(0, Math.min(elapsedMs / 1000, duration - 0.05));
}
