import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { command as logout } from '../../src/main/cli/access/logout.ts';
import { command as off } from '../../src/main/cli/access/off.ts';
import { command as on } from '../../src/main/cli/access/on.ts';
import { command as status } from '../../src/main/cli/access/status.ts';
import { command as support } from '../../src/main/cli/support.ts';
import { freePort } from '../support/free-port.ts';
import { installed } from './support/installed.ts';

test('access is turned on with a generated or given password, and off again', async () => {
  const { start, run } = await installed();
  await expect(run(status)).rejects.toMatchObject({ code: 'not-running' });
  await start();
  expect(await run(status)).toBe('The page is for this machine alone.\n');

  const port = await freePort();
  const made = JSON.parse(await run(on, { values: { port: String(port), name: ['localhost'] }, json: true }));
  expect(made).toMatchObject({ on: true, why: null, password: expect.stringMatching(/^(\w{4}-){3}\w{4}$/) });
  expect(made.addresses).toContain(`https://localhost:${port}/`);
  expect(await logIn(port, made.password)).toBe(200);
  expect(await run(status)).toContain(made.fingerprint);

  const folder = mkdtempSync(join(tmpdir(), 'vitrine-password-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'password'), 'one that was given\n');
  const given = { 'password-file': join(folder, 'password'), port: String(port), name: ['localhost'] };
  expect(await run(on, { values: given })).not.toContain('one that was given');
  expect([await logIn(port, made.password), await logIn(port, 'one that was given')]).toEqual([401, 200]);

  expect(await run(off)).toBe('The page is for this machine alone.\n');
  await expect(logIn(port, 'one that was given')).rejects.toThrow();
});

test('a port in use names its holder and a free one, and leaves an open page open', async () => {
  const { start, run } = await installed();
  await start();
  const [port, taken] = [await freePort(), await freePort()];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(taken, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const refused = await run(on, { values: { port: String(taken) } }).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(refused).toMatch(new RegExp(`Port ${taken} is in use by \\S.* \\(${process.pid}\\)`));
  const [, free] = /--port (\d+)$/.exec(refused) ?? [];
  expect(await run(status)).toBe('The page is for this machine alone.\n');
  const made = JSON.parse(await run(on, { values: { port: String(port), name: ['localhost'] }, json: true }));
  await expect(run(on, { values: { port: String(taken) } })).rejects.toMatchObject({ code: 'access' });
  expect(await logIn(port, made.password)).toBe(200);
  expect(JSON.parse(await run(on, { values: { port: String(free) }, json: true }))).toMatchObject({
    on: true,
    why: null,
  });
});

test('access status lists who is logged in, and access logout ends a session or all', async () => {
  const { start, run } = await installed();
  await start();
  const port = await freePort();
  const { password } = JSON.parse(
    await run(on, { values: { port: String(port), name: ['localhost'] }, json: true }),
  );
  await logIn(port, password);
  await logIn(port, password);
  const who = async () => JSON.parse(await run(status, { json: true })).who;
  const [first] = await who();
  expect(first).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{12}$/),
    address: expect.stringMatching(/127\.0\.0\.1|::1/),
  });
  expect(await run(status)).toContain(first.id);
  expect(await run(logout, { positionals: [first.id] })).toBe('Logged out: 1. Still logged in: 1.\n');
  await expect(run(logout, { positionals: ['nobody'] })).rejects.toMatchObject({ code: 'wrong-usage' });
  expect(await run(logout, { positionals: ['all'] })).toBe('Logged out: 1. Still logged in: 0.\n');
  expect(await who()).toEqual([]);
});

test('invalid options are refused, and access stays off', async () => {
  const { start, run } = await installed();
  await start();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-password-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'short'), 'short');
  const wrong = [
    [{ port: '0' }, 'wrong-usage'],
    [{ port: 'x' }, 'wrong-usage'],
    [{ name: ['no name!'] }, 'wrong-usage'],
    [{ 'password-file': join(folder, 'short') }, 'password-length'],
    [{ 'password-file': join(folder, 'absent') }, 'file-unreadable'],
    [{ cert: join(folder, 'short') }, 'wrong-usage'],
  ] as const;
  for (const [values, code] of wrong)
    await expect(run(on, { values }), JSON.stringify(values)).rejects.toMatchObject({ code, kind: 'usage' });
  expect(await run(status)).toBe('The page is for this machine alone.\n');
});

test('support writes one file, readable by its owner only', async () => {
  const { start, run } = await installed();
  await expect(run(support)).rejects.toMatchObject({ code: 'not-running' });
  await start();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'bundle.zip');
  const reported = JSON.parse(await run(support, { values: { to: path }, json: true }));
  expect(reported).toEqual({ file: path, bytes: statSync(path).size });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
});

function logIn(port: number, password: string): Promise<number> {
  const body = JSON.stringify({ password });
  const headers = {
    host: `localhost:${port}`,
    origin: `https://localhost:${port}`,
    'content-type': 'application/json',
    'content-length': String(body.length),
  };
  return new Promise((resolve, reject) =>
    request(
      {
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/api/login',
        agent: false,
        rejectUnauthorized: false,
        headers,
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    )
      .on('error', reject)
      .end(body),
  );
}
