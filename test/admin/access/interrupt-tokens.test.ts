import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InterruptTokens } from '../../../src/main/admin/access/interrupt-tokens.ts';
import { tokenRoutes } from '../../../src/main/admin/access/token-routes.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { mainFileSystem } from '../../../src/main/ground/main-fs.ts';
import { Interrupts } from '../../../src/main/interrupt/interrupts.ts';
import { noMedia } from '../../interrupt/no-media.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const host = 'player.example:8781';
let dataDir: string;
let clock: ManualClock;
let tokens: InterruptTokens;
let interrupts: Interrupts;
let app: ReturnType<typeof tokenRoutes>;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-tokens-'));
  clock = new ManualClock();
  tokens = new InterruptTokens(dataDir, clock);
  interrupts = new Interrupts({
    dataDir,
    media: noMedia(),
    clock,
    log: createLog(() => undefined),
    fs: mainFileSystem,
    language: () => 'en',
    screens: () => ['1', '2'],
    isClockTrusted: () => true,
    send: (screenId, shown) => {
      for (const { key } of shown)
        setImmediate(() =>
          interrupts.reported(screenId, { key, state: 'painted', at: clock.now(), reason: null }),
        );
    },
    onEvent: () => undefined,
  });
  interrupts.start();
  app = tokenRoutes({ player: { interrupts }, clock, tokens, hosts: () => new Set([host]) });
});

afterEach(async () => {
  await interrupts.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const make = (changes: Partial<Parameters<InterruptTokens['add']>[0]> = {}) =>
  tokens.add({ name: 'door', most: 'warning', screens: null, ...changes });

async function ask(
  method: string,
  token: string | null,
  given: unknown = {},
  {
    headers = {},
    path = '/',
  }: { readonly headers?: Readonly<Record<string, string>>; readonly path?: string } = {},
): Promise<Response> {
  const body = typeof given === 'string' ? given : JSON.stringify(given);
  return app.request(
    new Request(`https://${host}${path}`, {
      method,
      body: method === 'POST' ? body : null,
      headers: {
        host,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
      },
    }),
    undefined,
    { incoming: { socket: { remoteAddress: '192.0.2.7' } } },
  );
}

describe('a token for interrupts', () => {
  it('shows one, answers its receipts, lists and cancels it', async () => {
    const token = await make();
    const shown = await ask('POST', token, { id: 'bell', title: 'Doorbell' });
    expect(shown.status).toBe(200);
    expect(await shown.json()).toMatchObject({
      id: 'bell',
      state: 'new',
      isKept: true,
      places: [
        { place: '1', state: 'painted' },
        { place: '2', state: 'painted' },
      ],
    });
    expect(await (await ask('GET', token)).json()).toMatchObject({ live: [{ interrupt: { id: 'bell' } }] });
    expect((await ask('DELETE', token, {}, { path: '/bell' })).status).toBe(200);
    expect(interrupts.list().live).toEqual([]);
  });

  it('is kept as a hash, in a file that only its owner can read, and known after a restart', async () => {
    const token = await make();
    const file = join(dataDir, 'interrupt-tokens.json');
    expect(readFileSync(file, 'utf8')).not.toContain(token.slice(3));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(tokens.list())).not.toMatch(/hash|vi_/);
    expect(new InterruptTokens(dataDir, clock).find(token)).toMatchObject({ name: 'door' });
  });

  it('does nothing once revoked, also after a restart', async () => {
    const token = await make();
    await tokens.revoke('door');
    expect((await ask('POST', token, { title: 'x' })).status).toBe(401);
    expect(new InterruptTokens(dataDir, clock).find(token)).toBeNull();
  });
});

describe('attacks', () => {
  const refusals: readonly (readonly [string, number, unknown, Parameters<typeof ask>[3]?])[] = [
    ['a foreign host name', 421, { title: 'x' }, { headers: { host: 'evil.example' } }],
    ['a page of another site', 403, { title: 'x' }, { headers: { origin: 'https://evil.example' } }],
    ['a page of the player itself', 403, { title: 'x' }, { headers: { origin: `https://${host}` } }],
    ['a request that a browser marks', 403, { title: 'x' }, { headers: { 'sec-fetch-site': 'none' } }],
    ['an upgrade', 400, { title: 'x' }, { headers: { upgrade: 'websocket' } }],
    ['a form', 415, 'title=x', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['a body without length', 413, { title: 'x' }, { headers: { 'content-length': '' } }],
    ['a negative length', 413, 'x', { headers: { 'content-length': '-1' } }],
    ['a body over the limit', 413, { title: 'x'.repeat(9_000) }],
    ['no JSON', 400, '{"title": '],
    ['a list', 400, []],
    ['null', 400, 'null'],
    ['deep JSON', 400, `${'['.repeat(3_000)}${']'.repeat(3_000)}`],
    ['__proto__', 400, '{"__proto__": {"severity": "alarm"}, "x": 1}'],
    ['an unknown field', 400, { title: 'x', html: '<script>' }],
    ['a path as id', 400, { title: 'x', id: '../../etc/passwd' }],
    ['an id with markup', 400, { title: 'x', id: '<b>' }],
    ['a title that is an object', 400, { title: { toString: 'x' } }],
    ['a title over the limit', 400, { title: 'x'.repeat(121) }],
    ['nothing but invisible characters', 400, { title: '\u202e\u200b\u0000' }],
    ['a severity above its scope', 400, { title: 'x', severity: 'alarm' }],
    ['a priority above its scope', 400, { title: 'x', priority: 51 }],
    ['a foreign screen', 400, { title: 'x', screens: ['2'] }],
    ['its own and a foreign screen', 400, { title: 'x', screens: ['1', '2'] }],
    ['an end in the past', 400, { title: 'x', until: '2025-01-01T00:00:00Z' }],
    [
      'an end before its beginning',
      400,
      { title: 'x', from: '2026-01-02T00:00:00Z', until: '2026-01-01T12:00:00Z' },
    ],
    ['an endless one', 400, { title: 'x', seconds: 1e9 }],
    ['no whole seconds', 400, { title: 'x', seconds: 1.5 }],
    ['infinite seconds', 400, '{"title": "x", "seconds": 1e999}'],
    ['the id of another sender', 400, { id: 'fire', title: 'x' }],
    ['another method', 404, { title: 'x' }, { path: '/other' }],
  ];

  it.each(refusals.map(([name, ...rest]) => ({ name, rest })))('$name is refused and shows nothing', async ({
    rest: [status, given, how],
  }) => {
    const token = await make({ screens: ['1'] });
    interrupts.show(
      {
        id: 'fire',
        title: 'Fire',
        lines: [],
        severity: 'alarm',
        blank: false,
        layout: 'full',
        sound: false,
        acknowledge: false,
      },
      { kind: 'terminal' },
    );
    const answer = await ask('POST', token, given, how);
    expect(answer.status).toBe(status);
    expect(interrupts.list().live.map(({ interrupt }) => interrupt.id)).toEqual(['fire']);
  });

  it.each([
    ['none', null],
    ['an empty one', ''],
    ['a wrong one', `vi_${'A'.repeat(43)}`],
    ['a longer one', `vi_${'A'.repeat(44)}`],
    ['the name', 'door'],
    ['the hash', 'hash'],
    ['two', 'two'],
  ])('%s in place of the token is refused', async (_, given) => {
    const token = await make();
    const hash = /"hash":"(\w+)"/.exec(
      readFileSync(join(dataDir, 'interrupt-tokens.json'), 'utf8').replaceAll('\\', ''),
    )?.[1];
    const tried = given === 'hash' ? `${hash}` : given === 'two' ? `${token}, ${token}` : given;
    expect((await ask('POST', tried, { title: 'x' })).status).toBe(401);
    expect(interrupts.list().live).toEqual([]);
  });

  it('cannot see or cancel the interrupts of others', async () => {
    const [mine, other] = [await make(), await make({ name: 'other' })];
    await ask('POST', mine, { id: 'mine', title: 'x' });
    expect(await (await ask('GET', other)).json()).toMatchObject({ live: [], ended: [], sources: [] });
    expect((await ask('DELETE', other, {}, { path: '/mine' })).status).toBe(400);
    expect(interrupts.list().live).toHaveLength(1);
  });

  it('cannot fill what is kept for all, nor send without end', async () => {
    const token = await make();
    const statuses: number[] = [];
    for (let each = 0; each < 60; each++)
      statuses.push((await ask('POST', token, { title: `${each}` })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.slice(20, 30)).toEqual(Array(10).fill(503));
    expect(statuses.slice(30)).toEqual(Array(30).fill(429));
    clock.pass(2_000);
    expect((await ask('GET', token)).status).toBe(200);
  });

  it('of guesses ends with a wait, while the right token still works', async () => {
    const token = await make();
    const guess = () => ask('POST', `vi_${'B'.repeat(43)}`, { title: 'x' });
    const statuses: number[] = [];
    for (let each = 0; each < 40; each++) statuses.push((await guess()).status);
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
    expect(statuses.slice(20)).toEqual(Array(20).fill(429));
    expect((await ask('POST', token, { title: 'x' })).status).toBe(200);
  });
});
