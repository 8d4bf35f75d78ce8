import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import type { PageCookie } from '../../src/main/host/page-logins.ts';
import { readCookie } from '../../src/main/interaction/cookies.ts';
import { KeptLogins } from '../../src/main/interaction/kept-logins.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

const page = 'https://board.example/d/1';
const entrance = 'https://board.example/login?next=/d/1';
const session: PageCookie = { name: 'session', value: 'secret', path: '/', expiresAt: null };

let clock: ManualClock;
let folder: string;
let addresses: string[];
let isWhole: boolean;
let logged: string[];
let logins: KeptLogins;

const open = () =>
  new KeptLogins({
    clock,
    log: createLog(({ message }) => logged.push(message)),
    dataDir: folder,
    configured: {
      get config() {
        return { interaction: { logins: addresses } } as never;
      },
      get isWhole() {
        return isWhole;
      },
    },
  });
const again = async () => {
  await logins.stop();
  logins = open();
};
const needed = () => logins.needed.map(({ host, why }) => `${host} ${why}`);

beforeEach(() => {
  clock = new ManualClock();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-logins-'));
  [addresses, isWhole, logged] = [[entrance], true, []];
  logins = open();
});
// The last write may still be on its way.
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

test('a login goes to its own origin alone, and survives a restart', async () => {
  expect(needed()).toEqual(['board.example none']);
  expect(logins.keep(entrance, { begunAt: entrance, cookies: [session] })).toBe('kept');
  await again();
  expect(needed()).toEqual([]);
  expect(logins.cookiesFor(page)).toBe('session=secret');
  for (const other of [
    'http://board.example/',
    'https://board.example:8443/',
    'https://sub.board.example/',
    'https://other.example/',
    'about:blank',
  ])
    expect([logins.isFor(other), logins.cookiesFor(other)]).toEqual([false, null]);
});

test('a browser of its own gets the cookies of that origin that have not expired', () => {
  const over = { ...session, name: 'over', expiresAt: clock.now() };
  logins.keep(entrance, { begunAt: entrance, cookies: [session, over] });
  expect(logins.cookiesOf(page)).toEqual([session]);
  expect(logins.cookiesOf('https://sub.board.example/')).toEqual([]);
});

test('a login that is no longer configured is removed from the disk', async () => {
  logins.keep(entrance, { begunAt: null, cookies: [session] });
  addresses = [];
  expect(logins.cookiesFor(page)).toBeNull();
  logins.look();
  await again();
  addresses = [entrance];
  expect(needed()).toEqual(['board.example none']);
});

test('a mistake in the configuration removes no login', async () => {
  logins.keep(entrance, { begunAt: null, cookies: [session] });
  await logins.stop();
  [addresses, isWhole] = [[], false];
  logins = open();
  logins.look();
  await again();
  [addresses, isWhole] = [[entrance], true];
  logins.look();
  expect([needed(), logins.cookiesFor(page)]).toEqual([[], 'session=secret']);
});

test.each([
  ['no cookie', [], 'none'],
  ['too many cookies', Array.from({ length: 51 }, (_, at) => ({ ...session, name: `n${at}` })), 'too-large'],
  [
    'too large cookies',
    [1, 2, 3, 4, 5].map((at) => ({ ...session, name: `n${at}`, value: 'x'.repeat(4_000) })),
    'too-large',
  ],
] as const)('a login with %s is not kept', (_, cookies, outcome) => {
  expect(logins.keep(entrance, { begunAt: null, cookies })).toBe(outcome);
  expect(needed()).toEqual(['board.example none']);
});

test.each([
  'page-logins.json',
  'page-logins.key',
])('damage of %s is said, and a new login helps', async (name) => {
  logins.keep(entrance, { begunAt: null, cookies: [session] });
  await logins.stop();
  writeFileSync(join(folder, name), readFileSync(join(folder, name), 'utf8').replaceAll(/[a-m]/g, 'n'));
  logins = open();
  expect([needed(), logins.cookiesFor(page)]).toEqual([['board.example lost'], null]);
  expect(logged.join()).toContain('lost');
  logins.keep(entrance, { begunAt: null, cookies: [session] });
  await again();
  expect(needed()).toEqual([]);
});

describe('a login has expired', () => {
  beforeEach(() => {
    logins.keep(entrance, { begunAt: entrance, cookies: [session] });
    logins.began(page);
  });

  test.each([401, 403])('when the page is answered by status %i', (status) => {
    logins.came(page, page, status);
    expect(needed()).toEqual(['board.example expired']);
  });

  test('when the page leads to where the operator began to log in', () => {
    logins.came(page, page, 200);
    expect(needed()).toEqual([]);
    logins.came(page, 'https://board.example/login/?next=other', null);
    expect(needed()).toEqual(['board.example expired']);
  });

  test('but not when the page is its own login page, or leads elsewhere', () => {
    const itself = 'https://board.example/login';
    logins.came(itself, itself, 200);
    logins.came(page, 'https://board.example/d/2', 200);
    logins.came(page, page, 500);
    logins.came(page, 'chrome-error://chromewebdata/', null);
    expect(needed()).toEqual([]);
  });

  test('and is accepted again after a load that leads to no login', async () => {
    logins.came(page, page, 403);
    await again();
    expect(needed()).toEqual(['board.example expired']);
    for (const status of [500, 302]) {
      logins.began(page);
      logins.came(page, page, status);
    }
    logins.began(page);
    logins.came(page, page, 200);
    logins.came(page, entrance, null);
    logins.began(page);
    expect(needed()).toEqual(['board.example expired']);
    logins.came(page, page, 200);
    logins.began(page);
    expect(needed()).toEqual([]);
  });

  test('when its cookies are over, by time or by the server', async () => {
    logins.set(page, ['session=short; Path=/; Max-Age=60']);
    expect(logins.cookiesFor(page)).toBe('session=short');
    await clock.advance(60_000);
    expect([logins.cookiesFor(page), needed()]).toEqual([null, ['board.example expired']]);
    logins.set(page, ['session=new; Path=/']);
    expect(needed()).toEqual([]);
    logins.set(page, ['session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT']);
    expect(needed()).toEqual(['board.example expired']);
  });
});

test('renewed cookies are written once a minute, and at the end', async () => {
  logins.keep(entrance, { begunAt: null, cookies: [session] });
  const sees = () => open().cookiesFor(page);
  await until('the login on the disk', () => sees() === 'session=secret');
  logins.set(page, ['session=second; Path=/']);
  await clock.advance(59_000);
  logins.look();
  expect([logins.cookiesFor(page), sees()]).toEqual(['session=second', 'session=secret']);
  await clock.advance(1_000);
  logins.look();
  await until('the second one on the disk', () => sees() === 'session=second');
  logins.set(page, ['session=third; Path=/']);
  await logins.stop();
  expect(sees()).toBe('session=third');
});

test('a server cannot fill the store', () => {
  logins.keep(entrance, { begunAt: null, cookies: [session] });
  for (let at = 0; at < 100; at++) logins.set(page, [`n${at}=${'x'.repeat(3_000)}`]);
  logins.set(page, [`long=${'x'.repeat(5_000)}`]);
  expect(logins.cookiesFor(page)?.length).toBeLessThan(17_000);
  expect(logins.cookiesFor(page)).toContain('session=secret');
  expect(logins.cookiesFor(page)).not.toContain('long');
});

test('cookies with new names for each load leave room for others once they are over', async () => {
  logins.keep(entrance, { begunAt: null, cookies: [session] });
  for (let at = 0; at < 60; at++) {
    logins.set(page, [`nonce${at}=1; Path=/; Max-Age=60`]);
    await clock.advance(61_000);
  }
  logins.set(page, ['nonce=2; Path=/; Max-Age=60']);
  expect(logins.cookiesFor(page)).toBe('session=secret; nonce=2');
});

test('a cookie without a path replaces the one that the browser has put into the folder of its address', () => {
  const inFolder = { ...session, path: '/app' };
  logins.keep(entrance, { begunAt: null, cookies: [inFolder] });
  logins.set('https://board.example/app/index.php?a=/b/c', ['session=renewed; HttpOnly']);
  expect(logins.cookiesFor('https://board.example/app/index.php')).toBe('session=renewed');
  expect(logins.cookiesFor('https://board.example/')).toBeNull();
});

test('a cookie that was renewed before the clock was set lives as long as its server said', async () => {
  const old = { ...session, name: 'old', expiresAt: clock.now() + 3_600_000 };
  logins.keep(entrance, { begunAt: null, cookies: [session, old] });
  await again();
  logins.set(page, ['session=renewed; Path=/; Max-Age=1800']);
  clock.set(clock.now() + 36_000_000);
  expect(logins.cookiesFor(page)).toBe('session=renewed');
  await clock.advance(1_799_000);
  expect(logins.cookiesFor(page)).toBe('session=renewed');
  await clock.advance(1_000);
  expect(logins.cookiesFor(page)).toBeNull();
});

test('cookies go to their paths, the longest first', () => {
  const cookies = ['/', '/d', '/data/', '/d/1'].map((path) => ({
    ...session,
    name: path.slice(1) || 'all',
    path,
  }));
  logins.keep(entrance, { begunAt: null, cookies });
  expect(logins.cookiesFor(page)).toBe('d/1=secret; d=secret; all=secret');
  expect(logins.cookiesFor('https://board.example/data')).toBe('all=secret');
});

test.each([
  ['a=b', { name: 'a', value: 'b', path: '/', expiresAt: null }],
  ['a=b=c; path=/d; HttpOnly', { name: 'a', value: 'b=c', path: '/d', expiresAt: null }],
  ['a=; Max-Age=5', { name: 'a', value: '', path: '/', expiresAt: 6_000 }],
  ['a=b; Domain=.example', { name: 'a', value: 'b', path: '/', expiresAt: null }],
  ['a=b; Domain=other.example', null],
  ['a=b; Domain=oard.example', null],
  ['=b', null],
  ['a', null],
  ['a=b\r\nX-Header: 1', null],
])('the line %j of a response is read', (line, cookie) => {
  expect(readCookie(line, 'https://board.example/login', 1_000)).toEqual(cookie);
});
