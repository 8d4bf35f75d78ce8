import type { Clock } from '../ground/clock.ts';

/** A port that another program uses may be free soon, and a full disk have space for the socket. */
const againMs = 60_000;

/** Opens what could not be opened at once. */
export class Opening {
  readonly #clock: Clock;
  #isStopped = false;
  readonly #timers = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `failed`: the first time alone; `late`: it opened after all. */
  async keep(open: () => Promise<void>, failed: (error: unknown) => void, late: () => void): Promise<void> {
    const attempt = async (isFirst: boolean): Promise<void> => {
      try {
        await open();
        if (!isFirst) late();
      } catch (error) {
        if (isFirst) failed(error);
        if (this.#isStopped) return;
        const cancel = this.#clock.after(againMs, () => {
          this.#timers.delete(cancel);
          void attempt(false);
        });
        this.#timers.add(cancel);
      }
    };
    await attempt(true);
  }

  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#timers) cancel();
  }
}
