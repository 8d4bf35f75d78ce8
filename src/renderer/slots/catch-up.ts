/** Beyond this a jump disturbs less than minutes of a wrong speed. */
const jumpSeconds = 0.25;
/** More would be seen, and heard. */
const mostSpeedChange = 0.02;
/** The share of what it is behind that is made up in a second: about as often as somebody asks where it should be. */
const madeUpEachSecond = 0.8;
const longestJumpMs = 1_000;

/** How long the last jump of any element took. */
let jumpMs = 80;

/** In step: keeps a playing element where it should be, by its speed when it is close, by a jump when it is not. */
export class CatchUp {
  readonly #media: HTMLMediaElement;
  /** Where it should be, and when that was said. */
  #told: { readonly elapsedMs: number; readonly at: number } | null = null;
  #jumpedAt: number | null = null;

  constructor(media: HTMLMediaElement) {
    this.#media = media;
  }

  follow(elapsedMs: number): void {
    this.#told = { elapsedMs, at: performance.now() };
    const behind = this.#behind(elapsedMs);
    if (behind === null) return;
    if (Math.abs(behind) <= jumpSeconds) {
      this.#pace(behind);
      return;
    }
    this.#jumpedAt = performance.now();
    // To where it has to be when the jump is over.
    seek(this.#media, elapsedMs + jumpMs);
    this.#media.playbackRate = 1;
  }

  /** After a jump, and after each round of a clip that circles: both take their time, which is made up at once. */
  landed(): void {
    const now = performance.now();
    if (this.#jumpedAt !== null) jumpMs = Math.min(now - this.#jumpedAt, longestJumpMs);
    this.#jumpedAt = null;
    const behind = this.#told && this.#behind(this.#told.elapsedMs + now - this.#told.at);
    if (behind !== null) this.#pace(behind);
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
}

/** Goes to where an element is when so much of its cue's time is over. To be called once its length is known. */
export function seek(media: HTMLMediaElement, elapsedMs: number): void {
  const { duration, loop } = media;
  if (elapsedMs <= 0 || !Number.isFinite(duration) || duration === 0) return;
  // At its very end it would begin again when it is set going.
  media.currentTime = loop
    ? (elapsedMs / 1000) % duration
    : Math.max(0, Math.min(elapsedMs / 1000, duration - 0.05));
}
