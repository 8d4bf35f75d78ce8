import type { Cue } from '../shared/programme.ts';

const firstDelayMs = 2_000;
const longestDelayMs = 60_000;
/** So many failures in a row may follow each other at once; cues that never failed before may always. */
const swift = 5;
const spacedMs = 200;
/** So long before its turn there is time to try what is broken: by then it is ready, or has nearly always failed again. */
const fileTakesMs = 4_000;
const pageTakesMs = 16_000;
/** Where there is never time, one of them is tried in its turn this often: it may be whole again. */
const chanceMs = 60_000;

/** Keeps tries apart, so that a broken show is tried again and again, but never in a tight loop. */
export class ItemBackoff {
  /** Cues that failed and have not been shown well since. */
  readonly #broken = new Set<string>();
  #inRow = 0;
  #sinceDelay = 0;
  #rounds = 0;
  #notBefore = 0;
  /** The broken cue that is being tried again. */
  #retried: string | null = null;
  #nextChanceAt = 0;

  /** The steady instant before which nothing that is broken is tried. */
  get notBefore(): number {
    return this.#notBefore;
  }

  isBroken(cueId: string): boolean {
    return this.#broken.has(cueId);
  }

  /** Whether a cue has failed before and must not hold up the show now. `leftMs`: until its turn. */
  passesOver({ id, content }: Cue, now: number, leftMs: number): boolean {
    if (!this.#broken.has(id)) return false;
    if (id === this.#retried) return false;
    const takesMs = content.kind === 'page' || content.kind === 'pdf' ? pageTakesMs : fileTakesMs;
    if (leftMs < takesMs && now < this.#nextChanceAt) return true;
    this.#retried = id;
    this.#nextChanceAt = now + chanceMs;
    return false;
  }

  /** `cuesInPass`: the ids of those that there are now. */
  failed(cueId: string, now: number, cuesInPass: ReadonlySet<string>): void {
    const before = this.exhausted(cuesInPass);
    const isFirst = !this.#broken.has(cueId);
    if (isFirst) this.#nextChanceAt = Math.max(this.#nextChanceAt, now + chanceMs);
    this.#retried = null;
    this.#broken.add(cueId);
    this.#inRow += 1;
    this.#sinceDelay += 1;
    if (this.exhausted(cuesInPass) && (!before || this.#sinceDelay >= cuesInPass.size)) {
      this.#notBefore = now + Math.min(longestDelayMs, firstDelayMs * 2 ** this.#rounds);
      this.#rounds += 1;
      this.#sinceDelay = 0;
    } else if (this.#inRow > swift && !isFirst) {
      this.#notBefore = Math.max(this.#notBefore, now + spacedMs);
    }
  }

  /** Everything that there is to show now is broken; what is broken of another time of the day is not asked for. */
  exhausted(cuesInPass: ReadonlySet<string>): boolean {
    const { size } = this.#broken;
    return size >= Math.max(1, cuesInPass.size) && [...cuesInPass].every((id) => this.#broken.has(id));
  }

  /** A cue was shown as it should be. */
  proven(cueId: string): void {
    this.#inRow = 0;
    this.#retried = null;
    if (this.#broken.delete(cueId)) this.#rounds = 0;
  }
}
