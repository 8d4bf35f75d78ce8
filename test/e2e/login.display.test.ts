import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { createCmsFromConfig } from '../../src/main/cms/from-config.ts';
import { type Config, loadConfig } from '../../src/main/config/config.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { folder, oauthClient } from '../cms/login-support.ts';
import { demo, retryAfterInMemory } from '../cms/support.ts';
import { freePort } from '../support/free-port.ts';

const browserPath = process.env.VITRINE_CHROMIUM ?? '/usr/bin/chromium';

async function openPage(args: readonly string[] = []): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--no-proxy-server', ...args],
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

interface LoginRun {
  readonly config: Config;
  readonly address: string;
  readonly child: ReturnType<typeof spawn>;
  readonly exit: Promise<number | null>;
  readonly output: () => string;
}

/** `vitrine cms login` as a person starts it: the real command in its own process. */
async function startLogin(origin: string, port: number): Promise<LoginRun> {
  const dataDir = await folder();
  const file = join(dataDir, 'config.json');
  const secretFile = join(dataDir, 'client-secret');
  await writeFile(secretFile, oauthClient.clientSecret, { mode: 0o600 });
  const oauth = { clientId: oauthClient.clientId, clientSecretFile: secretFile, redirectPort: port };
  await writeFile(file, JSON.stringify({ dataDir, cms: { url: origin, oauth } }));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'login-command.ts'), file], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' },
  });
  onTestFinished(() => void child.kill());
  let output = '';
  const hear = (chunk: unknown): void => {
    output += String(chunk);
  };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', hear);
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  while (!/https?:\/\/\S+authorize\S+/.test(output)) await once(child.stderr, 'data');
  const address = /https?:\/\/\S+authorize\S+/.exec(output)?.[0] ?? '';
  return {
    config: loadConfig({ file, env: { HOME: '/nonexistent' } }),
    address,
    child,
    exit,
    output: () => output,
  };
}

test.skipIf(!existsSync(browserPath))(
  'a login works end to end in a real browser, then 20 calls on an expired token cause one refresh',
  async () => {
    const port = await freePort();
    const clients = [{ ...oauthClient, redirectUri: `http://127.0.0.1:${port}/callback` }];
    const server = await demo({ tokens: { clients } });
    const run = await startLogin(server.origin, port);
    expect(run.address).not.toContain(oauthClient.clientSecret);

    const page = await openPage();
    await page.goto(run.address);
    await page.getByRole('button', { name: /approve|allow|authori[sz]e/i }).click();
    await page.getByText('You can close this window').waitFor();
    if (process.env.VITRINE_SCREENSHOT) await page.screenshot({ path: process.env.VITRINE_SCREENSHOT });
    const code = await run.exit;
    expect(code, run.output()).toBe(0);
    expect(run.output()).toContain('Logged in.');

    const login = await readFile(join(run.config.dataDir, 'login.json'), 'utf8');
    const { accessToken, refreshToken } = JSON.parse(login) as { accessToken: string; refreshToken: string };
    for (const secret of [accessToken, refreshToken, oauthClient.clientSecret])
      expect(run.output()).not.toContain(secret);

    const cms = createCmsFromConfig(run.config, {
      retryAfter: retryAfterInMemory(),
      clock: systemClock,
      log: createLog(() => undefined),
    });
    onTestFinished(() => cms.close());
    expect((await cms.playlists()).records.length).toBeGreaterThan(0);
    server.login.expireAccessTokens();
    await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? cms.devices() : cms.deviceGroups())));
    expect(server.login.refreshes).toBe(1);
  },
);

test.skipIf(!existsSync(browserPath))(
  'a refusal by the person ends the login with a clear line',
  async () => {
    const port = await freePort();
    const clients = [{ ...oauthClient, redirectUri: `http://127.0.0.1:${port}/callback` }];
    const server = await demo({ tokens: { clients } });
    const run = await startLogin(server.origin, port);
    const page = await openPage();
    await page.goto(run.address);
    await page.getByRole('button', { name: /deny|refuse|cancel|no/i }).click();
    const code = await run.exit;
    expect(code).toBe(1);
    expect(run.output()).toContain('refused the login');
  },
);

test.skipIf(!existsSync(browserPath))('a device without a browser accepts the pasted address', async () => {
  const port = await freePort();
  const clients = [{ ...oauthClient, redirectUri: `http://127.0.0.1:${port}/callback` }];
  const server = await demo({ tokens: { clients } });
  const run = await startLogin(server.origin, port);
  // The browser is on another machine: nothing answers there at the callback.
  const page = await openPage([`--host-resolver-rules=MAP 127.0.0.1:${port} 127.0.0.1:9`]);
  let pasted = '';
  page.on('requestfailed', (request) => {
    pasted = request.url();
  });
  await page.goto(run.address);
  await page.getByRole('button', { name: /approve|allow|authori[sz]e/i }).click();
  await expect.poll(() => pasted).toContain('/callback?code=');
  run.child.stdin?.write(`http://127.0.0.1/callback?code=x&state=wrong\n${pasted}\n`);
  const code = await run.exit;
  expect(code, run.output()).toBe(0);
  expect(run.output()).toContain('does not belong to the login');
});
