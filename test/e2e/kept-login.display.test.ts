import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { padBox, stacked } from '../../src/main/service/panel.ts';
import { type Box, panelShare } from '../../src/shared/service.ts';
import { until } from '../support/until.ts';
import { type PlayerProcess, startPlayerProcess } from './support/player.ts';
import { reporting, startTouch, type TouchRig } from './support/touch.ts';

// An operator logs in to a web application from the service menu. Its page in the playlist is green with the login; without one
// it leads to the blue login page.

const cookie = randomUUID();
const typed = ['Q', 'H', 'W', 'J', 'T', 'L', 'U', 'N', 'S'] as const;
const password = typed.join('').toLowerCase();
/** The server accepts it. */
let isAccepted = true;
let rig: TouchRig;
let player: PlayerProcess;

beforeAll(async () => {
  rig = await startTouch({
    config: (address) => ({
      service: { pin: '4711' },
      interaction: { logins: [`${address}app`], withLogins: true },
    }),
    content: ({ content, playlistId }, address) => {
      const list = Number(playlistId);
      for (const { id } of content.entriesOf(list)) content.changeEntry(id, { duration: 4 });
      const other = content.addWebPage('Other', `${address.replace('127.0.0.1', 'localhost')}other`);
      content.addEntry(list, { media_file_id: other.id, duration: 4 });
      const { id } = content.addWebPage('Dashboard', `${address}app`);
      content.addEntry(list, { media_file_id: id, duration: 4, interaction_enabled: 1 });
    },
  });
  player = rig.player;
  const { address, server } = rig;
  const { routes } = server;
  const isIn = (sent: string | undefined) => isAccepted && sent?.includes(`session=${cookie}`) === true;
  // A document whose headers the player changes counts as one of the internet, and may frame nothing of this machine.
  const free = (path: string, page: string) =>
    routes.set(path, (response) => {
      response.removeHeader('X-Frame-Options');
      response.setHeader('Cache-Control', 'no-store');
      response.end(page);
    });
  routes.set('/own', (response) => {
    const session = 'session=of-this-person; HttpOnly; Path=/';
    response.writeHead(302, { Location: '/app', 'Set-Cookie': session }).end();
  });
  free('/other', `<body style="background:#ff0"><iframe src="${address}framed"></iframe>`);
  free('/framed', 'framed');
  routes.set('/app', (response, { headers }) => {
    if (isIn(headers.cookie)) {
      response.setHeader('Set-Cookie', 'renewed=4; HttpOnly; SameSite=Lax');
      response.end(`<body style="background:#0f0"><script>${reporting}
        onclick = () => { location = '/own'; };
        fetch('/data').then((data) => data.text()).then((text) => report('data', text));</script>`);
    } else response.writeHead(302, { Location: '/login' }).end();
  });
  routes.set('/data', (response, { headers }) => response.end(headers.cookie ?? 'nothing'));
  routes.set('/login', (response) =>
    response.end(
      '<body style="background:#00f"><form method="post" action="/enter"><input name="p" type="password" style="position:absolute;top:20px;left:20px;width:300px;height:50px"></form>',
    ),
  );
  routes.set('/enter', (response) => {
    const session = `session=${cookie}; HttpOnly; SameSite=Strict; Path=/`;
    response.writeHead(302, { Location: '/app', 'Set-Cookie': session }).end();
  });
});

afterAll(async () => {
  await player?.stop();
  await rig?.stop();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const reason = async () => {
  const { reasons = [] } = (await player.health()) ?? {};
  return reasons.find(({ code }) => code === 'page-login')?.sentence.code ?? null;
};
/** The cookies that a path got last. */
const got = (path: string) => rig.server.asked.findLast((one) => one.path === path)?.headers.cookie ?? null;

async function touch(box: Box | undefined): Promise<void> {
  const [left, top, wide, high] = box ?? [0, 0, 0, 0];
  const side = Math.min(rig.width, rig.height) * panelShare;
  const at = (middleOf: number, whole: number) => Math.round(whole / 2 + (middleOf / 1000 - 0.5) * side);
  await rig.tap(at(left + wide / 2, rig.width), at(top + high / 2, rig.height));
  await wait(300);
}

async function opensMenu(): Promise<void> {
  const { person } = rig;
  await until('the menu', async () => {
    person.move(10, 10);
    person.button(1, true);
    await person.done();
    await wait(5_400);
    person.button(1, false);
    await person.done();
    return player.log().includes('The service menu was opened');
  });
  await wait(1_000);
  for (const digit of '4711')
    await touch(padBox(Math.floor((Number(digit) - 1) / 3), (Number(digit) - 1) % 3));
  await touch(padBox(3, 3));
}

test('health says that nobody is logged in, and the page is shown without a login', async () => {
  await until('the reason', async () => (await reason()) === 'health.page-login.none');
  await rig.comes('blue');
  expect(got('/app')).toBeNull();
});

test('an operator logs in from the service menu, and the page plays with the login', async () => {
  await opensMenu();
  await rig.shot('login-menu');
  await touch(stacked(5)[3]);
  await rig.shot('login-ask');
  await touch(stacked(2)[0]);
  const isOpened = () =>
    rig.server.asked.some(
      ({ path, headers }) => path === '/login' && headers['sec-fetch-site'] === 'same-site',
    );
  await until('the login page', isOpened);
  await wait(2_000);
  await rig.tap(100, 45);
  await wait(1_000);
  await rig.shot('login-page');
  for (const key of [...typed, 'Enter'] as const) rig.person.press(key);
  await rig.person.done();
  await until('the page behind the login', () => got('/app')?.includes(cookie) === true);
  await wait(1_000);
  rig.server.asked.length = 0;
  await rig.leaves();
  await rig.shot('login-kept');
  await rig.comes('green');
  await until('no reason', async () => (await reason()) === null);
  await until('a request of the page', () => rig.server.reports.has('data'));
  await until('a renewed cookie', () => got('/app') === `session=${cookie}; renewed=4`);
  expect(rig.server.reports.get('data')).toBe(`session=${cookie}; renewed=4`);
});

test('a page of another site that frames the application gets no cookie', async () => {
  rig.server.asked.length = 0;
  await until('the other page', () => rig.server.asked.some(({ path }) => path === '/framed'));
  expect(got('/framed')).toBeNull();
});

test('the login outlives a restart of the player', { tags: 'long' }, async () => {
  await player.stop();
  rig.server.asked.length = 0;
  player = startPlayerProcess(rig.env);
  await rig.comes('green');
  expect(got('/app')).toContain(cookie);
  expect(await reason()).toBeNull();
});

test('a touch opens the page with the login, and what a person does there reaches neither the next person nor the show', {
  tags: 'long',
}, async () => {
  const ofPerson = (path: string) =>
    rig.server.asked.findLast((one) => one.path === path && one.headers['sec-fetch-site'] !== 'cross-site')
      ?.headers.cookie;
  async function opensPage(): Promise<void> {
    await rig.comes('red');
    rig.server.asked.length = 0;
    const begun = () => player.log().split('A touch opens').length;
    const before = begun();
    await until('a touch of the dashboard', async () => {
      if ((await rig.shows()) === 'green') await rig.tap(300, 300);
      await wait(500);
      return begun() > before;
    });
    await until('the page', () => ofPerson('/app') !== undefined);
  }
  const kept = `session=${cookie}; renewed=4`;
  await opensPage();
  expect(ofPerson('/app')).toBe(kept);
  await wait(6_000);
  await rig.shot('login-touched');
  expect(await rig.shows()).toBe('green');
  expect(rig.isLeft(cookie)).toBe(false);
  await rig.tap(100, 100);
  await until('the login of a person', () => ofPerson('/app')?.includes('of-this-person') === true);
  await rig.leaves();
  await opensPage();
  expect(ofPerson('/app')).toBe(kept);
  await rig.leaves();
  await rig.comes('green');
  expect(got('/app')).toBe(kept);
  expect(await reason()).toBeNull();
});

test('health says that the login has expired once the server does not accept it', {
  tags: 'long',
}, async () => {
  isAccepted = false;
  await until('the reason', async () => (await reason()) === 'health.page-login.expired');
  isAccepted = true;
  await until('no reason', async () => (await reason()) === null);
});

test('neither the cookie nor the password is in any file', () => {
  expect(['4711', cookie, password].map((text) => rig.isLeft(text))).toEqual([true, false, false]);
});
