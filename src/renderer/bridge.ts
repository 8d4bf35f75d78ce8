import type { Bridge, FromScreen, ToScreen } from '../shared/messages.ts';

declare global {
  interface Window {
    /** Given by the host before any script of the app runs. */
    readonly bridge?: Bridge;
  }
}

/** The host's bridge; opened without one (by a curious person in a browser) the stage plays to nobody. */
export function openBridge(): Bridge {
  return window.bridge ?? { send: ignore, onMessage: ignore };
}

function ignore(_: FromScreen | ((message: ToScreen) => void)): void {
  // Nobody is there.
}
