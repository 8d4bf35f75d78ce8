/** A value that is made when it is first asked for, and kept. A failure is not kept: whoever asks next tries again. */
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
