import type { ToScreen } from '../../shared/messages.ts';

/** A stage asks for everything anew when it is ready: more than a few are of no use to it. */
const mostHeld = 100;

/** Messages for a document that is not there yet. */
export class HeldMessages {
  #messages: ToScreen[] = [];

  hold(message: ToScreen): void {
    this.#messages.push(message);
    if (this.#messages.length > mostHeld) this.#messages.shift();
  }

  /** What is held, for the document that is there now. */
  release(): readonly ToScreen[] {
    return this.#messages.splice(0);
  }
}
