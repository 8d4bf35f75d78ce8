import { bridgeEvent } from '../shared/bridge-event.ts';
import type { Bridge } from '../shared/messages.ts';

declare global {
  interface Window {
    /** Given by the host, most often before any script of the app runs. */
    readonly bridge?: Bridge;
  }
}

/** The host's bridge. A browser that opens the app by itself is reached by its host a little later; without one nobody is there. */
export async function openBridge(): Promise<Bridge> {
  for (;;) {
    if (window.bridge) return window.bridge;
    await new Promise((resolve) => window.addEventListener(bridgeEvent, resolve, { once: true }));
  }
}
