import { scryptSync } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { Guesses } from '../../../src/main/admin/access/guesses.ts';
import { InterruptTokens } from '../../../src/main/admin/access/interrupt-tokens.ts';
import { lanApp } from '../../../src/main/admin/access/lan-app.ts';
import type { KeptPassword } from '../../../src/main/admin/access/password.ts';
import { Sessions } from '../../../src/main/admin/access/sessions.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { calmPlayer } from '../../support/calm-player.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { scenes } from '../../support/page-scenes.ts';

const host = 'player.example:8443';
const origin = `https://${host}`;
const own = { host, origin, 'content-type': 'application/json', 'content-length': '2' };
const salt = Buffer.from('salt');
/** Cheap enough for many checks. */
const password: KeptPassword = {
  salt: salt.toString('base64'),
  hash: scryptSync('correct horse battery', salt, 32, { N: 1024 }).toString('base64'),
  cost: 1024,
};
const acts: string[] = [];
const pause = JSON.stringify({ paused: true });

function page() {
  const clock = new ManualClock();
  const player = calmPlayer({
    status: scenes.calm.status,
    pauseSync: async () => void acts.push('pause'),
    updateNow: async (folder) => void acts.push(`update ${folder}`) as never,
    setDisplay: (wanted) => void acts.push(wanted),
    display: () => [] as never,
    identify: (kind, seconds) => {
      acts.push(`${kind} ${seconds}`);
      return { screens: 1 };
    },
    overlay: (visible) => void acts.push(`overlay ${visible}`),
    updateHold: async (held) => void acts.push(`hold ${held}`) as never,
  });
  const [sessions, guesses] = [
    new Sessions(clock),
    new Guesses(
      clock,
      createLog(() => undefined),
    ),
  ];
  const app = lanApp({
    player,
    clock,
    sessions,
    guesses,
    dataDir: '/nowhere',
    tokens: new InterruptTokens('/nowhere', clock),
    password,
    hosts: () => new Set([host]),
  });
  const ask = (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body: string | null = null,
  ) =>
    app.request(
      new Request(`${origin}${path}`, {
        method,
        body: method === 'POST' ? (body ?? '{}') : null,
        headers: { host, ...headers },
      }),
      undefined,
      { incoming: { socket: { remoteAddress: '192.0.2.1' } } },
    );
  const login = (tried: string) => {
    const body = JSON.stringify({ password: tried });
    return ask('POST', '/api/login', { ...own, 'content-length': String(body.length) }, body);
  };
  return { clock, sessions, guesses, ask, login };
}

beforeEach(() => {
  acts.length = 0;
});

describe('the page from the network', () => {
  test.each([
    ['another host name', 'GET', '/', { host: 'other.example' }, 421],
    ['a WebSocket', 'GET', '/', { upgrade: 'websocket' }, 400],
    ['another method', 'PUT', '/', {}, 405],
    ['a page of another origin', 'GET', '/', { origin: 'https://other.example' }, 403],
    ['an image on another site', 'GET', '/api/session', { 'sec-fetch-site': 'cross-site' }, 403],
    ['an image on a neighbouring site', 'GET', '/api/session', { 'sec-fetch-site': 'same-site' }, 403],
    ['a form of another origin', 'POST', '/', { ...own, origin: 'null' }, 403],
    ['a form without an origin', 'POST', '/api/login', { 'content-type': 'application/json' }, 403],
    ['a form that is no JSON', 'POST', '/api/login', { ...own, 'content-type': 'text/plain' }, 415],
    ['a body that is too long', 'POST', '/api/login', { ...own, 'content-length': '2001' }, 413],
    ['a body of unknown length', 'POST', '/api/login', { ...own, 'content-length': 'x' }, 413],
    ['a login that is none', 'POST', '/api/login', own, 400],
    ['an act without a session', 'POST', '/api/actions/sync-pause', own, 401],
    ['the status without a session', 'GET', '/api/status', {}, 401],
    ['metrics without a password', 'GET', '/metrics', {}, 401],
  ])('refuses %s', async (_, method, path, headers, status) => {
    const { ask } = page();
    expect((await ask(method, path, headers)).status).toBe(status);
    expect(acts).toEqual([]);
  });

  test('opens by a link on another site', async () => {
    const { ask } = page();
    expect((await ask('GET', '/', { 'sec-fetch-site': 'cross-site' })).status).toBe(200);
    expect((await ask('GET', '/', { origin })).status).toBe(200);
  });

  test('starts a session for the right password, and acts only in that session', async () => {
    const { ask, login, sessions } = page();
    expect((await login('wrong horse battery')).status).toBe(401);
    const answer = await login('correct horse battery');
    const [cookie = '', ...rules] = (answer.headers.get('set-cookie') ?? '').split('; ');
    expect(rules.toSorted()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict', 'Secure']);
    const may = async () => (await ask('GET', '/api/session', { cookie })).json();
    expect(await may()).toMatchObject({ mayAct: true, canLogIn: true, name: 'Window 1' });
    expect((await ask('POST', '/api/actions/sync-pause', { ...own, cookie }, pause)).status).toBe(200);
    expect((await ask('POST', '/api/actions/sync-pause', { ...own, cookie: `${cookie}x` })).status).toBe(401);
    expect(acts).toEqual(['pause']);
    await ask('POST', '/api/logout', { ...own, cookie });
    expect(sessions.count).toBe(0);
    expect(await may()).toMatchObject({ mayAct: false, canLogIn: true });
  });

  test('answers everything that it reads in a session, and nothing of it without one', async () => {
    const { ask, login } = page();
    const [cookie = ''] = ((await login('correct horse battery')).headers.get('set-cookie') ?? '').split(';');
    for (const path of [
      '/api/status',
      '/api/settings',
      '/api/health',
      '/api/files',
      '/api/actions',
      '/metrics',
    ]) {
      expect([path, (await ask('GET', path, { cookie })).status]).toEqual([path, 200]);
      expect([path, (await ask('GET', path)).status]).toEqual([path, 401]);
    }
    const bundle = await ask('GET', '/api/support.zip', { cookie });
    expect([bundle.status, bundle.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect((await ask('GET', '/api/support.zip')).status).toBe(401);
  });

  test('shows which session is its own, and ends one or all others', async () => {
    const { ask, login } = page();
    const cookies: string[] = [];
    for (let each = 0; each < 3; each++) {
      const answer = await login('correct horse battery');
      cookies.push((answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '');
    }
    const [cookie = ''] = cookies;
    const listed = async () =>
      (await (await ask('GET', '/api/sessions', { cookie })).json()) as { id: string; isOwn: boolean }[];
    expect((await listed()).map(({ isOwn }) => isOwn)).toEqual([false, false, true]);
    const end = async (id: unknown) => {
      const body = JSON.stringify({ id });
      return ask('POST', '/api/sessions/end', { ...own, cookie, 'content-length': `${body.length}` }, body);
    };
    expect((await end('no id')).status).toBe(400);
    expect(await (await end((await listed())[0]?.id)).json()).toEqual({ ended: 1 });
    expect(await (await end(null)).json()).toEqual({ ended: 1 });
    expect((await listed()).map(({ isOwn }) => isOwn)).toEqual([true]);
  });

  test('limits the parameters of an action', async () => {
    const { ask, login } = page();
    const [cookie = ''] = ((await login('correct horse battery')).headers.get('set-cookie') ?? '').split(';');
    const act = async (name: string, args: object = {}) =>
      (await ask('POST', `/api/actions/${name}`, { ...own, cookie }, JSON.stringify(args))).status;
    for (const seconds of [0, 0.5, 601, 'many']) expect(await act('identify', { seconds })).toBe(400);
    await act('identify', { test: true, seconds: 600 });
    await act('identify');
    expect(await act('display', { wanted: 'dim' })).toBe(400);
    for (const wanted of ['on', 'off', 'auto']) await act('display', { wanted });
    expect(await act('overlay')).toBe(400);
    for (const visible of [true, false]) await act('overlay', { visible });
    for (const held of [true, false]) await act('update-hold', { held });
    // A folder of the player's machine may be named only on that machine.
    expect(await act('update-now', { from: '/etc' })).toBe(400);
    await act('update-now');
    // Actions that only read have their own bounded routes.
    for (const name of ['picture', 'logs', 'doctor']) expect(await act(name)).toBe(404);
    expect(acts).toEqual([
      ...['test 600', 'name 20', 'on', 'off', 'auto'],
      ...['overlay true', 'overlay false', 'hold true', 'hold false', 'update null'],
    ]);
  });

  test('serves metrics for the password with any user name, and counts only wrong ones', async () => {
    const { ask, guesses } = page();
    const metrics = (text: string) =>
      ask('GET', '/metrics', { authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    expect((await metrics('prometheus:correct horse battery')).status).toBe(200);
    expect((await metrics('prometheus:correct horse battery')).status).toBe(200);
    expect((await metrics('prometheus:correct: horse')).status).toBe(401);
    expect((await metrics('no colon')).headers.get('www-authenticate')).toBe('Basic realm="Vitrine"');
    for (let tries = 0; tries < 4; tries++) await metrics('x:wrong');
    expect((await metrics('x:wrong')).status).toBe(429);
    expect(guesses.refused).toBe(1);
  });

  test('answers with the wait after five wrong passwords', async () => {
    const { login } = page();
    for (let tries = 0; tries < 5; tries++) expect((await login('wrong horse battery')).status).toBe(401);
    const refused = await login('correct horse battery');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await refused.json()).toMatchObject({ code: 'too-many-tries', waitSeconds: 60 });
  });

  test('checks at most four passwords at once', async () => {
    const { login } = page();
    const answers = await Promise.all(Array.from({ length: 6 }, () => login('wrong horse battery')));
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(3);
  });
});
