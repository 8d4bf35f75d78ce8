import { EventEmitter } from 'node:events';
import { vi } from 'vitest';
import { fromScreen, toScreen } from '../../../src/main/host/electron/channels.ts';
import type { Bridge } from '../../../src/shared/messages.ts';
import { needFreshModules } from '../../support/fresh-modules.ts';
import type { FakeContents } from './fake-window.ts';

/** The globals of a document's scripts: the bridge, if the preload script exposed one. */
export interface FakePage {
  readonly bridge: Bridge | null;
}

/** Runs the real preload script in a document of the fake, connected to its channels. */
export async function runPreload(contents: FakeContents): Promise<FakePage> {
  const ipcRenderer = Object.assign(new EventEmitter(), {
    send: (channel: string, message: unknown) => {
      if (channel === fromScreen && !contents.isCrashed()) contents.says(structuredClone(message));
    },
  });
  const exposed = new Map<string, Bridge>();
  const contextBridge = { exposeInMainWorld: (name: string, api: Bridge) => exposed.set(name, api) };
  needFreshModules();
  vi.doMock('electron', () => ({ contextBridge, ipcRenderer }));
  vi.stubGlobal('location', { href: contents.top.url });
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('top', globalThis);
  try {
    await import('../../../src/main/host/electron/preload.ts');
  } finally {
    vi.unstubAllGlobals();
    vi.doUnmock('electron');
  }
  contents.removeAllListeners('ipc-message-to-page');
  contents.on('ipc-message-to-page', (message) => ipcRenderer.emit(toScreen, {}, message));
  return { bridge: exposed.get('bridge') ?? null };
}
