import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createLog, type LogLine } from '../../../src/main/ground/log.ts';
import type { BrowserProxy } from '../../../src/main/host/browser-proxy.ts';
import { createElectronHost } from '../../../src/main/host/electron/host.ts';
import { prepareApp } from '../../../src/main/host/electron/prepare.ts';
import type {
  AppHandler,
  Display,
  Host,
  HostEvents,
  PageGate,
  WindowEvents,
} from '../../../src/main/host/host.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { FakeElectron } from './fake-electron.ts';

export type Told =
  | { readonly event: 'message'; readonly screenId: string; readonly message: unknown }
  | { readonly event: 'gone'; readonly screenId: string; readonly reason: string }
  | { readonly event: 'hung'; readonly screenId: string }
  | { readonly event: 'displaysChanged' | 'woke' | 'ended' };

/** A host on the fake, as the entry starts one; `told` has all its events. */
export function electronHostOnFake(
  handler: AppHandler = async () =>
    new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }),
  proxy: BrowserProxy | null = null,
  overlayKey = true,
  gate: PageGate | null = null,
) {
  const electron = new FakeElectron();
  const clock = new ManualClock();
  const reported: Told[] = [];
  const lines: LogLine[] = [];
  const events: HostEvents = {
    displaysChanged: () => reported.push({ event: 'displaysChanged' }),
    woke: () => reported.push({ event: 'woke' }),
    ended: () => reported.push({ event: 'ended' }),
  };
  const eventsOf = (screenId: string): WindowEvents => ({
    message: (message) => reported.push({ event: 'message', screenId, message }),
    gone: (reason) => reported.push({ event: 'gone', screenId, reason }),
    hung: () => reported.push({ event: 'hung', screenId }),
  });
  const log = createLog((line) => lines.push(line));
  const profileFolder = mkdtempSync(join(tmpdir(), 'vitrine-electron-'));
  onTestFinished(() => rmSync(profileFolder, { recursive: true, force: true }));
  prepareApp(electron.api, { profileFolder, now: clock.now() });
  const host: Host = createElectronHost({
    handler,
    events,
    log,
    clock,
    proxy,
    ...(gate ? { gate } : {}),
    electron: electron.api,
    preload: '/app/dist/preload/preload.cjs',
    x11Display: null,
    kill: (pid) => electron.kill(pid),
    exit: (code) => electron.app.end(code),
    overlayKey,
    version: 'Electron 45.0.0 (Chromium 150.0.0.0)',
  });
  return { electron, clock, reported, eventsOf, lines, log, host, profileFolder };
}

export async function startedOnFake(
  handler?: AppHandler,
  proxy?: BrowserProxy | null,
  overlayKey?: boolean,
  gate?: PageGate,
) {
  const parts = electronHostOnFake(handler, proxy, overlayKey, gate);
  const starting = parts.host.start();
  parts.electron.app.becomeReady();
  await starting;
  return parts;
}

export async function openOnFake(handler?: AppHandler, overlayKey?: boolean, gate?: PageGate) {
  const parts = await startedOnFake(handler, null, overlayKey, gate);
  const { host, eventsOf } = parts;
  const window = await host.open({ screenId: 'main', display: await firstDisplay(host) }, eventsOf('main'));
  await settled();
  return { ...parts, window, fakeWindow: parts.electron.window, contents: parts.electron.window.contents };
}

export async function firstDisplay(host: Host): Promise<Display> {
  const [display] = await host.displays();
  if (!display) throw new Error('there is no display');
  return display;
}

/** Everything that is pending and needs no time has happened. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
