import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { command } from '../../src/main/cli/doctor.ts';
import { examine } from '../../src/main/doctor/doctor.ts';
import type { Finding } from '../../src/main/ground/finding.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';
import { installed } from '../cli/support/installed.ts';
import { demo, token } from '../cms/support.ts';
import { invoke } from '../support/invoke.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'vitrine-doctor-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** What is wrong, each as check and message; a warning that no player runs is none here. */
async function wrong(env: Record<string, string>, file: string | null = null): Promise<readonly string[]> {
  const findings = await allOf(env, file);
  return findings
    .filter(({ check, result }) => result !== 'ok' && check !== 'player')
    .map(({ check, result, message }) => `${result} ${check}: ${inEnglish(message)}`);
}

async function allOf(env: Record<string, string>, file: string | null = null): Promise<readonly Finding[]> {
  const findings = await examine({
    readsDatabase: true,
    configSources: { env, ...(file === null ? { noFile: true } : { file }) },
    log: createLog(() => undefined),
    signal: new AbortController().signal,
  });
  for (const finding of findings)
    if (finding.result !== 'ok') expect(inEnglish(finding.remedy ?? verbatim(''))).toMatch(/\w/);
  return findings;
}

/** Of a machine on which all is well, but that there is no display. */
async function well(): Promise<Record<string, string>> {
  const cms = await demo();
  const data = await folder();
  const browser = join(data, 'browser');
  await writeFile(browser, '', { mode: 0o755 });
  return {
    PATH: process.env.PATH ?? '',
    VITRINE_DATA_DIR: data,
    VITRINE_CMS_URL: cms.baseUrl,
    VITRINE_CMS_TOKEN: token,
    VITRINE_PLAYLIST: 'Welcome',
    VITRINE_ADMIN_PORT: '0',
    VITRINE_HOST: 'chromium',
    VITRINE_CHROMIUM_USER: 'mail',
    VITRINE_CHROMIUM: browser,
  };
}

const noDisplay = expect.stringMatching(/^(warn|fail) display: No display is set/);

test('nothing is wrong where nothing is, and each check has its name', async () => {
  const env = await well();
  expect(await wrong(env)).toEqual([noDisplay]);
  expect((await allOf(env)).map(({ check }) => check)).toEqual(
    'config cms token account assignment disk database browser video display page security clock watchdog player'.split(
      ' ',
    ),
  );
});

test('what makes run fail is found: the host, its browser, the display', async () => {
  const env = await well();
  expect(await wrong({ ...env, VITRINE_HOST: 'electron', DISPLAY: ':4711' })).toEqual([
    'fail browser: The host setting (VITRINE_HOST) is “electron”, but Electron is not installed.',
    'fail display: No X server answers on display :4711.',
  ]);
  expect(await wrong({ ...env, VITRINE_CHROMIUM: '/nowhere', DISPLAY: 'nonsense' })).toEqual([
    'fail browser: /nowhere is not an executable program.',
    'fail display: “nonsense” is not the name of an X display (such as :0).',
  ]);
  expect(await wrong({ ...env, WAYLAND_DISPLAY: 'wayland-7', XDG_RUNTIME_DIR: await folder() })).toEqual([
    'fail display: Cannot connect to the Wayland display wayland-7: nothing is listening there.',
  ]);
  expect(await wrong({ ...env, VITRINE_HOST: 'electron' })).toContain(
    'fail display: No display is set (DISPLAY), and Electron does not start without one.',
  );
});

test('several screens of Electron on Wayland are warned of, before they come up on the same display', async () => {
  const runtime = await folder();
  const compositor = createSocketServer().listen(join(runtime, 'wayland-1'));
  onTestFinished(() => void compositor.close());
  const file = join(runtime, 'config.json');
  const warning = expect.stringMatching(/^warn display: Wayland places windows itself/);
  const on = { ...(await well()), WAYLAND_DISPLAY: 'wayland-1', XDG_RUNTIME_DIR: runtime };
  const several = [[{ id: 'one' }, { id: 'two', display: 1 }], 'all'];
  for (const screens of several) {
    await writeFile(file, JSON.stringify({ screens }));
    expect(await wrong({ ...on, VITRINE_HOST: 'electron' }, file)).toContainEqual(warning);
    expect(await wrong(on, file)).not.toContainEqual(warning);
  }
  await writeFile(file, JSON.stringify({ screens: [{ id: 'one' }] }));
  expect(await wrong({ ...on, VITRINE_HOST: 'electron' }, file)).not.toContainEqual(warning);
});

test.skipIf(process.getuid?.() !== 0)('a user for the browser that does not exist is found', async () => {
  const env = await well();
  expect(await wrong({ ...env, VITRINE_CHROMIUM_USER: 'no-such-user' })).toContain(
    'fail browser: Cannot run the browser as no-such-user: that user does not exist, or is root.',
  );
});

test.skipIf(process.getuid?.() !== 0)(
  'a data folder that the player cannot write is found, also by root, and nothing is left in one that it can',
  async () => {
    const env = await well();
    const { VITRINE_DATA_DIR: data = '' } = env;
    const objects = join(data, 'objects');
    await mkdir(objects);
    const disk = async () => (await wrong(env)).filter((one) => one.startsWith('fail disk'));
    for (const path of [data, objects, join(data, 'browser')]) await chown(path, 65_534, 65_534);
    const before = await readdir(data);
    expect(await disk()).toEqual([]);
    expect(await readdir(data)).toEqual(before);

    await chmod(objects, 0o500);
    expect(await disk()).toEqual([
      `fail disk: Cannot write to ${objects}: the user that runs Vitrine has no permission.`,
    ]);
    await chmod(objects, 0o700);
    await chmod(data, 0o500);
    expect(await disk()).toEqual([
      `fail disk: Cannot write to ${data}: the user that runs Vitrine has no permission.`,
    ]);
    await chmod(data, 0o700);
    // Somebody has run a command with sudo.
    await chown(objects, 0, 0);
    expect(await disk()).toEqual([
      `fail disk: ${objects} belongs to the user with ID 0, but the data folder belongs to the user with ID 65534: the player cannot write to ${objects}.`,
    ]);
  },
);

test.skipIf(process.getuid?.() !== 0)('a disk that refuses every byte is found', async () => {
  const small = await folder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small]);
  onTestFinished(() => void execFileSync('umount', [small]));
  writeFileSync(join(small, 'full'), Buffer.alloc(64 * 1024));
  const env = { ...(await well()), VITRINE_DATA_DIR: small };
  expect(await wrong(env)).toContain(`fail disk: Cannot write to ${small}: ENOSPC.`);
});

test('a port that is in use costs the status page, and is said before the player starts', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const env = { ...(await well()), VITRINE_ADMIN_PORT: String(port) };
  expect(await wrong(env)).toContain(`warn page: The status page cannot start: port ${port} is in use.`);
});

test('a file with a secret that every user may read is found', async () => {
  const { VITRINE_CMS_TOKEN: _token, ...env } = await well();
  const secret = join(await folder(), 'token');
  await writeFile(secret, token, { mode: 0o644 });
  const open = `warn security: Other users on this machine can read ${secret}.`;
  expect(await wrong({ ...env, VITRINE_CMS_TOKEN_FILE: secret })).toEqual([noDisplay, open]);
  await chmod(secret, 0o640);
  expect(await wrong({ ...env, VITRINE_CMS_TOKEN_FILE: secret })).toEqual([noDisplay]);
  const file = join(await folder(), 'config.json');
  await writeFile(file, JSON.stringify({ cms: { token } }), { mode: 0o604 });
  expect(await wrong(env, file)).toEqual([
    noDisplay,
    `warn security: Other users on this machine can read ${file}.`,
  ]);
});

test('what is unencrypted, writable, shared, outdated or open is found, each with a remedy', async () => {
  const env = await well();
  const lan = 'warn security: The connection to the CMS (http://vitrine.invalid) is not encrypted';
  expect(await wrong({ ...env, VITRINE_CMS_URL: 'http://vitrine.invalid' })).toContainEqual(
    expect.stringContaining(lan),
  );
  expect(await wrong({ ...env, VITRINE_CMS_URL: 'https://vitrine.invalid' })).not.toContainEqual(
    expect.stringContaining('not encrypted'),
  );
  const { VITRINE_CHROMIUM: browser = '', VITRINE_DATA_DIR: data = '' } = env;
  const built = new Date(Date.now() - 61 * 24 * 3600_000);
  await utimes(browser, built, built);
  expect(await wrong(env)).toContainEqual(
    `warn security: The browser was built on ${built.toISOString().slice(0, 10)}, 61 days ago: it lacks newer security fixes.`,
  );
  await utimes(browser, new Date(), new Date());
  await chmod(data, 0o777);
  expect(await wrong(env)).toContain(`warn security: Other users on this machine can change ${data}.`);
  await chmod(data, 0o755);
  if (process.getuid?.() !== 0) return;
  expect(await wrong({ ...env, VITRINE_CHROMIUM_USER: 'nobody' })).toContain(
    'warn security: The browser runs as the user “nobody”, which other programs may use too.',
  );
});

test('no second mistake is made up after the first', async () => {
  const env = await well();
  const file = join(await folder(), 'config.json');
  const config = expect.stringMatching(/^fail config: /);
  const { VITRINE_PLAYLIST: _playlist, VITRINE_HOST: _host, ...rest } = env;
  const mistakes: readonly (readonly [Record<string, string>, unknown])[] = [
    [env, { cms: { tokn: 'x' } }],
    [env, { syncSeconds: 0 }],
    [env, { timeZone: 'Mars/Base' }],
    [rest, { playlist: 'a', device: 'b' }],
    [{ ...rest, VITRINE_PLAYLIST: 'Welcome' }, { host: 'firefox' }],
  ];
  for (const [given, mistake] of mistakes) {
    await writeFile(file, JSON.stringify(mistake));
    const found = await wrong(given, file);
    expect(
      found.filter((line) => !line.includes(' display: ')),
      JSON.stringify(mistake),
    ).toEqual([config]);
  }
  await writeFile(file, '{');
  expect(await wrong({ ...env, VITRINE_CMS_URL: '' }, file)).toEqual([config]);
  const inTheWay = join(await folder(), 'file');
  await writeFile(inTheWay, '');
  expect(await wrong({ ...env, VITRINE_DATA_DIR: join(inTheWay, 'data') })).toEqual([
    `fail disk: ${join(inTheWay, 'data')} cannot be the data folder: ${inTheWay} is not a folder.`,
    noDisplay,
  ]);
});

test('beside a running player its display and its page are its own', async () => {
  const { start, config } = await installed();
  await start();
  const { out } = await invoke(command, {
    config,
    configSources: { noFile: true, env: { VITRINE_DATA_DIR: config.dataDir, DISPLAY: ':4711' } },
    json: true,
  });
  const checks = (JSON.parse(out) as { checks: Finding[] }).checks;
  expect(checks.find(({ check }) => check === 'display')).toMatchObject({ result: 'ok' });
  expect(checks.map(({ check }) => check)).not.toContain('page');
});
