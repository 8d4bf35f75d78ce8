import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { appStart } from '../../../src/main/host/electron/app-secret.ts';
import { createLog } from '../../../src/main/log.ts';
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

it('hands the real module to the host, once prepared', async () => {
  const { prepareElectron, electronHost } = await import('../../../src/main/host/electron/index.ts');
  const fake = electron.fake;
  if (!(fake instanceof FakeElectron)) throw new Error('Electron was not imported');
  const profileFolder = mkdtempSync(join(tmpdir(), 'vitrine-index-'));
  onTestFinished(() => rmSync(profileFolder, { recursive: true }));

  prepareElectron({ profileFolder });
  fake.app.becomeReady();
  const nothing = (): void => undefined;
  const host = electronHost({
    handler: async () => new Response(''),
    events: deaf,
    log: createLog(nothing),
    clock: new ManualClock(),
  });
  await host.start();
  await host.open({ screenId: 'main', display: await firstDisplay(host) }, deaf);
  await settled();
  expect(fake.window.contents.top.url).toBe(`${appStart}index.html`);
  expect(fake.window.contents.preferences?.preload).toMatch(/preload[\\/]preload\.cjs$/);
  expect(host.version).toMatch(/^Electron .+ \(Chromium .+\)$/);
});

it.each([
  ['on X11', { DISPLAY: ':0' }, '', ':0'],
  ['on Wayland', { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, '', null],
  ['on X11 by its command line', { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, 'x11', ':0'],
  ['on Wayland by its command line', { DISPLAY: ':0' }, 'wayland', null],
  ['on neither', {}, '', null],
])('knows the X display %s', async (_name, env, platform, display) => {
  const { x11Display } = await import('../../../src/main/host/electron/index.ts');
  expect(x11Display(env, platform)).toBe(display);
});
