import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { begun, freshState, type UpdateState } from '../../src/main/update/state.ts';
import { stateText } from '../../src/main/update/state-file.ts';
import { passingFolder } from '../release/support/folder.ts';
import { slow } from '../support/limits.ts';
import { beforeIt } from './support/facts.ts';

const starter = readFileSync(new URL('../../packaging/kiosk/files/start', import.meta.url), 'utf8');
const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
const before = { ...beforeIt, cms: false };
const current: UpdateState = { ...freshState('player'), over: '1.2.3', current: a, previous: 'factory' };
const onTrial = begun(current, { release: b, version: '2.0.0', since: '', before });
/** The starter gives root's rights away before it does anything: here it has none from the beginning. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const systemd = `use Socket; my ($path, $start) = @ARGV; unlink $path; socket my $s, PF_UNIX, SOCK_DGRAM, 0;
bind $s, pack_sockaddr_un($path) or die $!; $ENV{NOTIFY_SOCKET} = $path; system $start, 'run';
my $message; print $message if defined recv $s, $message, 4096, MSG_DONTWAIT;`;

/** A kiosk's releases, each of which only writes down that it was started. */
async function kiosk(state: UpdateState | string) {
  const folder = await passingFolder('kiosk');
  chmodSync(join(folder, '..'), 0o711);
  const update = join(folder, 'update');
  const write = (path: string, text: string, mode = 0o755): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text, { mode });
  };
  const says = (name: string) => `#!/bin/sh\necho "${name} $*"\n`;
  write('program/node', says('factory'));
  for (const release of [a, b]) {
    write(`releases/releases/${release}/vitrine`, says(release.slice(0, 3)));
    write(`releases/releases/${release}/complete`, '');
  }
  write(
    'start',
    starter.replaceAll('/usr/lib/vitrine/@VERSION@', join(folder, 'program')).replace('@VERSION@', '1.2.3'),
  );
  write('update/update-state', typeof state === 'string' ? state : stateText(state), 0o644);
  chmodSync(folder, 0o755);
  if (nobody.uid !== undefined) chownSync(update, nobody.uid, nobody.gid);
  const spawned = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): string => {
    const { stdout, stderr } = spawnSync(program, args, {
      encoding: 'utf8',
      ...nobody,
      env: {
        PATH: process.env.PATH,
        VITRINE_UPDATE_ROOT: update,
        VITRINE_RELEASES: join(folder, 'releases'),
        ...env,
      },
    });
    expect(stderr).toBe('');
    return stdout;
  };
  /** What systemd hears during a start, before the player itself says anything. */
  const heard = (): string =>
    spawned('perl', ['-e', systemd, join(update, 'notify'), join(folder, 'start')], {}).split('\n')[1] ?? '';
  const run = (args: readonly string[] = ['run'], env: NodeJS.ProcessEnv = {}): string => {
    return spawned(join(folder, 'start'), args, env)
      .trim()
      .split(' ')
      .filter((word) => !word.startsWith('/'))
      .slice(0, 2)
      .join(' ');
  };
  const starts = (): number => {
    const name = `starts-${b}`;
    return readdirSync(update).includes(name)
      ? readFileSync(join(update, name), 'utf8').trim().split('\n').length
      : 0;
  };
  return { folder, run, starts, heard };
}

test('the current release starts, and runs the commands', async () => {
  const { run } = await kiosk(current);
  expect(run()).toBe('aaa run');
  expect(run(['status'])).toBe('aaa status');
});

test('a start that took too long gives the next one twice as long', async () => {
  const { run, heard } = await kiosk(current);
  const extension = (seconds: number): string => `EXTEND_TIMEOUT_USEC=${seconds}000000`;
  expect(heard()).toBe('');
  for (const seconds of [60, 120, 240, 240]) {
    // May be killed as well, for the same slowness.
    if (seconds < 120) run(['--ended'], { SERVICE_RESULT: 'timeout' });
    expect(heard()).toBe(extension(seconds));
  }
  run(['--ended'], { SERVICE_RESULT: 'exit-code' });
  expect(heard()).toBe('');
});

test('a trial is counted on the disk before it begins, and given up after three starts', async () => {
  const { run, starts } = await kiosk(onTrial);
  expect(run(['status'])).toBe('aaa status');
  for (const count of [1, 2, 3]) {
    expect(run()).toBe('bbb run');
    expect(starts()).toBe(count);
  }
  expect(run()).toBe('aaa run');
});

test('a trial that systemd killed for its silence is not retried', async () => {
  const { run, starts } = await kiosk(onTrial);
  run(['--ended'], { SERVICE_RESULT: 'watchdog' });
  // It was the release before that was killed: this one was not started yet.
  expect(starts()).toBe(0);
  run();
  run(['--ended'], { SERVICE_RESULT: 'exit-code' });
  expect(starts()).toBe(1);
  run(['--ended'], { SERVICE_RESULT: 'watchdog' });
  expect(starts()).toBe(3);
  expect(run()).toBe('aaa run');
});

test.each([
  ['no state', ''],
  ['a state that rotted', stateText(current).replace('current a', 'current b')],
  ['a state that was cut off', stateText(current).slice(0, 100)],
  ['a path for a release', stateText({ ...current, current: '../releases' })],
  [
    'a state that was made over another package, with a release of no version',
    stateText({ ...current, over: '1.2.2' }),
  ],
])("with %s the package's own is started", async (_, text) => {
  const { run } = await kiosk(text);
  expect(run()).toBe('factory run');
});

test(
  'a package that is new to the state starts before its list, and is left when it fails three times',
  slow,
  async () => {
    const { folder, run } = await kiosk({ ...onTrial, over: '1.2.2' });
    expect(run(['status'])).toBe('factory status');
    for (const result of ['exit-code', 'success', 'timeout', 'core-dump']) {
      expect(run()).toBe('factory run');
      run(['--ended'], { SERVICE_RESULT: result, EXIT_STATUS: '1' });
    }
    expect(run()).toBe('bbb run');
    // The next package has attempts of its own.
    rmSync(join(folder, 'update/failed-factory'));
    expect(run()).toBe('factory run');
  },
);

test('a player that ends at once under systemd is started again after two seconds, unless its program is unreadable', async () => {
  const { run } = await kiosk(current);
  const took = (result: string, status: string): number => {
    run();
    const began = performance.now();
    run(['--ended'], { SERVICE_RESULT: result, EXIT_STATUS: status, INVOCATION_ID: 'a' });
    return performance.now() - began;
  };
  const rests = (...how: [result: string, status: string]): boolean => took(...how) >= 1_900;
  // Where the machine is too slow, none of them counts: some of five do.
  const some = (ask: () => boolean): boolean => Array.from({ length: 5 }).some(ask);
  expect(some(() => rests('exit-code', '64'))).toBe(true);
  for (const [result, status] of [
    ['exit-code', '5'],
    ['exit-code', '75'],
    ['success', '0'],
  ] as const)
    expect(some(() => !rests(result, status))).toBe(true);
});

test('an incomplete release does not start', async () => {
  const { folder, run, starts } = await kiosk(onTrial);
  rmSync(join(folder, 'releases/releases', b, 'complete'));
  expect(run()).toBe('aaa run');
  rmSync(join(folder, 'releases/releases', a, 'vitrine'));
  expect(run()).toBe('factory run');
  expect(starts()).toBe(0);
});

test('a trial whose start cannot be counted is not begun', async () => {
  const { folder, run } = await kiosk(onTrial);
  mkdirSync(join(folder, 'update', `starts-${b}`));
  expect(run()).toBe('aaa run');
});

test(
  'a current release that keeps ending before it comes up gives way to the previous one',
  slow,
  async () => {
    const { folder, run } = await kiosk(current);
    const ended = (result: string, status = '1'): void => {
      expect(run()).toBe('aaa run');
      run(['--ended'], { SERVICE_RESULT: result, EXIT_STATUS: status });
    };
    // It was asked to end, or asks itself to be started again.
    for (const _ of 'abc') ended('success', '0');
    for (const _ of 'abc') ended('exit-code', '75');
    expect(run()).toBe('aaa run');
    ended('exit-code');
    ended('core-dump', 'SEGV');
    // It comes up, as what the player does says.
    rmSync(join(folder, 'update', `failed-${a}`));
    ended('exit-code');
    ended('timeout', 'KILL');
    expect(run()).toBe('aaa run');
    ended('exit-code');
    expect(run()).toBe('factory run');
    expect(run(['status'])).toBe('factory status');
  },
);

test('failures of a trial do not count against the previous release', async () => {
  const { run } = await kiosk(onTrial);
  for (const _ of 'abc') {
    expect(run()).toBe('bbb run');
    run(['--ended'], { SERVICE_RESULT: 'exit-code', EXIT_STATUS: '1' });
  }
  expect(run()).toBe('aaa run');
});

test('the release before a spent trial is counted when it does not come up either', async () => {
  const { run } = await kiosk(onTrial);
  const ends = (name: string): void => {
    expect(run()).toBe(`${name} run`);
    run(['--ended'], { SERVICE_RESULT: 'exit-code', EXIT_STATUS: '1' });
  };
  for (const name of ['bbb', 'bbb', 'bbb', 'aaa', 'aaa', 'aaa']) ends(name);
  ends('factory');
});

test('a damaged release ends on its own count, although a trial started before', async () => {
  const { folder, run } = await kiosk(onTrial);
  expect(run()).toBe('bbb run');
  rmSync(join(folder, 'releases/releases', b, 'complete'));
  for (const _ of 'abc') {
    expect(run()).toBe('aaa run');
    run(['--ended'], { SERVICE_RESULT: 'exit-code', EXIT_STATUS: '1' });
  }
  expect(run()).toBe('factory run');
});
