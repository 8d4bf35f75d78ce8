import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { GpuHistory } from '../../../src/main/host/electron/gpu-history.ts';
import { prepareApp } from '../../../src/main/host/electron/prepare.ts';
import { pageFeaturesOff } from '../../../src/main/host/page-features.ts';
import { FakeElectron } from './fake-electron.ts';

const profileFolder = mkdtempSync(join(tmpdir(), 'vitrine-prepare-'));
afterAll(() => rmSync(profileFolder, { recursive: true }));
const preparation = { profileFolder, now: 0 };

describe('before Electron is ready', () => {
  it('the scheme is privileged enough for modules, fetch and ranges', () => {
    const electron = new FakeElectron();
    prepareApp(electron.api, preparation);
    expect(electron.privileged.get('vitrine')).toEqual({
      standard: true,
      secure: true,
      supportFetchAPI: true,
      stream: true,
    });
  });

  it('every renderer is sandboxed, and the profile is in the data folder', () => {
    const { api, app } = new FakeElectron();
    prepareApp(api, preparation);
    expect(app.sandboxed).toBe(true);
    expect(app.paths.get('userData')).toBe(profileFolder);
    expect(app.paths.get('sessionData')).toBe(profileFolder);
    expect(app.hardwareAcceleration).toBe(true);
  });

  it('sound needs a gesture, and throttling, zoom gestures and message boxes are off', () => {
    const { api, app } = new FakeElectron();
    prepareApp(api, preparation);
    expect(app.switches.get('autoplay-policy')).toBe('document-user-activation-required');
    for (const name of [
      'disable-background-timer-throttling',
      'disable-renderer-backgrounding',
      'disable-backgrounding-occluded-windows',
      'disable-pinch',
      'noerrdialogs',
    ]) {
      expect(app.switches.has(name), name).toBe(true);
    }
    expect(app.switches.get('password-store')).toBe('basic');
    expect(app.switches.get('overscroll-history-navigation')).toBe('0');
  });

  it('features disabled on the command line stay disabled', () => {
    const { api, app } = new FakeElectron();
    app.commandLine.appendSwitch('disable-features', 'Vulkan,MediaRouter');
    prepareApp(api, preparation);
    expect(app.switches.get('disable-features')?.split(',')).toEqual([
      ...['Vulkan', 'MediaRouter', 'CalculateNativeWinOcclusion', 'HardwareMediaKeyHandling', 'Translate'],
      ...pageFeaturesOff,
    ]);
  });

  it('there is no menu with shortcuts', () => {
    const electron = new FakeElectron();
    prepareApp(electron.api, preparation);
    expect(electron.menu).toBeNull();
  });

  it("a missing lock is ignored: it fails on a full disk, and the store's lock decides", () => {
    const { api, app } = new FakeElectron();
    app.getsLock = false;
    expect(() => prepareApp(api, preparation)).not.toThrow();
    expect(app.paths.get('userData')).toBe(profileFolder);
  });

  it('a sandbox that the command line refuses is not enabled', () => {
    const { api, app } = new FakeElectron();
    app.commandLine.appendSwitch('no-sandbox');
    prepareApp(api, preparation);
    expect(app.sandboxed).toBe(false);
  });

  it('rendering is in software for an hour after three deaths of the GPU process', () => {
    const history = new GpuHistory(profileFolder);
    for (const at of [1_000, 2_000, 3_000]) history.died(at);
    const painted = [3_000, 3_600_999, 3_601_001].map((now) => {
      const { api, app } = new FakeElectron();
      prepareApp(api, { profileFolder, now });
      return app.hardwareAcceleration;
    });
    expect(painted).toEqual([false, false, true]);
  });

  it('preparing throws once Electron is ready', () => {
    const { api, app } = new FakeElectron();
    app.becomeReady();
    expect(() => prepareApp(api, preparation)).toThrow('before app is ready');
  });
});
