/**
 * A cache bounded by the number of values and by their total weight. When it is full, the value that was set least recently
 * is dropped.
 */
export class Recent<Value> {
  readonly #most: number;
  readonly #mostWeight: number;
  readonly #weightOf: (value: Value) => number;
  #weight = 0;
  /** The next one to be dropped comes first. */
  readonly #values = new Map<string, Value>();

  constructor(
    most: number,
    { weight, weightOf }: { readonly weight: number; weightOf(value: Value): number } = {
      weight: 0,
      weightOf: () => 0,
    },
  ) {
    this.#most = most;
    this.#mostWeight = weight;
    this.#weightOf = weightOf;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#forget(key);
    this.#values.set(key, value);
    this.#weight += this.#weightOf(value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#most && this.#weight <= this.#mostWeight) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const before = this.#values.get(key);
    if (before === undefined) return;
    this.#values.delete(key);
    this.#weight -= this.#weightOf(before);
  }
}
