import type { Cue } from '../shared/programme.ts';

const firstDelayMs = 2_000;
const longestDelayMs = 60_000;
/** This many failures in a row may follow each other at once; a first failure of a cue always may. */
const swift = 5;
const spacedMs = 200;
/** Time needed to retry a broken cue before its turn. By then it is ready or has nearly always failed again. */
const fileTakesMs = 4_000;
const pageTakesMs = 16_000;
/** Without spare time, one broken cue is retried in its turn at this interval. */
const chanceMs = 60_000;

/** Spaces retries, so that a show of broken cues is retried forever but never in a tight loop. */
export class ItemBackoff {
  /** Cues that failed and have not been shown correctly since. */
  readonly #broken = new Set<string>();
  #inRow = 0;
  #sinceDelay = 0;
  #rounds = 0;
  #notBefore = 0;
  /** The broken cue that is being retried. */
  #retried: string | null = null;
  #nextChanceAt = 0;

  /** No broken cue is tried before this steady instant. */
  get notBefore(): number {
    return this.#notBefore;
  }

  isBroken(cueId: string): boolean {
    return this.#broken.has(cueId);
  }

  /** Whether a broken cue is skipped because a retry would delay the show. `leftMs`: time until its turn. */
  passesOver({ id, content }: Cue, now: number, leftMs: number): boolean {
    if (!this.#broken.has(id)) return false;
    if (id === this.#retried) return false;
    const takesMs = content.kind === 'page' || content.kind === 'pdf' ? pageTakesMs : fileTakesMs;
    if (leftMs < takesMs && now < this.#nextChanceAt) return true;
    this.#retried = id;
    this.#nextChanceAt = now + chanceMs;
    return false;
  }

  /** `cuesInPass`: ids of the cues in the current pass. */
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

  /** Every cue of the current pass is broken; broken cues of other hours do not count. */
  exhausted(cuesInPass: ReadonlySet<string>): boolean {
    const { size } = this.#broken;
    return size >= Math.max(1, cuesInPass.size) && [...cuesInPass].every((id) => this.#broken.has(id));
  }

  proven(cueId: string): void {
    this.#inRow = 0;
    this.#retried = null;
    if (this.#broken.delete(cueId)) this.#rounds = 0;
  }
}
