import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browser } from '../host/chromium/processes.ts';
import { until } from '../support/until.ts';
import { isBlack, isWhite } from './support/display.ts';
import { runVitrine } from './support/player.ts';
import { reporting, startTouch, type TouchRig } from './support/touch.ts';

// A person at the screen of a whole player touches it, the page that the CMS names opens, and tries all it can.

const residue = `residue-${randomUUID()}`;
let rig: TouchRig;

beforeAll(async () => {
  rig = await startTouch({
    config: () => ({}),
    content: ({ content, deviceGroupId }, address) =>
      content.changeDeviceGroup(deviceGroupId, {
        interaction_enabled: 1,
        interactive_website: address,
        interaction_timeout: 15,
      }),
  });
  rig.server.routes.set('/worker.js', (response) => {
    response.setHeader('Content-Type', 'text/javascript');
    response.end('addEventListener("fetch", () => {})');
  });
});

afterAll(() => rig?.stop());

test('the search for what is left finds what is there (control)', () => {
  expect([rig.isLeft('"interaction"'), rig.isLeft(`"inter${'x'.repeat(20)}`)]).toEqual([true, false]);
});

test('a touch opens the page, and the button leads back to the show, with nothing else on the way', async () => {
  const recording = await rig.display.record(30);
  await rig.opens('');
  await rig.shot('open');
  await rig.leaves();
  await recording.stop();
  expect(recording.frames.length).toBeGreaterThan(30);
  const empty = recording.frames.filter(({ frame }) => isBlack(frame) || isWhite(frame));
  expect(empty.length).toBe(0);
});

test('the show returns after the idle time, with a count-down', { tags: 'long' }, async () => {
  await rig.opens('');
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  expect(await rig.shows()).toBe('blue');
  await rig.shot('count-down');
  await rig.comes('red');
});

test('the page stays above the show whose browser dies', async () => {
  const restarts = async () => (await rig.player.status()).screens[0]?.restarts ?? 0;
  const [before, show] = [await restarts(), browser(rig.player.pid)];
  await rig.opens('');
  process.kill(show, 'SIGKILL');
  await until('another stage', async () => (await restarts()) > before);
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  await rig.shot('show-restarted');
  expect(await rig.shows()).toBe('blue');
  await rig.leaves();
});

test('a login with strict cookies lasts while a person uses the page, and no longer', async () => {
  rig.server.routes.set('/login', (response) => {
    response.setHeader('Set-Cookie', 'login=of-this-person; HttpOnly; SameSite=Strict');
    response.end(`<body style="background:#00f"><script>${reporting}
      document.cookie = 'shop=4';
      cookieStore.set('basket', 'full').then(() => { location = '/inside' }, (error) => report('refused', error));
    </script>`);
  });
  rig.server.routes.set('/inside', (response, { headers }) => {
    response.end(`<body style="background:#00f"><script>${reporting} fetch('/more').then(() => 'read', String).then((more) => {
      report('more', more); report('sent', ${JSON.stringify(headers.cookie ?? 'nothing')});
    })</script>`);
  });
  const sent = async (path: string) => {
    await rig.opens(`<script>location = '${path}'</script>`);
    await until('the page behind the login', () => rig.server.reports.has('sent'));
    await rig.leaves();
    return Object.fromEntries(rig.server.reports);
  };
  expect(await sent('/login')).toEqual({ more: 'read', sent: 'login=of-this-person; shop=4; basket=full' });
  expect(await sent('/inside')).toEqual({ more: 'read', sent: 'nothing' });
});

test('a person types on the on-screen keyboard', async () => {
  await rig.opens(
    `<input id="f" style="position:absolute;top:20px;left:20px;width:300px;height:50px"><script>${reporting} f.oninput = () => report('typed', f.value)</script>`,
  );
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await rig.tap(100, 40);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await rig.shot('keyboard');
  // The middle of the second row.
  await rig.tap(rig.width / 2, rig.height - 183);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await rig.shot('typed');
  expect(rig.server.reports.get('typed')).toBe('g');
  rig.person.press('Q');
  await rig.person.done();
  await until('a letter of the real keyboard', () => rig.server.reports.get('typed') === 'gq');
  rig.person.press('Escape');
  await rig.person.done();
  await rig.comes('red');
});

test('a hostile page can neither leave its frame nor keep the person nor leave anything', async () => {
  await rig.opens(`<script>${reporting}
    localStorage.secret = '${residue}';
    document.cookie = 'secret=${residue}; max-age=99999';
    report('window', window.open('/other') === null);
    try { top.location = '/other' } catch { report('top', 'refused') }
    for (let i = 0; i < 50; i++) alert('stay');
    report('alerts', 'over');
    addEventListener('beforeunload', (event) => event.preventDefault());
    document.documentElement.requestFullscreen().then(() => report('fullscreen', 'granted'), () => report('fullscreen', 'refused'));
    navigator.geolocation.getCurrentPosition(() => report('place', 'granted'), () => report('place', 'refused'));
    Notification.requestPermission().then((answer) => report('notifications', answer));
    navigator.serviceWorker.register('/worker.js').then(() => report('worker', 'there'));
    for (let i = 0; i < 60; i++) history.pushState(i, '');
    const attacks = ['file:///etc/passwd', 'chrome://settings', 'http://127.0.0.1:${rig.adminPort}/', 'http://elsewhere.example/',
      'http://vitrine.localhost:1/', 'mailto:a@example.com', 'data:text/html,<body style="background:#0f0>'];
    for (const [at, address] of attacks.entries()) setTimeout(() => { location = address }, 500 + at * 300);
    setTimeout(() => history.go(-200), 3000);
  </script>`);
  await until('the beginning of the attacks', () => rig.server.reports.get('worker') === 'there');
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  expect(Object.fromEntries(rig.server.reports)).toMatchObject({
    window: 'true',
    top: 'refused',
    alerts: 'over',
    fullscreen: 'refused',
    place: 'refused',
    notifications: 'denied',
    worker: 'there',
  });
  await rig.shot('hostile');
  expect(['red', 'green']).not.toContain(await rig.shows());
  expect(rig.player.log()).toContain('kept from another host');
  // Not even on the way: it is only in the memory of the browser.
  expect(rig.isLeft(residue)).toBe(false);
  await rig.leaves();
  expect(rig.player.log()).not.toContain('reloaded');
  await rig.opens(`<script>${reporting} report('found', document.cookie + localStorage.secret)</script>`);
  await until('what is left', () => rig.server.reports.has('found'));
  expect(rig.server.reports.get('found')).toBe('undefined');
  await rig.leaves();
  expect(rig.isLeft(residue)).toBe(false);
});

test('a page that hangs is left by the button', async () => {
  await rig.opens('<script>setTimeout(() => { for (;;); }, 1000)</script>');
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await rig.leaves();
});

test('proof of play has each use with its number of touches', async () => {
  const { out } = await runVitrine(['proof', 'export', '--format', 'csv'], rig.env);
  expect(out).toMatch(/interaction.*touches \d/);
});
