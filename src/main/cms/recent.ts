/** Remembers by key, and forgets what was not used for longest when there is too much of it. */
export class Recent<Value> {
  readonly #most: number;
  /** In the order of use. */
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const oldest = this.#values.size > this.#most ? this.#values.keys().next().value : undefined;
    if (oldest !== undefined) this.#values.delete(oldest);
  }
}
