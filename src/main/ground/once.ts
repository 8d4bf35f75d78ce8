/** A lazily made, cached value. A failure is not cached: the next call retries. */
export class Once<Value> {
  readonly #make: () => Promise<Value>;
  #value: Promise<Value> | null = null;

  constructor(make: () => Promise<Value>) {
    this.#make = make;
  }

  get(): Promise<Value> {
    if (this.#value !== null) return this.#value;
    const value = this.#make();
    this.#value = value;
    value.catch(() => {
      this.#value = null;
    });
    return value;
  }
}
