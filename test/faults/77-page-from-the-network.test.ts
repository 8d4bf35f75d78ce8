import { scryptSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Guesses } from '../../src/main/admin/access/guesses.ts';
import { InterruptTokens } from '../../src/main/admin/access/interrupt-tokens.ts';
import { LanAccess } from '../../src/main/admin/access/lan-access.ts';
import { lanApp } from '../../src/main/admin/access/lan-app.ts';
import type { KeptPassword } from '../../src/main/admin/access/password.ts';
import { Sessions } from '../../src/main/admin/access/sessions.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { calmPlayer } from '../support/calm-player.ts';
import { freePort } from '../support/free-port.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { scenes } from '../support/page-scenes.ts';
import { reportRow } from '../support/report-row.ts';

const password = 'correct horse battery';
const acts: string[] = [];
const lines: LogLine[] = [];
const log = createLog((line) => lines.push(line));
const act = (name: string) => async () => {
  acts.push(name);
  return {} as never;
};
const player = calmPlayer({
  status: async () => ({ ...(await scenes.calm.status()), version: 'only for those who may' }),
  syncNow: act('sync'),
  pauseSync: act('pause'),
  rollback: act('rollback'),
  updateNow: async (folder) => act(`update ${folder}`)(),
  overlay: () => void acts.push('overlay'),
  restart: () => () => void acts.push('restart'),
});

let clock: ManualClock;
let lan: LanAccess;
let port: number;
let dataDir: string;
let token: string;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  clock = new ManualClock();
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-access-'));
  lan = new LanAccess({ player, dataDir, clock, log, passwordCost: 1024 });
  port = await freePort();
  await lan.allow({ password, port, names: ['localhost'], certificate: null });
  closing.push(() => lan.stop());
});
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  acts.length = 0;
  // Restores the allowance that the previous case has used up.
  await clock.advance(3_600_000);
  token = tokenIn((await logIn(password)).cookie);
});

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly cookie: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

const own = () => `https://localhost:${port}`;

/** A request as our own page sends it, with the changes of a case; undefined removes a header. */
function ask({ method = 'GET', path = '/api/status', headers = {}, body }: Asked = {}): Promise<Answered> {
  const all: Record<string, string | undefined> = {
    host: `localhost:${port}`,
    ...(method === 'GET' ? {} : { origin: own(), 'content-type': 'application/json' }),
    ...(body === undefined && method === 'GET'
      ? {}
      : { 'content-length': String(Buffer.byteLength(body ?? '{}')) }),
    ...headers,
  };
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new Promise((resolve, reject) => {
    const requested = request(
      // The player may just have closed a kept connection.
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        rejectUnauthorized: false,
        headers: Object.fromEntries(given),
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => {
          const cookie = response.headers['set-cookie']?.[0] ?? '';
          resolve({ status: response.statusCode ?? 0, text, cookie, headers: response.headers });
        });
      },
    );
    requested.on('error', reject);
    requested.end(method === 'GET' ? undefined : (body ?? '{}'));
  });
}

const logIn = (word: string, headers = {}): Promise<Answered> =>
  ask({ method: 'POST', path: '/api/login', body: JSON.stringify({ password: word }), headers });
const tokenIn = (cookie: string): string => /__Host-vitrine=([^;]+)/.exec(cookie)?.[1] ?? '';
const session = (): { readonly cookie: string } => ({ cookie: `__Host-vitrine=${token}` });

describe('row 77 · a logged-in user', () => {
  it('can see and act, and is out again after logging out', async () => {
    expect((await ask({ headers: session() })).text).toContain('only for those who may');
    expect((await ask({ method: 'POST', path: '/api/actions/sync', headers: session() })).status).toBe(200);
    expect(
      (await ask({ method: 'POST', path: '/api/actions/restart-player', headers: session() })).status,
    ).toBe(200);
    expect(acts).toEqual(['sync', 'restart']);
    await ask({ method: 'POST', path: '/api/logout', headers: session() });
    expect((await ask({ headers: session() })).status).toBe(401);
  });

  it('has a cookie that no script, no other site and no plain-text connection gets', async () => {
    const { cookie } = await logIn(password);
    for (const part of ['__Host-vitrine=', 'HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/'])
      expect(cookie).toContain(part);
    expect(cookie).not.toContain('Domain');
  });

  it('leaves nothing usable on the disk: files are private, and the password is not in them', () => {
    const path = join(dataDir, 'access.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, 'utf8');
    expect([text.includes(password), text.includes(token)]).toEqual([false, false]);
  });
});

const basic = (word: string): string => `Basic ${Buffer.from(`prometheus:${word}`).toString('base64')}`;

/** Requests of an attacker, with the answers. None may act or reveal anything. */
const attacks: readonly (readonly [what: string, status: number, requested: () => Asked])[] = [
  ['status without a session', 401, () => ({})],
  ['health without a session', 401, () => ({ path: '/api/health' })],
  ['schedule without a session', 401, () => ({ path: '/api/schedule' })],
  ['files without a session', 401, () => ({ path: '/api/files' })],
  ['log without a session', 401, () => ({ path: '/api/log' })],
  ['proof without a session', 401, () => ({ path: '/api/proof.csv' })],
  ['picture without a session', 401, () => ({ path: '/api/screens/1/picture' })],
  ['media without a session', 401, () => ({ path: `/media/${'0'.repeat(64)}.png` })],
  ['doctor without a session', 401, () => ({ path: '/api/doctor' })],
  ['sync without a session', 401, () => ({ method: 'POST', path: '/api/actions/sync' })],
  ['restart without a session', 401, () => ({ method: 'POST', path: '/api/actions/restart-player' })],
  ['a path of nobody without a session', 401, () => ({ path: '/api/nothing' })],
  ['an empty token', 401, () => ({ headers: { cookie: '__Host-vitrine=' } })],
  ['a made-up token', 401, () => ({ headers: { cookie: `__Host-vitrine=${'a'.repeat(43)}` } })],
  [
    'a token with one letter changed',
    401,
    () => ({ headers: { cookie: `__Host-vitrine=${token.slice(0, -1)}_` } }),
  ],
  ['the hash of nothing as a token', 401, () => ({ headers: { cookie: '__Host-vitrine=e3b0c44298fc1c14' } })],
  ['a good token under another name', 401, () => ({ headers: { cookie: `vitrine=${token}` } })],
  ['a good token as a bearer', 401, () => ({ headers: { authorization: `Bearer ${token}` } })],
  ['a good token in the address', 401, () => ({ path: `/api/status?session=${token}` })],
  ['a name that was pointed at us', 421, () => ({ headers: { ...session(), host: `evil.example:${port}` } })],
  ['our name without the port', 421, () => ({ headers: { ...session(), host: 'localhost' } })],
  [
    'our name with something behind it',
    421,
    () => ({ headers: { ...session(), host: `localhost.evil.example:${port}` } }),
  ],
  ['an address of loopback as a name', 421, () => ({ headers: { ...session(), host: `127.0.0.1:${port}` } })],
  ['a page of another site', 403, () => ({ headers: { ...session(), origin: 'https://evil.example' } })],
  ['a page without an origin of its own', 403, () => ({ headers: { ...session(), origin: 'null' } })],
  [
    'our name in clear text as origin',
    403,
    () => ({ headers: { ...session(), origin: `http://localhost:${port}` } }),
  ],
  [
    'our name on another port as origin',
    403,
    () => ({ headers: { ...session(), origin: 'https://localhost:1' } }),
  ],
  [
    'a picture that another site embeds',
    403,
    () => ({ headers: { ...session(), 'sec-fetch-site': 'cross-site' } }),
  ],
  ['a sister site', 403, () => ({ headers: { ...session(), 'sec-fetch-site': 'same-site' } })],
  [
    'a form of another site',
    403,
    () => ({
      method: 'POST',
      path: '/api/actions/sync',
      headers: { ...session(), origin: 'https://evil.example', 'content-type': 'text/plain' },
    }),
  ],
  [
    'an act without an origin',
    403,
    () => ({ method: 'POST', path: '/api/rollback', headers: { ...session(), origin: undefined } }),
  ],
  [
    'an act as a form sends it',
    415,
    () => ({
      method: 'POST',
      path: '/api/actions/sync',
      headers: { ...session(), 'content-type': 'application/x-www-form-urlencoded' },
    }),
  ],
  [
    'an act with a body of 3 kB',
    413,
    () => ({
      method: 'POST',
      path: '/api/actions/sync',
      headers: session(),
      body: JSON.stringify('x'.repeat(3_000)),
    }),
  ],
  ['metrics without a password', 401, () => ({ path: '/metrics' })],
  ['metrics with a wrong one', 401, () => ({ path: '/metrics', headers: { authorization: basic('guess') } })],
  ['status with the right password of metrics', 401, () => ({ headers: { authorization: basic(password) } })],
  ['an act by GET', 404, () => ({ path: '/api/actions/sync', headers: session() })],
  ['PUT', 405, () => ({ method: 'PUT', path: '/api/actions/sync', headers: session() })],
  ['DELETE', 405, () => ({ method: 'DELETE', path: '/api/status', headers: session() })],
  [
    'OPTIONS, to ask whether another site may',
    405,
    () => ({ method: 'OPTIONS', path: '/api/actions/sync', headers: session() }),
  ],
  ['a login that is no JSON', 400, () => ({ method: 'POST', path: '/api/login', body: 'password' })],
  [
    'a login with an object for a password',
    400,
    () => ({ method: 'POST', path: '/api/login', body: '{"password":{"length":10}}' }),
  ],
  [
    'a wrong password',
    401,
    () => ({ method: 'POST', path: '/api/login', body: '{"password":"correct horse"}' }),
  ],
  [
    'a password of a megabyte',
    413,
    () => ({ method: 'POST', path: '/api/login', body: JSON.stringify({ password: 'x'.repeat(1_000_000) }) }),
  ],
  [
    'the control socket’s own call',
    404,
    () => ({ method: 'POST', path: '/api/access/off', headers: session() }),
  ],
  ['a file beside the page', 404, () => ({ path: '/..%2f..%2faccess.json', headers: session() })],
];

describe('row 77 · from the network', () => {
  it.each(attacks)('%s: %i', async (_, status, requested) => {
    const answer = await ask(requested()).catch(() => ({ status: 413, text: '' }));
    expect(answer.status).toBe(status);
    expect(acts).toEqual([]);
    expect(answer.text).not.toContain('only for those who may');
  });

  it('there are at least forty of them', () => expect(attacks.length).toBeGreaterThanOrEqual(40));

  it('a WebSocket is refused, from a foreign origin and from its own', async () => {
    for (const origin of ['https://evil.example', own()]) {
      const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false });
      socket.write(
        `GET /api/status HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: ${origin}\r\nCookie: __Host-vitrine=${token}\r\n` +
          'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n\r\n',
      );
      const head = await new Promise<string>((resolve) =>
        socket.once('data', (chunk) => resolve(String(chunk))),
      );
      socket.destroy();
      expect(head).toMatch(/^HTTP\/1\.1 400/);
    }
  });

  it('a plain-text connection gets nothing', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /api/status HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
    const reported = await new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text)).on('error', () => undefined);
    });
    expect(reported).not.toMatch(/200|version/);
  });

  it('a release from a folder of this machine is refused', async () => {
    await ask({
      method: 'POST',
      path: '/api/actions/update-now',
      headers: session(),
      body: '{"from": "/tmp/evil"}',
    });
    expect(acts).toEqual([]);
    await ask({ method: 'POST', path: '/api/actions/update-now', headers: session() });
    expect(acts).toEqual(['update null']);
  });

  it('a session ends after half an hour of inactivity, and after twelve hours at most', async () => {
    await clock.advance(31 * 60_000);
    expect((await ask({ headers: session() })).status).toBe(401);
    token = tokenIn((await logIn(password)).cookie);
    for (let step = 0; step < 26; step++) {
      await clock.advance(29 * 60_000);
      const { status } = await ask({ headers: session() });
      expect(status, `${step}`).toBe((step + 1) * 29 <= 12 * 60 ? 200 : 401);
    }
  });

  it('a new password ends every session, and the page keeps its certificate', async () => {
    const before = lan.report().fingerprint;
    await lan.allow({ password: 'another one, longer', port, names: ['localhost'], certificate: null });
    expect((await ask({ headers: session() })).status).toBe(401);
    expect((await logIn(password)).status).toBe(401);
    expect(lan.report().fingerprint).toBe(before);
    await lan.allow({ password, port, names: ['localhost'], certificate: null });
  });

  it('metrics need the password, and wrong ones count as failed logins', async () => {
    const read = (word: string) => ask({ path: '/metrics', headers: { authorization: basic(word) } });
    expect([(await read(password)).status, (await read(password)).status]).toEqual([200, 200]);
    for (let guess = 0; guess < 5; guess++) expect((await read(`guess ${guess}`)).status).toBe(401);
    expect((await read('guess 6')).status).toBe(429);
    expect((await logIn(password)).status).toBe(429);
    // It was right before, so a wrong one from the same address does not lock it out.
    const { status, text } = await read(password);
    expect([status, text.includes('vitrine_screen_wanted{screen="1"} 1')]).toEqual([200, true]);
  });

  it('a thousand silent connections leave room for others and are closed', async () => {
    const sockets: Socket[] = Array.from({ length: 1_000 }, () =>
      connect(port, '127.0.0.1').on('error', () => undefined),
    );
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(980);
  });

  it('a device that reconnects repeatedly keeps nobody else out', async () => {
    const hello = (localAddress: string) =>
      new Promise<boolean>((resolve) => {
        const socket = connectTls({
          socket: connect({ port, host: '127.0.0.1', localAddress }),
          rejectUnauthorized: false,
        });
        const ends = (isIn: boolean): void => {
          socket.destroy();
          resolve(isIn);
        };
        socket.once('secureConnect', () => ends(true)).once('error', () => ends(false));
        socket.once('close', () => ends(false));
      });
    const tried: boolean[] = [];
    for (let nth = 0; nth < 60; nth++) tried.push(await hello('127.0.0.5'));
    expect(tried).toContain(false);
    expect(await hello('127.0.0.6')).toBe(true);
  });
});

describe('row 77 · guessing', () => {
  /** Cheap enough for a test: only the number of checks matters. */
  const kept: KeptPassword = {
    salt: Buffer.from('salt').toString('base64'),
    hash: scryptSync(password, 'salt', 32, { N: 2, r: 8, p: 1 }).toString('base64'),
    cost: 2,
  };

  function guessed(addressOf: (guess: number) => string) {
    const time = new ManualClock();
    const guesses = new Guesses(time, log);
    const app = lanApp({
      player,
      dataDir,
      clock: time,
      password: kept,
      guesses,
      sessions: new Sessions(time),
      tokens: new InterruptTokens(dataDir, time),
      hosts: () => new Set(['localhost']),
    });
    const guess = async (nth: number, word: string): Promise<number> => {
      const body = JSON.stringify({ password: word });
      const headers = {
        host: 'localhost',
        origin: 'https://localhost',
        'content-type': 'application/json',
        'content-length': String(body.length),
      };
      const requested = new Request('https://localhost/api/login', { method: 'POST', headers, body });
      const env = { incoming: { socket: { remoteAddress: addressOf(nth) } } };
      return (await app.fetch(requested, env)).status;
    };
    return { time, guess, guesses };
  }

  it('2,000 guesses from one address, one a second: fewer than ten are checked, and the rest is counted', async () => {
    const { time, guess, guesses } = guessed(() => '192.0.2.1');
    let looked = 0;
    for (let nth = 0; nth < 2_000; nth++) {
      if ((await guess(nth, `guess ${nth}`)) === 401) looked++;
      await time.advance(1_000);
    }
    expect(looked).toBeLessThanOrEqual(12);
    expect(guesses.refused).toBe(2_000 - looked);
    expect(lines.some(({ message }) => message.includes('is guessing the password'))).toBe(true);
  });

  it('twenty guesses at once from one address cost other addresses nothing', async () => {
    const { guess } = guessed((nth) => (nth < 0 ? '198.51.100.7' : '192.0.2.1'));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, nth) => guess(nth, `guess ${nth}`)));
    expect(new Set(answers)).toEqual(new Set([401, 429]));
    expect(await guess(-1, password)).toBe(200);
  });

  it('a hundred addresses of one network cost other networks nothing', async () => {
    const { guess } = guessed((nth) => (nth < 0 ? '198.51.100.7' : `192.0.2.${nth}`));
    for (let nth = 1; nth <= 100; nth++) await guess(nth, `guess ${nth}`);
    expect(await guess(-1, password)).toBe(200);
  });

  it('2,000 guesses from as many addresses: one is checked in ten seconds, and a known browser still gets in', async () => {
    const { time, guess } = guessed((nth) =>
      nth < 0 ? '192.0.2.9' : `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`,
    );
    expect(await guess(-1, password)).toBe(200);
    let looked = 0;
    for (let nth = 0; nth < 2_000; nth++) {
      if ((await guess(nth, `guess ${nth}`)) === 401) looked++;
      await time.advance(1_000);
    }
    expect(looked).toBeLessThanOrEqual(20 + 2_000 / 10);
    expect(await guess(-1, password)).toBe(200);
    reportRow(77, {
      note: `${attacks.length} attacks refused; ${looked} of 2,000 guesses in 2,000 s looked at`,
    });
  });
});
