import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { fromScreen, toScreen } from '../../../src/main/host/electron/channels.ts';
import type { Bridge } from '../../../src/shared/messages.ts';

const overlay = (visible: boolean) => ({ type: 'overlay', visible }) as const;

/** Runs the preload script in a page at this address, in its top frame or below. */
async function preloadIn(address: string, where: 'top' | 'below') {
  vi.resetModules();
  const ipcRenderer = Object.assign(new EventEmitter(), { send: vi.fn() });
  const exposed = new Map<string, Bridge>();
  const contextBridge = { exposeInMainWorld: (name: string, api: Bridge) => exposed.set(name, api) };
  vi.doMock('electron', () => ({ contextBridge, ipcRenderer }));
  vi.stubGlobal('location', { href: address });
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('top', where === 'top' ? globalThis : {});
  await import('../../../src/main/host/electron/preload.ts');
  return { ipcRenderer, exposed };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('electron');
});

it("gives the app's top frame the bridge, and nothing else of Electron", async () => {
  const { ipcRenderer, exposed } = await preloadIn('vitrine://app/', 'top');
  expect([...exposed.keys()]).toEqual(['bridge']);
  const bridge = exposed.get('bridge');
  expect(Object.keys(bridge ?? {}).sort()).toEqual(['onMessage', 'send']);

  bridge?.send({ type: 'ready', protocol: 1 });
  expect(ipcRenderer.send.mock.calls).toEqual([[fromScreen, { type: 'ready', protocol: 1 }]]);
});

it('keeps messages until the stage listens, in order, and passes only the message on', async () => {
  const { ipcRenderer, exposed } = await preloadIn('vitrine://app/', 'top');
  const event = { sender: ipcRenderer };
  ipcRenderer.emit(toScreen, event, overlay(true));
  ipcRenderer.emit(toScreen, event, overlay(false));
  const heard: unknown[][] = [];
  exposed.get('bridge')?.onMessage((...given: unknown[]) => heard.push(given));
  ipcRenderer.emit(toScreen, event, overlay(true));
  expect(heard).toEqual([[overlay(true)], [overlay(false)], [overlay(true)]]);
});

it.each([
  ['a frame', 'vitrine://app/', 'below'],
  ['a web page', 'https://page.example/', 'top'],
  ['a page that begins alike', 'vitrine://app.evil.example/', 'top'],
  ['an empty page', 'about:blank', 'top'],
] as const)('gives %s nothing', async (_name, address, where) => {
  const { ipcRenderer, exposed } = await preloadIn(address, where);
  expect(exposed.size).toBe(0);
  expect(ipcRenderer.listenerCount(toScreen)).toBe(0);
});
