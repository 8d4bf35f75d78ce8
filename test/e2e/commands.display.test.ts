import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { inEnglish } from '../../src/shared/languages/message.ts';
import { descendants } from '../host/chromium/processes.ts';
import { freePort } from '../support/free-port.ts';
import { expectWithin } from '../support/promised.ts';
import { until } from '../support/until.ts';
import { startDisplay, type TestDisplay } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { runVitrine, startPlayerProcess } from './support/player.ts';

// The built program as an installer sees it: one clear line, a documented exit code, and nothing lost.
const root = mkdtempSync(join(tmpdir(), 'vitrine-commands-'));
let cms: DemoCms;
const folders = { count: 0 };
const folder = (): string => join(root, `data-${folders.count++}`);
const env = (changes: Record<string, string> = {}) => ({
  XDG_CONFIG_HOME: root,
  VITRINE_DATA_DIR: folder(),
  VITRINE_CMS_URL: cms.baseUrl,
  VITRINE_CMS_TOKEN: cms.token,
  VITRINE_PLAYLIST: 'Welcome',
  ...changes,
});

beforeAll(async () => {
  cms = await startDemoCms({ seed: 'empty' });
  const file = cms.content.addFile(
    { name: 'red', fileName: 'red.png', mimeType: 'image/png' },
    picture('red'),
  );
  cms.content.addEntry(Number(cms.playlistId), { media_file_id: file.id, duration: 3 });
});

afterAll(async () => {
  await cms.stop();
  rmSync(root, { recursive: true, force: true });
});

describe('vitrine sync --once', () => {
  it('reports one cycle as one JSON document, and a second cycle changes nothing', async () => {
    const here = env();
    const first = await runVitrine(['sync', '--once', '--json'], here);
    expect(first.code, first.log).toBe(0);
    expect(JSON.parse(first.out)).toEqual({
      edition: expect.stringMatching(/^[0-9a-f]{64}$/),
      changed: true,
      downloaded: 1,
      reused: 0,
      failed: [],
      bytes: picture('red').length,
      ms: expect.any(Number),
    });
    const second = await runVitrine(['sync', '--once', '--json'], here);
    expect(JSON.parse(second.out)).toMatchObject({ changed: false, downloaded: 0, bytes: 0 });
  });

  it('fails with one clear line and leaves the show unchanged', async () => {
    const here = env();
    await runVitrine(['sync', '--once'], here);
    const closed = await unusedAddress();
    const broken: readonly [Record<string, string>, RegExp][] = [
      [{ VITRINE_CMS_TOKEN: 'wrong' }, /token/i],
      [{ VITRINE_CMS_URL: `${cms.origin}/elsewhere/` }, /address|JSON|not found/i],
      [{ VITRINE_CMS_URL: closed }, /reach|refused|connect/i],
      [{ VITRINE_CMS_URL: 'http://no-such-host.invalid/api/v1.0/' }, /name|resolve|reach|found/i],
    ];
    for (const [changes, complaint] of broken) {
      const { code, out, log } = await runVitrine(['sync', '--once', '--json'], { ...here, ...changes });
      expect(code, log).toBe(1);
      expect(out).toBe('');
      expect(log.trim().split('\n').at(-1)).toMatch(complaint);
      expect(log).not.toMatch(/\n\s+at /);
    }
    const { code, out } = await runVitrine(['schedule', '--json'], here);
    expect(code).toBe(0);
    expect(JSON.parse(out).cues).toHaveLength(1);
  });
});

describe('wrong usage and wrong configuration', () => {
  it.each([
    [['frobnicate'], 2, /Unknown command: frobnicate.*--help/],
    [['sync'], 2, /--once/],
    [['sync', 'pause'], 1, /No player is running/],
    [['sync', 'resume', 'now'], 2, /Unexpected "now".*Usage: vitrine sync resume/],
    [['sync', '--once', '--twice'], 2, /twice.*Usage: vitrine sync/],
    [['overlay'], 2, /Usage: vitrine overlay on\|off/],
    [['overlay', 'up'], 2, /not up.*Usage: vitrine overlay on\|off/],
    [['overlay', 'on'], 1, /No player is running/],
    [['proof', 'export', '--format', 'xml'], 2, /csv or jsonl/],
    [['proof', 'export', '--format', 'jsonl', '--json'], 2, /either --json or --format/],
    [['run', '--json'], 2, /Unknown option '--json'.*Usage: vitrine run/],
    [['demo', '--json'], 2, /Unknown option '--json'.*Usage: vitrine demo/],
    [['status'], 1, /No player is running/],
    [['schedule', '--json'], 1, /no content from the CMS/],
    [['run', '--config', join(root, 'absent.json')], 1, /Cannot read the configuration .*absent\.json/],
  ] as const)('%j', async (command, code, complaint) => {
    const result = await runVitrine(command, env());
    expect(result.code, result.log).toBe(code);
    expect(result.log).toMatch(complaint);
    expect(result.log.trim().split('\n')).toHaveLength(1);
    expect(result.out).toBe('');
  });

  it.each([
    [{ VITRINE_CMS_URL: '' }, ['cms', 'playlist', 'list'], /No CMS is configured/],
    [{ VITRINE_CMS_URL: '' }, ['sync', '--once'], /CMS address/],
    [{ VITRINE_CMS_TOKEN: '' }, ['cms', 'device', 'list', '--json'], /No CMS token/],
    [{ VITRINE_HOST: 'chromium', VITRINE_CHROMIUM: '/nowhere' }, ['run'], /nowhere|Chromium/],
  ] as const)('%j for %j is a failure, not wrong usage', async (changes, command, complaint) => {
    const { code, out, log } = await runVitrine(command, env(changes));
    expect(code, log).toBe(1);
    expect(out).toBe('');
    expect(log.trim().split('\n').at(-1)).toMatch(complaint);
  });

  it('names each mistake of a configuration, and never quotes a token', async () => {
    const file = join(root, 'broken.json');
    writeFileSync(file, JSON.stringify({ cms: { token: 'very-secret', url: 'ftp://nonsense' }, hots: 'x' }));
    const { code, log } = await runVitrine(['run', '--config', file], { VITRINE_DATA_DIR: folder() });
    expect(code).toBe(1);
    expect(log).toMatch(/cms\.url must be an http or https address/);
    expect(log).toMatch(/hots is not a setting/);
    expect(log).not.toContain('very-secret');
  });

  it.each([
    [['--config', 'FILE', 'status']],
    [['--config=FILE', 'status']],
    [['status', '--config', 'FILE']],
    [['--json', '--config', 'FILE', 'status']],
  ])('reads the configuration that %j names', async (words) => {
    const file = join(root, 'its.json');
    writeFileSync(file, JSON.stringify({ dataDir: join(root, 'its-data') }), { mode: 0o600 });
    const command = words.map((word) => word.replace('FILE', file));
    const { code, log } = await runVitrine(command, {});
    expect([code, log]).toEqual([1, expect.stringMatching(/No player is running.*its-data/)]);
  });

  it('refuses --config without a file or without a command', async () => {
    for (const words of [['--config', 'status'], ['--config']]) {
      const { code, log } = await runVitrine(words, {});
      expect([words, code, log.split('\n')[0]]).toEqual([words, 2, expect.stringContaining('--config')]);
    }
  });

  it('reports that a data folder cannot be created, without endless retries', async () => {
    const { code, log } = await runVitrine(
      ['sync', '--once'],
      env({ VITRINE_DATA_DIR: '/proc/nowhere/data' }),
    );
    expect(code).toBe(1);
    expect(log.trim().split('\n')).toHaveLength(1);
  });

  it('reports that a data folder is no folder', async () => {
    const file = join(root, 'a-file');
    writeFileSync(file, '');
    const { code, log } = await runVitrine(['sync', '--once'], env({ VITRINE_DATA_DIR: join(file, 'data') }));
    expect(code).toBe(1);
    expect(log.trim().split('\n')).toHaveLength(1);
    expect(log).toMatch(/data folder.*Set dataDir/);
  });
});

it('ends with its npm parent, of which only the shell is signalled', async () => {
  const script = fileURLToPath(new URL('../../dist/main/index.js', import.meta.url));
  // More than one command, so that the shell stays as the program's parent.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${script}" demo --cms-only --cms-port 0; true`], {
    env: { PATH: process.env.PATH, VITRINE_DATA_DIR: folder(), npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(createInterface({ input: shell.stdout }), 'line');
  const { consoleUrl } = JSON.parse(String(line));
  expect((await fetch(consoleUrl)).status).toBe(200);
  shell.kill('SIGTERM');
  await until('the end of the program', () =>
    fetch(consoleUrl).then(
      () => false,
      () => true,
    ),
  );
});

describe('vitrine doctor', () => {
  it('finds no fault in a good setup, and a remedy for a bad one', async () => {
    const good = await runVitrine(['doctor', '--json'], env());
    const { checks } = JSON.parse(good.out);
    expect(good.code, good.out).toBe(0);
    expect(checks.map(({ check }: { check: string }) => check)).toEqual(
      expect.arrayContaining(['config', 'disk', 'database', 'display', 'clock']),
    );
    const bad = await runVitrine(['doctor', '--json'], env({ VITRINE_CMS_TOKEN: 'wrong' }));
    expect(bad.code).toBe(1);
    const failed = JSON.parse(bad.out).checks.filter(({ result }: { result: string }) => result === 'fail');
    expect(failed.length).toBeGreaterThan(0);
    for (const finding of failed) expect(finding.remedy).toMatch(/\w/);
    expect(bad.log).toBe('vitrine: Failed checks: token.\n');
    expect(good.log).toBe('');
  });
});

describe('vitrine run', () => {
  let display: TestDisplay;
  beforeAll(async () => {
    display = await startDisplay(640, 360);
  });
  afterAll(() => display.stop());

  it('plays on with a broken configuration, an unreachable other CMS, and its port in use', async () => {
    const here = env({ DISPLAY: display.name });
    await runVitrine(['sync', '--once'], here);
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const file = join(root, 'half-broken.json');
    writeFileSync(file, JSON.stringify({ dataDir: here.VITRINE_DATA_DIR, transition: 'explode' }));
    const player = startPlayerProcess({
      DISPLAY: display.name,
      VITRINE_DATA_DIR: here.VITRINE_DATA_DIR,
      VITRINE_CONFIG: file,
      VITRINE_ADMIN_PORT: String((blocker.address() as AddressInfo).port),
    });
    const status = await until('a showing', async () => {
      const now = await player.status().catch(() => null);
      return now?.nowPlaying ? now : null;
    });
    expect(status.warnings.map(inEnglish).join(' ')).toMatch(/transition must be one of/);
    expect(player.log()).toMatch(/is in use\. Set VITRINE_ADMIN_PORT/);
    const another = await runVitrine(['run'], here);
    expect(another.code).toBe(1);
    expect(another.log).toMatch(/Another player is using the data folder: process \d+/);
    // It started no browser, which would have covered the show.
    expect(another.log).not.toMatch(/playing on/);
    await until('the first player has named its browser', () => /playing on/.test(player.log()));
    expect((await player.stop()).code).toBe(0);
    await close(blocker);
  });

  const nowhere =
    'a token of the %s is in no process list, no environment of the browser, no page and no log';
  it.each(['environment', 'file'] as const)(nowhere, isNowhere);
  it.each(['configuration'] as const)(nowhere, { tags: 'long' }, isNowhere);

  async function isNowhere(place: 'environment' | 'configuration' | 'file'): Promise<void> {
    const { VITRINE_CMS_TOKEN: token, VITRINE_DATA_DIR: dataDir, ...rest } = env();
    const address = new URL(await unusedAddress());
    const file = join(root, `token-of-the-${place}`);
    writeFileSync(file, place === 'file' ? token : JSON.stringify({ cms: { token } }), { mode: 0o600 });
    const given = {
      environment: { VITRINE_CMS_TOKEN: token },
      configuration: { VITRINE_CONFIG: file },
      file: { VITRINE_CMS_TOKEN_FILE: file },
    }[place];
    const player = startPlayerProcess({
      ...rest,
      ...given,
      DISPLAY: display.name,
      VITRINE_DATA_DIR: dataDir,
      VITRINE_ADMIN_PORT: address.port,
    });
    await until('a showing', async () => (await player.status().catch(() => null))?.nowPlaying);
    const below = descendants(player.pid);
    const commands = [
      readFileSync(`/proc/${player.pid}/cmdline`, 'utf8'),
      ...below.map(({ command }) => command.join(' ')),
    ].join('\n');
    const environments = below.map(({ pid }) => environmentOf(pid)).join('\n');
    const reported = await Promise.all(
      ['', 'page.js', 'api/status', 'api/schedule', 'api/nothing'].map(async (path) =>
        (await fetch(`${address.origin}/${path}`)).text(),
      ),
    );
    expect((await player.stop()).code).toBe(0);
    // Control: the searched processes are the right ones.
    expect(commands).toContain('--type=renderer');
    expect(environments).toContain(`DISPLAY=${display.name}`);
    expect(reported.join('\n')).toContain('"nowPlaying"');
    const kept = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    expect(kept.join('\n')).toContain('playing on');
    for (const text of [commands, environments, ...reported, player.log(), ...kept])
      expect(text.includes(token), text.slice(0, 200)).toBe(false);
  }

  it('shows what is missing when nothing is configured, and ends on request', async () => {
    const player = startPlayerProcess({
      DISPLAY: display.name,
      XDG_CONFIG_HOME: root,
      VITRINE_DATA_DIR: folder(),
    });
    const status = await until('a painting screen', async () => {
      const now = await player.status().catch(() => null);
      return now?.screens[0]?.alive ? now : null;
    });
    expect(status.edition).toBeNull();
    expect(status.nowPlaying).toBeNull();
    await expect
      .poll(async () => (await player.status()).sync.lastError)
      .toMatchObject({ code: 'config-incomplete' });
    // The words come in softly after the first frame.
    await until('words on the screen', async () => {
      const frame = await display.grab(display.width, display.height);
      return frame.rgb.some((value) => value > 150);
    });
    await expectWithin(5_000, (await player.stop()).ms);
  });
});

/** Only root may read it of a sandboxed process; that of an ended one is gone. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

const unusedAddress = async (): Promise<string> => `http://127.0.0.1:${await freePort()}/api/v1.0/`;

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
