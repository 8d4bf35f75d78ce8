import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { askPlayer } from '../../../src/main/admin/client.ts';
import { isRunning } from '../../support/is-running.ts';
import { slow } from '../../support/limits.ts';
import { until } from '../../support/until.ts';
import { isShow, startInside } from './start-inside.ts';

// The built player inside Electron, as far as possible without its binary: entry, order of calls, the whole path to the stage.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const entry = join(root, 'dist', 'main', 'index.js');
const home = mkdtempSync(join(tmpdir(), 'vitrine-inside-'));

/** The service manager's end of the socket: Node has no datagram sockets of this kind. */
const listener = `use Socket; $| = 1; socket my $s, PF_UNIX, SOCK_DGRAM, 0; bind $s, pack_sockaddr_un($ARGV[0]) or die $!;
print "listens\\n"; while (defined recv $s, my $m, 4096, 0) { $m =~ s/\\n/ /g; print "$m\\n" }`;

beforeAll(async () => {
  if (!existsSync(entry)) await promisify(execFile)(process.execPath, [join(root, 'scripts', 'build.mjs')]);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('a command inside Electron', () => {
  it.each([
    [['--version'], 0],
    [['--help'], 0],
    [['status'], 1],
    [['schedule', '--json'], 1],
    [['nonsense'], 2],
  ])('%j ends with %i before Electron looks for a display', async (args, code) => {
    const command = startInside(entry, args, { home });
    expect(await command.ended).toEqual({ code, signal: null });
    expect(command.output()).not.toContain('evaluated');
  });
});

it('a command that changes no files answers in an Electron without original-fs', async () => {
  const help = startInside(entry, ['--help'], { home, env: { FAKE_ELECTRON_ORIGINAL_FS: 'no' } });
  expect(await help.ended, help.log()).toEqual({ code: 0, signal: null });
});

it(
  'the launcher inside Electron restarts a killed player, and a second launcher only shows it',
  slow,
  async () => {
    const data = join(home, 'launched');
    const how = { home, display: ':99', env: { VITRINE_DATA_DIR: data } };
    const launcher = startInside(entry, ['launch'], how);
    expect(await launcher.says(isShow), launcher.log()).toBe(true);
    const holder = (): number => JSON.parse(readFileSync(join(data, 'lock.json'), 'utf8')).pid;
    const first = holder();
    const second = startInside(entry, ['launch'], how);
    expect((await second.ended).code).toBe(1);
    expect(second.log()).toContain('Another player is using the data folder');
    process.kill(first, 'SIGKILL');
    await until('another player runs', () => holder() !== first);
    await until('it plays', () => launcher.output().filter((line) => line.startsWith('loaded')).length === 2);
    launcher.kill('SIGTERM');
    await launcher.ended;
  },
);

describe('a process left by a failing test', () => {
  let player = 0;

  it('runs during the test', async () => {
    const data = join(home, 'left');
    const env = { VITRINE_DATA_DIR: data };
    const launcher = startInside(entry, ['launch'], { home, display: ':99', env });
    expect(await launcher.says(isShow), launcher.log()).toBe(true);
    player = JSON.parse(readFileSync(join(data, 'lock.json'), 'utf8')).pid;
    expect(isRunning(player)).toBe(true);
  });

  it("is gone after it, including a launcher's player", () => until('it is gone', () => !isRunning(player)));
});

describe('the player inside Electron', () => {
  it('opens its window once Electron is ready, sends the show to the stage, and ends on SIGTERM', async () => {
    const began = performance.now();
    const player = startInside(entry, ['run'], { home, display: ':99' });
    expect(await player.says(isShow), player.log()).toBe(true);
    const usual = performance.now() - began;
    expect(player.output().filter((line) => !line.startsWith('{'))).toEqual([
      'evaluated',
      `preload ${join(root, 'dist', 'preload', 'preload.cjs')}`,
      expect.stringMatching(/^loaded vitrine:\/\/app\/[\w-]{32}\/index\.html$/),
    ]);
    const since = performance.now();
    player.kill('SIGTERM');
    expect(await player.ended).toEqual({ code: 0, signal: null });
    // On a busy machine the end takes longer, as the start just did.
    expect(performance.now() - since).toBeLessThan(Math.max(5_000, 2 * usual));
  });

  it('keeps the locks of its data folder and database while its page runs doctor', async () => {
    const data = join(home, 'examined');
    const env = { VITRINE_DATA_DIR: data };
    const player = startInside(entry, ['run'], { home, display: ':99', env });
    expect(await player.says(isShow), player.log()).toBe(true);
    const isLocked = (name: string): boolean =>
      readFileSync('/proc/locks', 'utf8').includes(`:${statSync(join(data, name)).ino} `);
    await until('both are locked', () => isLocked('lock.db') && isLocked('vitrine.db'));
    expect(await askPlayer(data, 'GET', '/api/doctor')).not.toBeNull();
    expect(['lock.db', 'vitrine.db'].filter(isLocked)).toEqual(['lock.db', 'vitrine.db']);
    player.kill('SIGTERM');
    await player.ended;
  });

  it('requests a restart when its display is gone, and does not report a deliberate end', async () => {
    const player = startInside(entry, ['run'], { home, display: ':99' });
    expect(await player.says(isShow), player.log()).toBe(true);
    player.kill('SIGUSR2');
    expect(await player.ended).toEqual({ code: 75, signal: null });
    expect(player.log()).toContain('lost its display or its session');
  });

  it('plays from an AppImage where the system allows no sandbox, and on the requested platform', async () => {
    const switches = ['--no-sandbox', '--ozone-platform=x11'];
    const player = startInside(entry, ['run'], { home, display: ':99', switches });
    expect(await player.says(isShow), player.log()).toBe(true);
    player.kill('SIGTERM');
    expect(await player.ended).toEqual({ code: 0, signal: null });
    const without = startInside(entry, [], { home, display: ':99', switches });
    expect(await without.says(isShow), without.log()).toBe(true);
    without.kill('SIGTERM');
    await without.ended;
    const help = startInside(entry, ['--version'], { home, switches });
    expect(await help.ended).toEqual({ code: 0, signal: null });
  });

  it(
    "plays without Electron's lock, which fails on a full disk, and refuses a second player by its own",
    slow,
    async () => {
      const env = { FAKE_ELECTRON_LOCK: 'no' };
      const player = startInside(entry, ['run'], { home, display: ':99', env });
      expect(await player.says(isShow), player.log()).toBe(true);
      const second = startInside(entry, ['run'], { home, display: ':99', env });
      expect((await second.ended).code).toBe(1);
      expect(second.log()).toMatch(/data folder/);
      expect(second.output().some((line) => line.startsWith('preload'))).toBe(false);
      player.kill('SIGTERM');
      await player.ended;
    },
  );

  it('is gone within 5 s even when Electron hangs in its exit', async () => {
    const began = performance.now();
    const player = startInside(entry, ['run'], {
      home,
      display: ':99',
      env: { FAKE_ELECTRON_EXIT: 'hangs' },
    });
    expect(await player.says(isShow), player.log()).toBe(true);
    const usual = performance.now() - began;
    const since = performance.now();
    player.kill('SIGTERM');
    expect(await player.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(player.output()).toContain('asked to exit with 0');
    // Electron gets four seconds; on a busy machine the rest takes longer, as the start just did.
    expect(performance.now() - since).toBeLessThan(Math.max(5_000, 4_000 + usual));
  });
});

it('doctor --measure opens its window once Electron is ready, and counts no start of the player', async () => {
  const env = { VITRINE_DATA_DIR: join(home, 'measured') };
  const measure = startInside(entry, ['doctor', '--measure'], { home, display: ':99', env });
  expect(await measure.says((line) => line.startsWith('loaded')), measure.log()).toBe(true);
  measure.kill('SIGTERM');
  await measure.ended;
  expect(existsSync(join(home, 'measured', 'starts.json'))).toBe(false);
});

describe('the player as a service of the desktop session', () => {
  it('notifies systemd that it is alive, through the socket of its starter', async () => {
    const socket = join(home, 'notify');
    const manager = spawn('perl', ['-e', listener, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void manager.kill());
    const heard: string[] = [];
    createInterface({ input: manager.stdout }).on('line', (line) => heard.push(line));
    const says = (wanted: string): Promise<unknown> =>
      until(`systemd heard ${wanted}`, () => heard.some((line) => line.includes(wanted)));
    await says('listens');
    const player = startInside(entry, ['run'], {
      home,
      display: ':99',
      starter: join(root, 'build/linux/vitrine-notify'),
      env: { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '30000000', VITRINE_DATA_DIR: join(home, 'service') },
    });
    expect(await player.says(isShow), player.log()).toBe(true);
    await says('EXTEND_TIMEOUT_USEC=');
    player.kill('SIGTERM');
    expect(await player.ended).toEqual({ code: 0, signal: null });
  });

  it('is killed and restarted by systemd when it stops notifying', () => {
    const unit = readFileSync(join(root, 'build/linux/vitrine.service'), 'utf8');
    for (const line of ['Type=notify', 'WatchdogSec=30', 'WatchdogSignal=SIGKILL', 'Restart=always'])
      expect(unit.split('\n')).toContain(line);
    expect(unit).toMatch(
      /^ExecStart=\/opt\/Vitrine\/resources\/linux\/vitrine-notify \/usr\/bin\/vitrine run$/m,
    );
  });
});

describe('the demo inside Electron', () => {
  const env = { VITRINE_DATA_DIR: join(home, 'demo') };

  it.each([
    ['a package', {}],
    ['a checkout', { fromCheckout: true }],
    ['a checkout without a sandbox', { fromCheckout: true, switches: ['--no-sandbox'] }],
    ['an AppImage without a sandbox', { switches: ['--no-sandbox'] }],
  ])('%s starts its CMS as the same program', slow, async (_name, how) => {
    const demo = startInside(entry, ['demo', '--cms-port', '0'], { home, display: ':99', env, ...how });
    expect(await demo.says((line) => line.startsWith('{"type":"programme"')), demo.log()).toBe(true);
    demo.kill('SIGTERM');
    expect(await demo.ended).toEqual({ code: 0, signal: null });
  });
});
