import { describe, expect, it } from 'vitest';
import { openOnFake, startedOnFake } from './started.ts';

async function session() {
  return (await startedOnFake()).electron.session('vitrine');
}

const requested = [
  'media',
  'geolocation',
  'notifications',
  'midi',
  'fullscreen',
  'pointerLock',
  'openExternal',
  'clipboard-read',
  'display-capture',
  'usb',
  'serial',
  'hid',
  'fileSystem',
  'unknown',
] as const;

describe('permissions', () => {
  it.each(requested)('%s is refused to pages and to the app, requested or checked', async (permission) => {
    const locked = await session();
    for (const asker of ['https://page.example/', 'vitrine://app/']) {
      expect(locked.asksFor(permission, asker)).toBe(false);
      expect(locked.checks(permission, asker)).toBe(false);
    }
  });

  it.each([
    'local-network',
    'local-network-access',
    'loopback-network',
  ] as const)('only the app may open a page by %s', async (permission) => {
    const locked = await session();
    expect(locked.asksFor(permission, 'vitrine://app/index.html')).toBe(true);
    expect(locked.checks(permission, 'vitrine://app/')).toBe(true);
    expect(locked.checks(permission, 'vitrine://app')).toBe(true);
    for (const asker of ['https://page.example/', 'vitrine://app.evil.example/', 'about:blank', '']) {
      expect(locked.asksFor(permission, asker)).toBe(false);
      expect(locked.checks(permission, asker)).toBe(false);
    }
  });

  it('devices and screen sharing are refused', async () => {
    const locked = await session();
    const device = { deviceType: 'usb', origin: 'https://page.example' } as const;
    expect(locked.device?.({ ...device, device: {} as Electron.USBDevice })).toBe(false);
    let streams: unknown = 'unanswered';
    locked.displayMedia?.({} as Electron.DisplayMediaRequestHandlerHandlerRequest, (given) => {
      streams = given;
    });
    expect(streams).toBeNull();
  });

  it('downloads and the spell checker are off', async () => {
    const locked = await session();
    expect(locked.downloads()).toBe(false);
    expect(locked.spellChecker).toBe(false);
  });
});

describe('navigation', () => {
  it.each([
    ['vitrine://app/', true],
    ['vitrine://app/index.html#x', true],
    ['vitrine://other/', false],
    ['https://page.example/', false],
    ['about:blank', false],
    ['file:///etc/passwd', false],
    ['data:text/html,x', false],
    ['javascript:alert(1)', false],
  ])('the top frame may go to %s: %s', async (address, may) => {
    const { contents } = await openOnFake();
    expect(contents.navigates(address, true)).toBe(may);
    expect(contents.redirects(address, true)).toBe(may);
  });

  it.each([
    ['https://page.example/', true],
    ['HTTP://page.example/', true],
    ['about:blank', true],
    ['about:srcdoc', true],
    ['about:gpu', false],
    ['vitrine://app/', false],
    ['file:///etc/passwd', false],
    ['chrome://settings/', false],
    ['devtools://devtools/', false],
    ['mailto:somebody@page.example', false],
  ])('a frame may go to %s: %s', async (address, may) => {
    const { contents } = await openOnFake();
    expect(contents.navigates(address, false)).toBe(may);
    expect(contents.redirects(address, false)).toBe(may);
  });

  it('opens no window, attaches no guest, and no page keeps itself open', async () => {
    const { contents } = await openOnFake();
    expect(contents.opensWindow('https://page.example/')).toBe(false);
    expect(contents.attachesWebview()).toBe(false);
    expect(contents.asksToStay()).toBe(false);
  });

  it("only the overlay's keys get through", async () => {
    const { contents } = await openOnFake();
    expect(contents.takesKey('KeyO', { control: true, alt: true })).toBe(true);
  });

  it('not even these when the configuration disables them', async () => {
    const { contents } = await openOnFake(undefined, false);
    expect(contents.takesKey('KeyO', { control: true, alt: true })).toBe(false);
  });

  it('keys and mouse are dead', async () => {
    const { contents } = await openOnFake();
    for (const code of ['KeyO', 'F4', 'F11', 'Escape', 'Tab']) expect(contents.takesKey(code)).toBe(false);
    expect(contents.takesKey('KeyO', { control: true })).toBe(false);
    expect(contents.takesKey('KeyI', { control: true, alt: true })).toBe(false);
    expect(contents.takesMouse()).toBe(false);
  });
});
