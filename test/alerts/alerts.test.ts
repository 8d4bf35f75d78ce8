import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { withoutSecrets } from '../../src/main/admin/without-secrets.ts';
import type { Alert } from '../../src/main/alerts/alert.ts';
import { Alerts } from '../../src/main/alerts/alerts.ts';
import type { Config } from '../../src/main/config/config.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { secretsOf } from '../../src/main/config/secrets.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import type { HealthFacts } from '../../src/main/health/facts.ts';
import { type Health, judge } from '../../src/main/health/health.ts';
import { inEnglish, message } from '../../src/shared/languages/message.ts';
import { temporaryFolder } from '../store/support/folder.ts';
import { calmFacts, calmHealth, painting } from '../support/health.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { startMailServer } from './mail-server.ts';
import { selfSigned } from './self-signed.ts';

const minute = 60_000;

/** A real HTTP server. `answers`: the statuses that it gives, the last one for ever. */
async function startHook(answers: readonly number[] = [200], tls?: { cert: string; key: string }) {
  const received: { readonly alert: Alert; readonly headers: IncomingHttpHeaders; readonly path: string }[] =
    [];
  let next = 0;
  const handle = (
    request: import('node:http').IncomingMessage,
    response: import('node:http').ServerResponse,
  ) => {
    let text = '';
    request.on('data', (bytes: Buffer) => {
      text += bytes.toString('utf8');
    });
    request.on('end', () => {
      const status = answers[Math.min(next++, answers.length - 1)] ?? 200;
      const { headers, url = '' } = request;
      if (status < 300) received.push({ alert: JSON.parse(text) as Alert, headers, path: url });
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  };
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    url: `http${tls ? 's' : ''}://127.0.0.1:${port}/hook/SECRET-OF-THE-ADDRESS`,
    received,
    requests: () => next,
  };
}

type Given = { readonly [Key in keyof Config['alerts']]?: unknown };

async function startAlerts(alerts: Given, more: { dataDir?: string; clock?: ManualClock } = {}) {
  const dataDir = more.dataDir ?? (await temporaryFolder());
  const clock = more.clock ?? new ManualClock({ at: '2026-03-02T09:00:00Z', realBelowMs: 1_000 });
  const file = join(dataDir, 'config.json');
  writeFileSync(file, JSON.stringify({ alerts, dataDir }));
  const config = loadConfig({ file, env: {} });
  const lines: LogLine[] = [];
  let health: Health = calmHealth;
  const started = new Alerts({
    dataDir,
    clock,
    env: {},
    configured: { config: { ...config, name: 'shop-17' }, language: 'en' },
    log: createLog((line) => lines.push(line)),
    health: () => health,
  });
  onTestFinished(() => started.stop());
  let verdictSince = clock.now();
  return {
    alerts: started,
    clock,
    dataDir,
    lines,
    /** Looks as often as the player does, for that long. */
    async looks(facts: Partial<HealthFacts>, forMs: number) {
      const judged = judge({ ...calmFacts, ...facts });
      if (judged.verdict !== health.verdict) verdictSince = clock.now();
      health = { ...judged, since: new Date(verdictSince).toISOString() };
      for (let passed = 0; passed <= forMs; passed += 10_000) {
        started.look(health);
        await started.settled();
        if (passed < forMs) await clock.advance(Math.min(10_000, forMs - passed));
      }
      started.look(health);
      await started.settled();
    },
  };
}

const well = { screens: [painting] };
const dark = { screens: [{ ...painting, state: 'starting' as const, forMs: 60_000 }] };
const off = { screens: [{ ...painting, wanted: 'off' as const, state: 'black' as const }] };
const silentCms = { cmsSilentMs: 4 * 3600_000 };

describe('a change of the verdict', () => {
  test('is posted once, after it has lasted for the hold-off, and again when all is well', async () => {
    const hook = await startHook();
    const { alerts, looks } = await startAlerts({ webhook: { url: hook.url } });
    await looks(well, 10 * minute);
    await looks(dark, 4 * minute);
    expect(hook.requests()).toBe(0);
    await looks(dark, 3 * minute);
    await expect.poll(() => hook.received.length).toBe(1);
    await looks(dark, 60 * minute);
    expect(hook.received.map(({ alert }) => alert)).toMatchObject([
      {
        player: 'shop-17',
        verdict: 'dark',
        before: 'well',
        test: false,
        since: '2026-03-02T09:10:00.000Z',
        reasons: [{ code: 'starting', screenId: '1', remedy: 'Wait a minute.' }],
        subject: 'shop-17: Screen 1 is not showing anything yet: the player is starting.',
      },
    ]);
    expect(hook.received[0]?.headers['idempotency-key']).toBe(hook.received[0]?.alert.id);
    await looks(well, 6 * minute);
    await expect.poll(() => hook.received.length).toBe(2);
    expect(hook.received[1]?.alert).toMatchObject({ verdict: 'well', before: 'dark', reasons: [] });
    expect(hook.received[1]?.alert.text).toContain(
      'The problem has been resolved. It had persisted since 2 Mar 2026, 09:10.',
    );
    expect(alerts.warnings()).toEqual([]);
  });

  test('names instants by the clock of the shop', async () => {
    const hook = await startHook();
    const { looks } = await startAlerts({ webhook: { url: hook.url } });
    await looks(
      { ...well, safe: message('health.safe-mode', { at: '2026-03-02T12:30:00.000Z' }) },
      6 * minute,
    );
    await expect.poll(() => hook.received.length).toBe(1);
    expect(hook.received[0]?.alert.text).toContain('Next normal start: 2 Mar 2026, 12:30.');
  });

  test('that does not last is never sent, however often it comes', async () => {
    const hook = await startHook();
    const { looks } = await startAlerts({ webhook: { url: hook.url } });
    for (let times = 0; times < 8; times++) {
      await looks(dark, 4 * minute);
      await looks(well, minute);
    }
    expect(hook.requests()).toBe(0);
  });

  test('is never sent while the screens are off by plan, and dark screens that go off are not called repaired', async () => {
    const hook = await startHook();
    const { looks } = await startAlerts({ webhook: { url: hook.url } });
    await looks({ ...off, ...silentCms }, 12 * 60 * minute);
    expect(hook.requests()).toBe(0);
    // The morning: what lasts is reported then.
    await looks({ ...well, ...silentCms }, 6 * minute);
    await expect.poll(() => hook.received.length).toBe(1);
    await looks(dark, 6 * minute);
    await expect.poll(() => hook.received.length).toBe(2);
    await looks(off, 12 * 60 * minute);
    expect(hook.received).toHaveLength(2);
    // One of two screens is off by plan: the dark one.
    const two = { screens: [...off.screens, { ...painting, id: '2' }] };
    await looks(two, 60 * minute);
    expect(hook.received).toHaveLength(2);
    await looks(well, 6 * minute);
    await expect
      .poll(() => hook.received.map(({ alert }) => alert.verdict))
      .toEqual(['attention', 'dark', 'well']);
  });

  test('is sent when the displays are off by hand', async () => {
    const hook = await startHook();
    const { looks } = await startAlerts({ webhook: { url: hook.url } });
    await looks({ ...off, offByHand: { until: null } }, 6 * minute);
    await expect
      .poll(() => hook.received.map(({ alert }) => alert.reasons[0]?.code))
      .toEqual(['off-by-hand']);
  });

  test('of a player that crashes again and again is sent although no run lasts', async () => {
    const hook = await startHook();
    const dataDir = await temporaryFolder();
    const clock = new ManualClock({ at: '2026-03-02T09:00:00Z', realBelowMs: 1_000 });
    for (let starts = 1; starts < 12 && hook.received.length === 0; starts++) {
      const run = await startAlerts({ webhook: { url: hook.url } }, { dataDir, clock });
      await run.looks({ ...dark, starts }, 40_000);
      await run.alerts.stop();
      await clock.advance(1_000);
    }
    await expect.poll(() => hook.received.length).toBe(1);
    expect(clock.now() - Date.parse('2026-03-02T09:00:00Z')).toBeLessThan(6 * minute);
  });
});

describe('an alert that cannot be delivered', () => {
  test('is retried until it arrives, reported once in the log, and shown in the status meanwhile', async () => {
    const hook = await startHook([500, 503, 500, 200]);
    const { alerts, lines, looks } = await startAlerts({ webhook: { url: hook.url } });
    await looks(dark, 5 * minute);
    await expect
      .poll(() => alerts.warnings().map(inEnglish))
      .toMatchObject([
        expect.stringMatching(
          /^An alert cannot be delivered: 127.0.0.1:\d+ answered the alert with status 500\.$/,
        ),
      ]);
    const after: number[] = [];
    for (const seconds of [20, 20, 40, 20, 100, 20, 3_600]) {
      await looks(dark, seconds * 1000);
      after.push(hook.requests());
    }
    // Half a minute, a minute, two minutes: and then it has arrived.
    expect(after).toEqual([1, 2, 2, 3, 3, 4, 4]);
    expect(hook.received).toHaveLength(1);
    expect(alerts.warnings()).toEqual([]);
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });

  test('is sent after a restart, and one that was delivered is not sent again', async () => {
    const down = await startHook([500]);
    const dataDir = await temporaryFolder();
    const first = await startAlerts({ webhook: { url: down.url } }, { dataDir });
    await first.looks(dark, 5 * minute);
    await expect.poll(() => down.requests()).toBe(1);
    await first.alerts.stop();

    const up = await startHook();
    const second = await startAlerts({ webhook: { url: up.url } }, { dataDir });
    await second.looks(dark, 0);
    await expect.poll(() => up.received.length).toBe(1);
    expect(up.received[0]?.alert.verdict).toBe('dark');
    await expect.poll(() => readFileSync(join(dataDir, 'alerts.json'), 'utf8')).toContain('"waiting":[]');
    await second.alerts.stop();

    const third = await startAlerts({ webhook: { url: up.url } }, { dataDir });
    await third.looks(dark, 60 * minute);
    expect(up.requests()).toBe(1);
    await third.looks(well, 6 * minute);
    await expect.poll(() => up.received.map(({ alert }) => alert.verdict)).toEqual(['dark', 'well']);
  });
});

describe('by mail', () => {
  const to = ['owner@example.com', 'it@example.com'];

  async function withLogin(folder: string, password = 'the-mail-password') {
    const file = join(folder, 'mail.json');
    writeFileSync(file, JSON.stringify({ user: 'shop@example.com', password }));
    return file;
  }

  test('an alert goes by STARTTLS to every recipient, and nothing but the greeting is unencrypted', async () => {
    const folder = await temporaryFolder();
    const own = selfSigned(folder, hostname());
    const server = await startMailServer({
      ...own,
      user: 'shop@example.com',
      password: 'the-mail-password',
      host: '0.0.0.0',
    });
    onTestFinished(() => server.stop());
    const credentialsFile = await withLogin(folder);
    const { looks } = await startAlerts({
      mail: { server: `smtp://${hostname()}:${server.port}`, to, credentialsFile },
      caFile: own.file,
    });
    await looks(dark, 6 * minute);
    await expect.poll(() => server.received.length, { timeout: 20_000 }).toBe(1);
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'shop@example.com', to, user: 'shop@example.com', isEncrypted: true });
    expect(mail?.text).toMatch(/^Subject: shop-17: Screen 1 is not showing anything yet/m);
    expect(mail?.text).toMatch(/^Message-ID: <[\w-]+@vitrine.invalid>$/m);
    expect(server.plainLines.map((line) => line.split(' ')[0])).toEqual(['EHLO', 'STARTTLS']);
  });

  test('an alert goes by TLS from the first byte', async () => {
    const folder = await temporaryFolder();
    const own = selfSigned(folder, 'localhost');
    const server = await startMailServer({ ...own, implicit: true });
    onTestFinished(() => server.stop());
    const { alerts } = await startAlerts({
      mail: { server: `smtps://localhost:${server.port}`, to, from: 'shop@example.com' },
      caFile: own.file,
    });
    const { sentence, channels } = await alerts.test();
    expect(inEnglish(sentence)).toBe(
      'The mail server localhost accepted the message for owner@example.com and it@example.com.',
    );
    expect(channels).toMatchObject([{ channel: 'mail' }]);
    expect(server.received[0]?.text).toContain('This is a test message. It does not report a problem.');
    expect(server.received[0]?.isEncrypted).toBe(true);
  });

  const failing = async (given: Given) => {
    const { alerts, lines } = await startAlerts(given);
    const error = await alerts.test().catch((thrown: unknown) => thrown as { code: string; message: string });
    return {
      code: 'code' in error ? error.code : null,
      text: 'message' in error ? error.message : '',
      lines,
    };
  };

  test('a server without encryption, an unknown issuer and a certificate for another name get no mail', async () => {
    const folder = await temporaryFolder();
    const plain = await startMailServer({ host: '0.0.0.0' });
    const own = selfSigned(folder, hostname());
    const other = selfSigned(folder, 'other.example');
    const strange = await startMailServer({ ...own, host: '0.0.0.0' });
    const misnamed = await startMailServer({ ...other, host: '0.0.0.0' });
    for (const server of [plain, strange, misnamed]) onTestFinished(() => server.stop());
    // What would switch Node's default off has no effect.
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    onTestFinished(() => {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    });
    const mail = (port: number) => ({ server: `smtp://${hostname()}:${port}`, to, from: 'shop@example.com' });
    expect(await failing({ mail: mail(plain.port) })).toMatchObject({ code: 'alert-mail-plain' });
    expect(await failing({ mail: mail(strange.port) })).toMatchObject({ code: 'alert-tls-issuer' });
    const misnamedOne = await failing({ mail: mail(misnamed.port), caFile: other.file });
    expect(misnamedOne).toMatchObject({ code: 'alert-tls-name' });
    expect([plain, strange, misnamed].flatMap(({ received }) => received)).toEqual([]);
    const lines = [plain, strange, misnamed].flatMap(({ plainLines }) => plainLines);
    expect(lines.filter((line) => /^(AUTH|MAIL|RCPT)/i.test(line))).toEqual([]);
  }, 30_000);

  test('a server whose answer has no end holds no connection after the time for one attempt', async () => {
    const server = await startMailServer();
    onTestFinished(() => server.stop());
    server.neverEnd();
    const { alerts, clock } = await startAlerts({
      mail: { server: `smtp://localhost:${server.port}`, to, from: 'shop@example.com' },
    });
    const failed = expect(alerts.test()).rejects.toMatchObject({ code: 'too-long' });
    await expect.poll(() => server.open(), { timeout: 20_000 }).toBe(1);
    await clock.advance(90_000);
    await failed;
    await expect.poll(() => server.open(), { timeout: 5_000 }).toBe(0);
  }, 30_000);

  test('the answer of a test says what failed: login, recipient, connection, file', async () => {
    const folder = await temporaryFolder();
    const own = selfSigned(folder, 'localhost');
    const server = await startMailServer({
      ...own,
      implicit: true,
      user: 'shop@example.com',
      password: 'right',
    });
    const open = await startMailServer();
    onTestFinished(() => server.stop());
    onTestFinished(() => open.stop());
    const credentialsFile = await withLogin(folder);
    const at = (port: number, protocol = 'smtps') => ({ server: `${protocol}://localhost:${port}`, to });
    const login = await failing({ mail: { ...at(server.port), credentialsFile }, caFile: own.file });
    expect([login.code, login.text]).toEqual([
      'alert-mail-login',
      'The mail server localhost rejected the user name or password (535 5.7.8 bad credentials).',
    ]);
    open.refuse('550 5.1.1 no such user');
    const from = 'shop@example.com';
    const refused = await failing({ mail: { ...at(open.port, 'smtp'), from } });
    expect(refused.code).toBe('alert-mail-refused');
    expect(refused.text).toContain('550 5.1.1 no such user');
    const closed = await failing({ mail: { ...at(9, 'smtp'), from } });
    expect(closed.code).toBe('alert-unreachable');
    const missing = await failing({
      mail: { ...at(open.port, 'smtp'), credentialsFile: join(folder, 'none.json') },
    });
    expect(missing).toMatchObject({ code: 'alert-file' });
    const text = JSON.stringify([login, refused, closed, missing]);
    expect(text).not.toMatch(/the-mail-password|c2hvcEBleGFtcGxl/);
  });
});

describe('a webhook', () => {
  test('gets its token, is not followed elsewhere, and its address never appears in log or answer', async () => {
    const folder = await temporaryFolder();
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, 'the-hook-token\n');
    const hook = await startHook([302, 200]);
    const { alerts, lines, looks, clock } = await startAlerts({ webhook: { url: hook.url, tokenFile } });
    const moved = await alerts.test().catch((thrown: unknown) => thrown as Error);
    expect(moved).toMatchObject({ code: 'alert-webhook-refused' });
    expect(hook.requests()).toBe(1);
    await looks(dark, 6 * minute);
    await expect.poll(() => hook.received.length).toBe(1);
    expect(hook.received[0]?.headers.authorization).toBe('Bearer the-hook-token');
    expect(hook.received[0]?.path).toBe('/hook/SECRET-OF-THE-ADDRESS');
    expect(JSON.stringify([lines, moved])).not.toMatch(/SECRET-OF-THE-ADDRESS|the-hook-token/);
    expect(clock.now()).toBeGreaterThan(0);
  });

  test('is answered by the status alone, whose body may have no end', async () => {
    const server = createServer((_, response) => {
      const more = (): void => void (response.destroyed || response.write(Buffer.alloc(65_536), more));
      more();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const gone = once(server, 'request').then(([, response]) => once(response, 'close'));
    const { port } = server.address() as AddressInfo;
    const { alerts } = await startAlerts({ webhook: { url: `http://127.0.0.1:${port}/` } });
    await expect(alerts.test()).resolves.toMatchObject({ channels: [{ channel: 'webhook' }] });
    await gone;
  });

  test('is refused with a certificate of an unknown issuer', async () => {
    const folder = await temporaryFolder();
    const own = selfSigned(folder, 'localhost');
    const hook = await startHook([200], own);
    const url = hook.url.replace('127.0.0.1', 'localhost');
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    onTestFinished(() => {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    });
    const strange = await startAlerts({ webhook: { url } });
    await expect(strange.alerts.test()).rejects.toMatchObject({ code: 'alert-tls-issuer' });
    const known = await startAlerts({ webhook: { url }, caFile: own.file });
    await expect(known.alerts.test()).resolves.toMatchObject({ channels: [{ channel: 'webhook' }] });
    expect(hook.received).toHaveLength(1);
  });
});

test('the address of a webhook and the login of the mail server are secrets of the player', async () => {
  const dataDir = await temporaryFolder();
  const credentialsFile = join(dataDir, 'mail.json');
  writeFileSync(credentialsFile, JSON.stringify({ user: 'shop@example.com', password: 'the-mail-password' }));
  const url = 'https://hooks.example.com/services/T0000001/abcdefghijklmnop';
  const mail = { server: 'smtps://mail.example.com', to: ['a@b.example'], credentialsFile };
  const config = loadConfig({
    noFile: true,
    env: {},
    setup: { alerts: { webhook: { url }, mail }, dataDir },
  });
  const cleaned = JSON.stringify(
    withoutSecrets({ config, log: `POST ${url} abcdefghijklmnop the-mail-password` }, secretsOf(config)),
  );
  expect(cleaned).toContain('hooks.example.com');
  expect(cleaned).not.toMatch(/T0000001|abcdefghijklmnop|the-mail-password/);
});

test('an unencrypted webhook or a mail server with a path is a mistake in the configuration', () => {
  const read = (alerts: Given) => () => {
    const settings = JSON.stringify({ alerts, dataDir: '/tmp/x' });
    return loadConfig({ noFile: true, env: {}, setup: JSON.parse(settings) });
  };
  expect(read({ webhook: { url: 'http://hooks.example.com/a' } })).toThrow(/must be an https address/);
  expect(read({ mail: { server: 'mail.example.com', to: ['a@b.example'] } })).toThrow(/must be smtps:/);
  expect(read({ mail: { server: 'smtps://u:p@mail.example.com', to: ['a@b.example'] } })).toThrow(
    /must be smtps:/,
  );
  expect(read({ mail: { server: 'smtps://mail.example.com', to: ['a@b.example, c@d.example'] } })).toThrow(
    /must be an email address/,
  );
  expect(read({ mail: { server: 'smtps://mail.example.com' } })).toThrow();
});
