import { say } from './words.js';

/** Commands that were sent, and what became of them. */
export class Commands {
  #requests = new Map();
  #broker;

  /** `broker()`: the current link. */
  constructor(broker) {
    this.#broker = broker;
  }

  /** `heard(state, reason, answer)`: accepted, then done or failed; or refused. */
  send(device, { name, args }, heard, more = {}) {
    const id = this.#broker().ask(device, name, args, {
      ...more,
      onDenied: () => {
        this.#requests.delete(id);
        more.onDenied?.();
        heard('refused', say('fleet.denied'));
      },
    });
    this.#requests.set(id, { device, heard });
    const keptMs = 2 * (more.lifeMs ?? 120_000);
    setTimeout(() => this.#requests.delete(id), keptMs);
  }

  hear(device, result) {
    const one = this.#requests.get(result?.id);
    if (one === undefined || one.device !== device) return;
    const { state, reason, answer } = result;
    // `accepted` may arrive after the result.
    if (state !== 'accepted') this.#requests.delete(result.id);
    one.heard(String(state), typeof reason === 'string' ? reason : '', answer);
  }
}
