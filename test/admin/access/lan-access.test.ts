import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { selfSigned } from '../../../src/main/admin/access/certificate.ts';
import { LanAccess } from '../../../src/main/admin/access/lan-access.ts';
import { freePortAfter, holderOf } from '../../../src/main/admin/access/port-holder.ts';
import { adminApp } from '../../../src/main/admin/app.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { calmPlayer } from '../../support/calm-player.ts';
import { freePort } from '../../support/free-port.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';

const password = 'correct horse battery';
let dataDir: string;
let clock: ManualClock;
let lan: LanAccess;
let port: number;
const others: LanAccess[] = [];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-lan-'));
  clock = new ManualClock();
  lan = started();
  port = await freePort();
});
afterEach(async () => {
  for (const one of others.splice(0)) await one.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** As a start of the player on this data folder makes it. */
function started(): LanAccess {
  const made = new LanAccess({
    player: calmPlayer(),
    dataDir,
    clock,
    log: createLog(() => undefined),
    passwordCost: 1024,
  });
  others.push(made);
  return made;
}

/** A start of the player with access on, while another program has the port. What is returned sets it free. */
async function startedOnTakenPort(): Promise<() => Promise<unknown>> {
  await on();
  await lan.stop();
  const blocker = createServer().listen(port, '::');
  await new Promise((resolve) => blocker.once('listening', resolve));
  lan = started();
  await lan.start();
  return () => new Promise((resolve) => blocker.close(resolve));
}

/** What a command at the control socket gets. */
async function command(path: string, fields?: unknown) {
  const app = adminApp(calmPlayer(), 'control', { lan, dataDir, clock });
  const response = await app.request(
    path,
    fields === undefined ? {} : { method: 'POST', body: JSON.stringify(fields) },
  );
  return { status: response.status, answer: await response.json() };
}
const on = (changes: object = {}) =>
  command('/api/access/on', { password, port, names: ['Shop.Example'], certificate: null, ...changes });

/** A browser in the network; null: nothing answers. */
function browse(path: string, body?: object): Promise<{ status: number; cookie: string } | null> {
  const text = JSON.stringify(body);
  return new Promise((resolve) => {
    const requested = request(
      {
        host: '127.0.0.1',
        port,
        path,
        agent: false,
        rejectUnauthorized: false,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          host: `shop.example:${port}`,
          ...(body === undefined
            ? {}
            : {
                origin: `https://shop.example:${port}`,
                'content-type': 'application/json',
                'content-length': text.length,
              }),
        },
      },
      (response) => {
        response.resume();
        const [cookie = ''] = response.headers['set-cookie'] ?? [];
        response.on('end', () => resolve({ status: response.statusCode ?? 0, cookie }));
      },
    );
    requested.on('error', () => resolve(null));
    requested.end(text);
  });
}

describe('access from the network', () => {
  test('is off until a password is set, and off again at once', async () => {
    await lan.start();
    expect(lan.report()).toMatchObject({ on: false, addresses: [], fingerprint: null, why: null });
    expect([await browse('/'), lan.ports()]).toEqual([null, []]);
    expect((await on()).answer).toMatchObject({ on: true, why: null });
    expect(lan.report().addresses).toContain(`https://shop.example:${port}/`);
    expect([(await browse('/'))?.status, lan.ports()]).toEqual([200, [port]]);
    expect((await browse('/api/login', { password }))?.status).toBe(200);
    expect(lan.report().sessions).toBe(1);
    expect((await command('/api/access/off', {})).answer).toMatchObject({
      on: false,
      addresses: [],
      sessions: 0,
    });
    expect([await browse('/'), lan.ports()]).toEqual([null, []]);
    const again = started();
    await again.start();
    expect(again.report().on).toBe(false);
  });

  test('is there again after a restart, with the certificate that people have compared', async () => {
    await on();
    const { fingerprint } = lan.report();
    await lan.stop();
    lan = started();
    await lan.start();
    expect(lan.report()).toMatchObject({ on: true, fingerprint });
    expect((await browse('/'))?.status).toBe(200);
    // Another password, on the same port.
    await on({ password: 'another horse battery' });
    expect(lan.report().fingerprint).toBe(fingerprint);
    expect((await browse('/api/login', { password }))?.status).toBe(401);
    expect((await browse('/api/login', { password: 'another horse battery' }))?.status).toBe(200);
    expect(readFileSync(join(dataDir, 'access.json'), 'utf8')).not.toContain('horse');
  });

  test('uses the certificate of the installer, and refuses one that is none before anything changes', async () => {
    const mine = selfSigned(['shop.example']);
    await on({ certificate: mine });
    const { fingerprint } = lan.report();
    expect(fingerprint).not.toBeNull();
    expect((await on({ certificate: { key: mine.key, cert: 'no certificate' } })).status).not.toBe(200);
    expect([lan.report().fingerprint, (await browse('/'))?.status]).toEqual([fingerprint, 200]);
  });

  test('refuses a certificate of another key, and says why', async () => {
    const [mine, other] = [selfSigned(['shop.example']), selfSigned(['shop.example'])];
    const refused = await on({ certificate: { key: other.key, cert: mine.cert } });
    expect([refused.status, lan.report().on]).toEqual([400, false]);
    expect(refused.answer.message).toContain('MISMATCH');
  });

  test('ends the sessions when the password changes', async () => {
    await on();
    await browse('/api/login', { password });
    await on({ password: 'another horse battery' });
    expect(lan.sessions()).toEqual([]);
  });

  test('stays on its old port when the new one is taken, and names the way out', async () => {
    await on();
    const blocker = createServer().listen(0);
    await new Promise((resolve) => blocker.once('listening', resolve));
    const taken = (blocker.address() as { port: number }).port;
    const refused = await on({ port: taken });
    expect(refused).toMatchObject({ status: 400, answer: { code: expect.stringContaining('access') } });
    expect(refused.answer.message).toContain(String(taken));
    expect(refused.answer.message).toContain(`(${process.pid})`);
    expect((await browse('/'))?.status).toBe(200);
    expect(lan.ports()).toEqual([port]);
    blocker.close();
  });

  test('reports a port that is taken at the start, and why', async () => {
    const free = await startedOnTakenPort();
    expect(lan.report()).toMatchObject({
      on: true,
      addresses: [],
      why: { code: expect.stringMatching(/port-taken/) },
    });
    expect(lan.ports()).toEqual([]);
    await free();
  });

  test('opens within a minute once its port is free again', async () => {
    const free = await startedOnTakenPort();
    await clock.advance(60_000);
    expect(lan.ports()).toEqual([]);
    await free();
    await clock.advance(60_000);
    await until('the page', () => lan.ports().length > 0, 5_000);
    expect(lan.report()).toMatchObject({ why: null, addresses: [expect.any(String), expect.any(String)] });
    expect((await browse('/'))?.status).toBe(200);
  });

  test('stays closed when access ends while its port is taken', async () => {
    const free = await startedOnTakenPort();
    await lan.forbid();
    await free();
    await clock.advance(120_000);
    expect([lan.ports(), clock.waits]).toEqual([[], []]);
  });

  test('stays off when it cannot be kept: the next start would not have it', async () => {
    // A folder stands where the file has to be.
    mkdirSync(join(dataDir, 'access.json', 'full'), { recursive: true });
    expect(await on()).toMatchObject({ status: 503, answer: { code: 'access-not-kept' } });
    expect([lan.report().on, await browse('/')]).toEqual([false, null]);
  });

  test('opened by the player has a password of its own, and keeps port and names', async () => {
    await on();
    const { password: made, addresses } = await lan.open();
    expect(addresses).toContain(`https://shop.example:${port}/`);
    expect((await browse('/api/login', { password }))?.status).toBe(401);
    expect((await browse('/api/login', { password: made }))?.status).toBe(200);
  });

  test('drops a client that speaks no TLS, and goes on for others', async () => {
    await on();
    const socket = connect({ host: '127.0.0.1', port, maxVersion: 'TLSv1.1', rejectUnauthorized: false });
    await new Promise((resolve) => socket.once('error', resolve));
    expect((await browse('/'))?.status).toBe(200);
  });

  test.each([
    ['a password that is too short', { password: 'short' }],
    ['no port', { port: 0 }],
    ['a port beyond the last one', { port: 65_536 }],
    ['half a port', { port: 80.5 }],
    ['a name with a path', { names: ['shop.example/x'] }],
    ['a name that ends with a dot', { names: ['shop.example.'] }],
    ['21 names', { names: Array.from({ length: 21 }, (_, index) => `n${index}`) }],
    ['a key without a certificate', { certificate: { key: 'x' } }],
  ])('refuses %s', async (_, changes) => {
    expect((await on(changes)).status).toBe(400);
    expect(lan.report().on).toBe(false);
  });
});

test('the owner of the machine lists who is logged in, and logs one or all of them out', async () => {
  await on();
  for (let each = 0; each < 2; each++) await browse('/api/login', { password });
  const { answer: listed } = await command('/api/access/sessions');
  expect(listed).toHaveLength(2);
  expect(await command('/api/access/end', { id: listed[0].id })).toMatchObject({
    answer: { ended: 1, sessions: [{ id: listed[1].id }] },
  });
  expect(await command('/api/access/end', { id: 'x y' })).toMatchObject({ status: 400 });
  expect((await command('/api/access/end', { id: null })).answer).toEqual({ ended: 1, sessions: [] });
});

test('the control socket makes, lists and revokes tokens for interrupts', async () => {
  const wish = { name: 'door', screens: null, most: 'warning' };
  const made = await command('/api/interrupt-tokens', wish);
  expect(made.answer.token).toMatch(/^vi_[\w-]{43}$/);
  expect((await command('/api/interrupt-tokens')).answer).toMatchObject([{ name: 'door', usedAt: null }]);
  expect(lan.tokens.find(made.answer.token)).toMatchObject({ name: 'door' });
  expect((await command('/api/interrupt-tokens')).answer).toMatchObject([{ usedAt: expect.anything() }]);
  expect((await command('/api/interrupt-tokens', wish)).answer.code).toMatch(/^interrupt-token/);
  const misnamed = await command('/api/interrupt-tokens', { ...wish, name: 'a b' });
  expect(misnamed.status).toBe(400);
  expect(JSON.stringify(misnamed.answer)).toContain('interrupt token add, name: is no name of a token.');
  expect((await command('/api/interrupt-tokens/revoke', { name: 'none' })).status).toBe(400);
  expect((await command('/api/interrupt-tokens/revoke', { name: 'door' })).status).toBe(200);
  expect((await command('/api/interrupt-tokens')).answer).toEqual([]);
  for (let each = 0; each < 50; each++) await lan.tokens.add({ ...wish, name: `n${each}`, most: 'warning' });
  expect((await command('/api/interrupt-tokens', wish)).status).toBe(400);
});

test('a port names the program that holds it, and the next one that is free', async () => {
  const blocker = createServer().listen(0, '::');
  await new Promise((resolve) => blocker.once('listening', resolve));
  const taken = (blocker.address() as { port: number }).port;
  expect(holderOf(taken)).toMatch(new RegExp(`\\(${process.pid}\\)$`));
  const free = await freePortAfter(taken - 1);
  expect(free).toBeGreaterThan(taken);
  expect(await freePortAfter(65_535)).toBeNull();
  blocker.close();
  await new Promise((resolve) => blocker.once('close', resolve));
  expect(holderOf(taken)).toBeNull();
  expect(holderOf(taken, '/nowhere')).toBeNull();
});
