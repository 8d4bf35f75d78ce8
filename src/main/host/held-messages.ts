import type { ToScreen } from '../../shared/messages.ts';

/** A stage requests everything again when it is ready, so only a few messages matter. */
const mostHeld = 100;

/** Messages for a document that does not exist yet. */
export class HeldMessages {
  #messages: ToScreen[] = [];

  hold(message: ToScreen): void {
    this.#messages.push(message);
    if (this.#messages.length > mostHeld) this.#messages.shift();
  }

  /** Returns and forgets the held messages. */
  release(): readonly ToScreen[] {
    return this.#messages.splice(0);
  }
}
