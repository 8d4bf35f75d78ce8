import type { ToScreen } from '../../../shared/messages.ts';
import { HeldMessages } from '../held-messages.ts';
import { hello } from './bridge-script.ts';
import type { CdpEvent, CdpSession } from './cdp.ts';

export interface BridgeNeeds {
  readonly session: CdpSession;
  /** The app's document exists, with its half of the bridge. */
  readonly onDocument: () => void;
  readonly onMessage: (message: unknown) => void;
}

/** Main's end of the bridge to the app's document in one page. */
export class Bridge {
  readonly #needs: BridgeNeeds;
  /** The isolated world of the document; null while there is no document. */
  #world: number | null = null;
  readonly #held = new HeldMessages();

  constructor(needs: BridgeNeeds) {
    this.#needs = needs;
  }

  send(message: ToScreen): void {
    if (this.#world === null) {
      this.#held.hold(message);
      return;
    }
    const expression = `deliver(${JSON.stringify(JSON.stringify(message))})`;
    this.#needs.session.post('Runtime.evaluate', { expression, contextId: this.#world });
  }

  /** The document is gone; messages for it are dropped. */
  reset(): void {
    this.#world = null;
    this.#held.release();
  }

  /** Only the page's own session, and in it only the isolated world, has the binding. */
  handle(event: CdpEvent): void {
    if (event.sessionId !== this.#needs.session.id) return;
    if (event.method === 'Runtime.executionContextsCleared') this.#world = null;
    if (event.method !== 'Runtime.bindingCalled') return;
    const { payload, executionContextId } = event.params;
    if (payload === hello) this.#begin(executionContextId);
    else if (executionContextId === this.#world && payload.startsWith('m'))
      this.#needs.onMessage(parsed(payload.slice(1)));
  }

  #begin(world: number): void {
    this.#world = world;
    this.#needs.onDocument();
    for (const message of this.#held.release()) this.send(message);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Hostile content may have taken the stage over; the parser of screen messages refuses null.
    return null;
  }
}
