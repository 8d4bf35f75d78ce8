import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge, FromScreen, ToScreen } from '../../../shared/messages.ts';
import { isAppAddress } from './address.ts';
import { fromScreen, toScreen } from './channels.ts';

/** This file runs in a sandboxed page; these are the globals it reads. */
interface PageGlobals {
  readonly location: { readonly href: string };
  readonly self: unknown;
  readonly top: unknown;
}

const page = globalThis as unknown as PageGlobals;

// Preload scripts run in top frames only. Checked again, because the bridge is all that a page could reach.
if (page.self === page.top && isAppAddress(page.location.href)) {
  let listener: ((message: ToScreen) => void) | null = null;
  let early: ToScreen[] = [];

  ipcRenderer.on(toScreen, (_event, message: ToScreen) => {
    if (listener) listener(message);
    else early.push(message);
  });

  const bridge: Bridge = {
    send: (message: FromScreen) => ipcRenderer.send(fromScreen, message),
    onMessage: (wanted) => {
      listener = wanted;
      const waiting = early;
      early = [];
      for (const message of waiting) wanted(message);
    },
  };
  contextBridge.exposeInMainWorld('bridge', bridge);
}
