import { bridgeEvent } from '../shared/bridge-event.ts';
import type { Bridge } from '../shared/messages.ts';

declare global {
  interface Window {
    /** Set by the host, usually before any script of the app runs. */
    readonly bridge?: Bridge;
  }
}

/** Waits for the host's bridge. A host that attaches to a running browser sets it after the page has loaded. */
export async function openBridge(): Promise<Bridge> {
  for (;;) {
    if (window.bridge) return window.bridge;
    await new Promise((resolve) => window.addEventListener(bridgeEvent, resolve, { once: true }));
  }
}
