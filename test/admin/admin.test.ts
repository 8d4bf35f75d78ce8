import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { type AdminPort, adminApp } from '../../src/main/admin/app.ts';
import { askPlayer } from '../../src/main/admin/client.ts';
import { type Admin, startAdmin } from '../../src/main/admin/server.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { message, verbatim } from '../../src/shared/languages/message.ts';
import { calmPlayer } from '../support/calm-player.ts';
import { freePort } from '../support/free-port.ts';
import { calmHealth } from '../support/health.ts';
import { ManualClock } from '../support/manual-clock.ts';

const running: Admin[] = [];
const lines: LogLine[] = [];
const overlays: boolean[] = [];
const captures = { count: 0, ready: Promise.resolve() };
afterEach(async () => {
  for (const admin of running.splice(0)) await admin.stop();
  lines.length = 0;
  overlays.length = 0;
  captures.count = 0;
});

const invited = { code: null, steps: [], typed: [], state: 'Network connected.', also: [], form: null };

type Changes = NonNullable<Parameters<typeof calmPlayer>[0]>;

function player(changes: Changes = {}): AdminPort {
  return calmPlayer({
    status: async () => ({ version: '9' }) as never,
    healthLog: async (limit) => [
      { at: 0, endedAt: 1500, verdict: 'well', sentence: verbatim(String(limit)), reasons: [] },
    ],
    schedule: async (at, _screen, limit) => ({ at, limit, cues: [] }) as never,
    picture: async () => {
      captures.count++;
      await captures.ready;
      return { mimeType: 'image/png', bytes: new Uint8Array([137, 80]) };
    },
    syncNow: async () => {
      throw new VitrineError('auth', message('cms-unauthorised.expired'));
    },
    pauseSync: async () => undefined,
    resumeSync: async () => undefined,
    rollback: async () => ({ edition: 'abc' }),
    overlay: (visible) => overlays.push(visible),
    ...changes,
  });
}

async function start(dataDir: string, port: number, changes: Changes = {}): Promise<Admin> {
  const admin = await startAdmin({
    player: player(changes),
    dataDir,
    port,
    log: createLog((line) => lines.push(line)),
  });
  running.push(admin);
  return admin;
}

/** Unlike `fetch`, permits any header. */
function get(address: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) =>
    request(address, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end(),
  );
}

const folder = () => mkdtempSync(join(tmpdir(), 'vitrine-admin-'));

describe('a control socket elsewhere', () => {
  it('admits a group, and commands find it', async () => {
    const path = join(folder(), 'control.sock');
    process.env.VITRINE_CONTROL_SOCKET = path;
    try {
      const dataDir = folder();
      await start(dataDir, 0);
      expect(statSync(path).mode & 0o777).toBe(0o660);
      expect(statSync(join(dataDir, 'control.sock'), { throwIfNoEntry: false })).toBeUndefined();
      expect(await askPlayer(dataDir, 'GET', '/api/status')).toEqual({ version: '9' });
    } finally {
      delete process.env.VITRINE_CONTROL_SOCKET;
    }
  });
});

describe('control socket', () => {
  it('answers commands beside the player, and only the owner can open it', async () => {
    const dataDir = folder();
    await start(dataDir, 0);
    expect(await askPlayer(dataDir, 'GET', '/api/status')).toEqual({ version: '9' });
    expect(await askPlayer(dataDir, 'POST', '/api/actions/rollback')).toEqual({ edition: 'abc' });
    expect(statSync(join(dataDir, 'control.sock')).mode & 0o777).toBe(0o600);
  });

  it('shows and hides the overlay on every screen; the web page cannot', async () => {
    const dataDir = folder();
    const admin = await start(dataDir, await freePort());
    await askPlayer(dataDir, 'POST', '/api/actions/overlay', 1_000, { visible: true });
    await askPlayer(dataDir, 'POST', '/api/actions/overlay', 1_000, { visible: false });
    const web = await fetch(`${admin.address}api/actions/overlay`, {
      method: 'POST',
      body: '{"visible": true}',
    });
    expect([web.status, overlays]).toEqual([404, [true, false]]);
  });

  it('reports a failed action as failed', async () => {
    const dataDir = folder();
    const fails = () =>
      Promise.reject(new VitrineError('permanent', 'config-incomplete', verbatim('There is no CMS.')));
    await start(dataDir, 0, { pauseSync: fails, resumeSync: fails, rollback: fails });
    for (const [name, args] of [
      ['sync-pause', { paused: true }],
      ['sync-pause', { paused: false }],
      ['rollback', {}],
    ] as const)
      await expect(askPlayer(dataDir, 'POST', `/api/actions/${name}`, 1_000, args)).rejects.toMatchObject({
        code: 'config-incomplete',
      });
  });

  it('ends the player for a restart once that is requested', async () => {
    const dataDir = folder();
    let ends = 0;
    await start(dataDir, 0, { restart: () => () => void ends++ });
    expect(await askPlayer(dataDir, 'POST', '/api/actions/restart-player')).toEqual({});
    expect(ends).toBe(1);
  });

  it('restores errors with all their fields', async () => {
    const dataDir = folder();
    await start(dataDir, 0);
    await expect(askPlayer(dataDir, 'POST', '/api/actions/sync')).rejects.toMatchObject({
      kind: 'auth',
      code: 'cms-unauthorised',
      sentence: message('cms-unauthorised.expired'),
      remedy: { code: 'cms-unauthorised.expired.remedy' },
    });
  });

  it('reports health and its history', async () => {
    const dataDir = folder();
    await start(dataDir, 0);
    expect(await askPlayer(dataDir, 'GET', '/api/health')).toEqual(calmHealth);
    const log = await askPlayer(dataDir, 'GET', '/api/health/log?limit=7');
    expect(log).toMatchObject([
      { at: '1970-01-01T00:00:00.000Z', seconds: 2, verdict: 'well', sentence: verbatim('7') },
    ]);
  });

  it("shows the screen's setup instructions to the owner only", async () => {
    const dataDir = folder();
    const admin = await start(dataDir, await freePort(), { invitation: () => invited });
    expect(await askPlayer(dataDir, 'GET', '/api/setup')).toEqual(invited);
    expect((await fetch(`${admin.address}api/setup`)).status).toBe(404);
  });

  it('works in a data folder with a path longer than a socket address', async () => {
    const dataDir = join(folder(), 'a'.repeat(90), 'b'.repeat(90));
    mkdirSync(dataDir, { recursive: true });
    await start(dataDir, 0);
    expect(await askPlayer(dataDir, 'GET', '/api/status')).toEqual({ version: '9' });
  });

  it('reports that no player runs: no folder, no socket, or one left by a crash', async () => {
    expect(await askPlayer(join(folder(), 'absent'), 'GET', '/api/status')).toBeNull();
    const dataDir = folder();
    expect(await askPlayer(dataDir, 'GET', '/api/status')).toBeNull();
    writeFileSync(join(dataDir, 'control.sock'), '');
    expect(await askPlayer(dataDir, 'GET', '/api/status')).toBeNull();
    await start(dataDir, 0);
    expect(await askPlayer(dataDir, 'GET', '/api/status')).toEqual({ version: '9' });
  });
});

describe('local web page', () => {
  it('shows status, schedule and picture', async () => {
    const admin = await start(folder(), await freePort());
    const page = await fetch(`${admin.address}`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('main.js');
    expect(await (await fetch(`${admin.address}api/status`)).json()).toEqual({ version: '9' });
    expect(await (await fetch(`${admin.address}api/schedule?at=2026-01-01`)).json()).toMatchObject({
      at: '2026-01-01',
    });
    expect(await (await fetch(`${admin.address}api/schedule?limit=100`)).json()).toMatchObject({
      limit: 100,
    });
    const picture = await fetch(`${admin.address}api/screens/1/picture`);
    expect(picture.headers.get('content-type')).toBe('image/png');
  });

  it('takes one screenshot for concurrent requests, and none for a page of another site', async () => {
    const admin = await start(folder(), await freePort());
    const ask = (site: string, path = 'api/screens/1/picture') =>
      get(`${admin.address}${path}`, { 'sec-fetch-site': site });
    expect(await Promise.all([ask('cross-site'), ask('same-site')])).toEqual([403, 403]);
    expect(await ask('cross-site', 'api/schedule')).toBe(403);
    expect(captures.count).toBe(0);
    const { promise, resolve } = Promise.withResolvers<void>();
    captures.ready = promise;
    const pictures = Promise.all([ask('same-origin'), ask('none'), ask('same-origin')]);
    // They have all arrived once later requests are answered.
    for (let turn = 0; turn < 5; turn++) expect(await ask('none', 'api/schedule')).toBe(200);
    resolve();
    expect(await pictures).toEqual([200, 200, 200]);
    expect(captures.count).toBe(1);
    expect(await ask('cross-site', '')).toBe(200);
  });

  it('refuses requests from other sites, and protocols other than plain HTTP', async () => {
    const admin = await start(folder(), await freePort());
    const own = (admin.address ?? '').slice(0, -1);
    const ask = (headers: Record<string, string>, path = 'api/status') =>
      get(`${admin.address}${path}`, headers);
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost'])
      expect([await ask({ origin }), await ask({ origin }, '')], origin).toEqual([403, 403]);
    expect(await ask({ origin: own })).toBe(200);
    for (const upgrade of ['websocket', 'h2c']) {
      expect(await ask({ upgrade, connection: 'Upgrade', 'sec-websocket-key': 'eA==' })).toBe(400);
      expect(await ask({ upgrade, connection: 'Upgrade' }, '')).toBe(400);
    }
  });

  it('waits half a second between screenshots, and limits the schedule', async () => {
    const clock = new ManualClock();
    const app = adminApp(player(), 'web', { clock });
    const ask = (path: string) => app.request(path, { headers: { host: '127.0.0.1' } });
    for (let turn = 0; turn < 50; turn++) expect((await ask('/api/screens/1/picture')).status).toBe(200);
    expect(captures.count).toBe(1);
    await clock.advance(500);
    await ask('/api/screens/1/picture');
    expect(captures.count).toBe(2);
    expect(await (await ask('/api/schedule')).json()).toMatchObject({ limit: 500 });
    expect(await (await ask('/api/schedule?limit=999999')).json()).toMatchObject({ limit: 500 });
    expect(await (await ask('/api/schedule?limit=7')).json()).toMatchObject({ limit: 7 });
    const control = adminApp(player(), 'control');
    expect(await (await control.request('/api/schedule')).json()).toMatchObject({ limit: null });
  });

  it('limits its connections, so that a program that opens hundreds does not disturb the show', async () => {
    const admin = await start(folder(), await freePort());
    const port = Number(new URL(admin.address ?? '').port);
    const sockets = Array.from({ length: 200 }, () =>
      connect(port, '127.0.0.1').on('error', () => undefined),
    );
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBe(150);
  });

  it('cannot act, and accepts no other host name', async () => {
    const port = await freePort();
    const admin = await start(folder(), port);
    expect((await fetch(`${admin.address}api/actions/rollback`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${admin.address}api/actions/sync`, { method: 'POST' })).status).toBe(404);
    expect(await get(`${admin.address}api/status`, { host: 'rebound.example' })).toBe(421);
  });

  it('reports a port in use with its remedy, and the show goes on', async () => {
    const port = await freePort();
    const blocker = createServer().listen(port, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const dataDir = folder();
    const admin = await start(dataDir, port);
    expect(admin.address).toBeNull();
    expect(lines.map(({ message }) => message).join()).toContain(
      `port ${port} is in use. Set VITRINE_ADMIN_PORT`,
    );
    expect(await askPlayer(dataDir, 'GET', '/api/status')).toEqual({ version: '9' });
    await new Promise((resolve) => blocker.close(resolve));
  });
});
