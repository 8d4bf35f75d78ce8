import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLog } from '../../../src/main/ground/log.ts';
import { appStart } from '../../../src/main/host/electron/app-secret.ts';
import type { Host, HostWindow } from '../../../src/main/host/host.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { deaf } from '../deaf.ts';
import { FakeElectron } from './fake-electron.ts';
import { firstDisplay, settled } from './started.ts';

const electron = vi.hoisted(() => ({ fake: null as unknown }));

vi.mock('electron', async () => {
  const { FakeElectron } = await import('./fake-electron.ts');
  const fake = new FakeElectron();
  electron.fake = fake;
  return fake.api;
});

const profileFolder = mkdtempSync(join(tmpdir(), 'vitrine-index-'));
let fake: FakeElectron;
let host: Host;
let window: HostWindow;

beforeAll(async () => {
  const { prepareElectron, electronHost } = await import('../../../src/main/host/electron/index.ts');
  if (!(electron.fake instanceof FakeElectron)) throw new Error('Electron was not imported');
  fake = electron.fake;
  prepareElectron({ profileFolder });
  fake.app.becomeReady();
  host = electronHost({
    handler: async () => new Response(''),
    events: deaf,
    log: createLog(() => undefined),
    clock: new ManualClock(),
  });
  await host.start();
  window = await host.open({ screenId: 'main', display: await firstDisplay(host) }, deaf);
  await settled();
});
afterAll(() => rmSync(profileFolder, { recursive: true }));

it('passes the real module to the host, once prepared', () => {
  expect(fake.window.contents.top.url).toBe(`${appStart}index.html`);
  expect(fake.window.contents.preferences?.preload).toMatch(/preload[\\/]preload\.cjs$/);
  expect(host.version).toMatch(/^Electron .+ \(Chromium .+\)$/);
});

it('restores a renderer whose process has died before its death was reported', async () => {
  const { contents } = fake.window;
  contents.pid = spawnSync(process.execPath, ['--version']).pid;
  contents.stopped = true;
  const reviving = window.revive();
  await settled();
  contents.dies('killed');
  await reviving;
  await settled();
  expect(contents.documents).toBe(2);
});

it.each([
  ['on X11', { DISPLAY: ':0' }, '', ':0'],
  ['on Wayland', { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, '', null],
  ['on X11 by its command line', { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, 'x11', ':0'],
  ['on Wayland by its command line', { DISPLAY: ':0' }, 'wayland', null],
  ['on neither', {}, '', null],
])('recognizes the X display %s', async (_name, env, platform, display) => {
  const { x11Display } = await import('../../../src/main/host/electron/index.ts');
  expect(x11Display(env, platform)).toBe(display);
});
