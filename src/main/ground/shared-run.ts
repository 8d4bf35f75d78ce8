/** Concurrent callers share one run. */
export class SharedRun<Value> {
  #running: Promise<Value> | null = null;

  of(act: () => Promise<Value>): Promise<Value> {
    this.#running ??= act().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Null: none is running. */
  get running(): Promise<Value> | null {
    return this.#running;
  }
}
