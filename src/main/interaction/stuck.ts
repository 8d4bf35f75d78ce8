import type { Clock } from '../ground/clock.ts';

/** No person presses so long without a release: the touch panel is stuck. */
const stuckMs = 600_000;

/** Finds out that a touch does not end. */
export class StuckTouch {
  readonly #needs: { readonly clock: Clock; stuck(): void };
  /** Null: nothing is pressed. */
  #cancel: (() => void) | null = null;

  constructor(needs: { readonly clock: Clock; stuck(): void }) {
    this.#needs = needs;
  }

  get isPressed(): boolean {
    return this.#cancel !== null;
  }

  /** Also for a press that goes on: a second finger may have been lifted. */
  pressed(): void {
    this.#cancel ??= this.#needs.clock.after(stuckMs, () => this.#needs.stuck());
  }

  released(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
