import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { command as run } from '../../src/main/cli/run.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { type Clock, systemClock } from '../../src/main/ground/clock.ts';
import { startAgain } from '../../src/main/ground/exit-code.ts';
import { forgetFailures, noteWantedEnd } from '../../src/main/update/launched.ts';
import { launch } from '../../src/main/update/launcher.ts';
import { begun } from '../../src/main/update/state.ts';
import { stateText } from '../../src/main/update/state-file.ts';
import { passingFolder } from '../release/support/folder.ts';
import { invoke } from '../support/invoke.ts';
import { slow } from '../support/limits.ts';
import { a, b, installed, onTrial, state, trialOf, wanted } from './support/installed.ts';

const hangs = "trap '' TERM; while :; do sleep 0.1; done";
/** Below a service manager a crash is its business. */
const served = { VITRINE_NOTIFY_FD: '3' };

// They mostly wait, each on a folder of its own.
describe.concurrent.each([
  ['the launcher in a shell', true],
  ['the launcher for where no shell can', false],
])('%s', (_launcher, isShell) => {
  test.runIf(isShell)(
    'below a service manager the exit code of the current release is the answer',
    async () => {
      const { run, started } = await installed({ a: 'exit 3' }, state, isShell);
      expect(await (await run(['run'], served)).exit).toBe(3);
      expect(await started()).toEqual(['aaaaaaa run']);
    },
  );

  test.runIf(isShell)('the current release runs other commands, which count nothing', async () => {
    const { run, started } = await installed({ a: 'exit 4' }, onTrial, isShell);
    expect(await (await run(['status'])).exit).toBe(4);
    expect(await started()).toEqual(['- status']);
  });

  test('another release starts at once when the running one requests it', async () => {
    const fixture = await installed(
      { a: 'mv "$VITRINE_UPDATE_ROOT/next" "$VITRINE_UPDATE_ROOT/update-state"; exit 75' },
      state,
      isShell,
    );
    await writeFile(join(fixture.root, 'next'), stateText(onTrial));
    expect(await (await fixture.run()).exit).toBe(0);
    expect(await fixture.started()).toEqual(['aaaaaaa run', 'bbbbbbb run']);
  });

  test.each([
    ['no state', ''],
    ['a state that rotted', stateText(state).replace('current a', 'current b')],
    ['a state that was cut off', stateText(state).slice(0, 100)],
    ['a path for a release', stateText({ ...state, current: '../factory' })],
  ])('with %s the factory is started', async (_, text) => {
    const { run, started } = await installed({}, text, isShell);
    await (await run()).exit;
    expect(await started()).toEqual(['factory run']);
  });

  test('a clock change does not end a trial that gives signs of life', slow, async () => {
    const alive = 'touch -d "@$((1000 + i))" "$VITRINE_UPDATE_ROOT/alive"';
    const lives = `for i in 1 2 3 4 5 6 7 8 9; do ${alive}; sleep 0.7; done; ${wanted}`;
    const { run, started } = await installed({ b: lives }, onTrial, isShell);
    expect(await (await run(['run'], { VITRINE_TRIAL_SILENCE: '5' })).exit).toBe(0);
    expect(await started()).toEqual(['bbbbbbb run']);
  });

  test('a trial that hangs after its state could not be read once is ended', {
    ...slow,
    tags: 'long',
  }, async () => {
    const script = `cd "$VITRINE_UPDATE_ROOT"; mv update-state away; sleep 3; mv away update-state; ${hangs}`;
    const { run, started } = await installed({ b: script }, onTrial, isShell);
    expect(await (await run(['run'], { VITRINE_TRIAL_SILENCE: '2' })).exit).toBe(0);
    expect(await started()).toEqual(['bbbbbbb run', 'aaaaaaa run']);
  });

  test('a sign of life that cannot be read does not end the launcher', {
    ...slow,
    tags: 'long',
  }, async () => {
    const script = 'cd "$VITRINE_UPDATE_ROOT"; rm alive; ln -s alive alive; sleep 4; exit 1';
    const { run, started } = await installed({ b: script }, onTrial, isShell);
    expect(await (await run(['run'], { VITRINE_TRIAL_SILENCE: '2' })).exit).toBe(0);
    expect((await started()).at(-1)).toBe('aaaaaaa run');
  });

  test('an incomplete release does not start', async () => {
    const { root, run, started } = await installed({}, onTrial, isShell);
    await rm(join(root, 'releases', b, 'complete'));
    await (await run()).exit;
    await rm(join(root, 'releases', a, 'vitrine'));
    await (await run()).exit;
    expect(await started()).toEqual(['aaaaaaa run', 'factory run']);
  });

  test.runIf(isShell)(
    'a current release that keeps ending before it comes up gives way to the previous one',
    slow,
    async () => {
      const { root, run, started } = await installed({ a: 'exit 1' }, state, isShell);
      for (let ends = 0; ends < 3; ends++) expect(await (await run(['run'], served)).exit).toBe(1);
      expect(await (await run()).exit).toBe(0);
      expect(await started()).toEqual(['aaaaaaa run', 'aaaaaaa run', 'aaaaaaa run', 'factory run']);
      // What is here whole again is tried as a new one.
      await writeFile(join(root, 'update-state'), stateText(begun(state, { ...trialOf(a) })));
      await (await run()).exit;
      expect((await started()).slice(4)).toEqual([...Array(3).fill('aaaaaaa run'), 'factory run']);
    },
  );

  test.runIf(isShell)(
    'one that comes up in between, or that asks to be started again, has not failed',
    slow,
    async () => {
      const comesUp = 'rm -f "$VITRINE_UPDATE_ROOT/failed-$VITRINE_RELEASE"; exit 1';
      const { run, started } = await installed({ a: comesUp }, state, isShell);
      for (let ends = 0; ends < 4; ends++) await (await run(['run'], served)).exit;
      expect(await started()).toEqual(Array(4).fill('aaaaaaa run'));
      const asks = await installed(
        { a: `[ "$(wc -l <"$VITRINE_UPDATE_ROOT/started")" -lt 4 ] && exit 75; ${wanted}` },
        state,
        isShell,
      );
      expect(await (await asks.run()).exit).toBe(0);
      expect(await asks.started()).toEqual(Array(4).fill('aaaaaaa run'));
    },
  );

  test('a trial whose start cannot be counted is not begun', async () => {
    const { root, run, started } = await installed({}, onTrial, isShell);
    await mkdir(join(root, `starts-${b}`));
    await (await run()).exit;
    expect(await started()).toEqual(['aaaaaaa run']);
  });

  test('exit code 0 without a requested end restarts the player: Electron returns it when its display is gone', async () => {
    const script = `[ "$(wc -l <"$VITRINE_UPDATE_ROOT/started")" -lt 3 ] && exit 0; ${wanted}`;
    const { run, started } = await installed({ a: script }, state, isShell);
    expect(await (await run()).exit).toBe(0);
    expect(await started()).toEqual(Array(3).fill('aaaaaaa run'));
  });

  test.runIf(!isShell)('a player that crashes restarts, then the previous release starts', async () => {
    const { run, started } = await installed({ a: 'exit 1', b: 'exit 1' }, onTrial, isShell);
    // How long the pauses are is shown below.
    expect(await (await run(['run'], { VITRINE_WAITS_SHORTER: '50' })).exit).toBe(0);
    const [bs, as] = [Array(3).fill('bbbbbbb run'), Array(3).fill('aaaaaaa run')];
    expect(await started()).toEqual([...bs, ...as, 'factory run']);
  });

  test('a signal ends the player, and the launcher after it', async () => {
    const { root, run } = await installed(
      { a: 'trap \'exit 7\' TERM; echo >"$VITRINE_UPDATE_ROOT/up"; while :; do sleep 0.05; done' },
      state,
      isShell,
    );
    const { child, exit } = await run();
    await expect.poll(() => readFile(join(root, 'up'), 'utf8').catch(() => null)).not.toBeNull();
    child.kill('SIGTERM');
    expect(await exit).toBe(7);
  });

  test('a trial that crashes starts as often as allowed, then the previous release starts', async () => {
    const { run, started } = await installed({ b: 'exit 1' }, onTrial, isShell);
    expect(await (await run()).exit).toBe(0);
    expect(await started()).toEqual(['bbbbbbb run', 'bbbbbbb run', 'bbbbbbb run', 'aaaaaaa run']);
  });

  test.runIf(isShell)(
    'the release before a spent trial is counted when it does not come up either',
    async () => {
      const { run, started } = await installed({ a: 'exit 1', b: 'exit 1' }, onTrial, isShell);
      for (let ends = 0; ends < 3; ends++) expect(await (await run(['run'], served)).exit).toBe(1);
      expect(await (await run()).exit).toBe(0);
      const [bs, as] = [Array(3).fill('bbbbbbb run'), Array(3).fill('aaaaaaa run')];
      expect(await started()).toEqual([...bs, ...as, 'factory run']);
    },
  );

  test('a trial that hangs is killed, and not retried', slow, async () => {
    const { run, started } = await installed({ b: hangs }, onTrial, isShell);
    expect(await (await run(['run'], { VITRINE_TRIAL_SILENCE: '1' })).exit).toBe(0);
    expect(await started()).toEqual(['bbbbbbb run', 'aaaaaaa run']);
  });
});

test.concurrent('a player that hangs after it has said that it lives is ended and started again', {
  ...slow,
}, async () => {
  const says = `process.send('WATCHDOG=1'); setInterval(() => process.send('STATUS=Dark.'), 100)`;
  const script = `[ "$(wc -l <"$VITRINE_UPDATE_ROOT/started")" -lt 2 ] && exec '${process.execPath}' -e "${says}"; ${wanted}`;
  const { run, started } = await installed({ a: script }, state, false);
  expect(await (await run(['run'], { VITRINE_TRIAL_SILENCE: '2' })).exit).toBe(0);
  expect(await started()).toEqual(['aaaaaaa run', 'aaaaaaa run']);
});

test.concurrent('a player that lives, or that cannot say it, goes on below the launcher', {
  ...slow,
  tags: 'long',
}, async () => {
  const says = `let i = 0; setInterval(() => i++ < 9 ? process.send('WATCHDOG=1') : process.exit(75), 500)`;
  const lives = `[ "$(wc -l <"$VITRINE_UPDATE_ROOT/started")" -lt 2 ] && exec '${process.execPath}' -e "${says}"; sleep 4; ${wanted}`;
  const { run, started } = await installed({ a: lives }, state, false);
  expect(await (await run(['run'], { VITRINE_TRIAL_SILENCE: '2' })).exit).toBe(0);
  expect(await started()).toEqual(['aaaaaaa run', 'aaaaaaa run']);
});

test.concurrent('without a service manager the shell launcher restarts a crashing player with backoff, and ends on a signal', async () => {
  const { root, run, started } = await installed({ factory: 'exit 1' }, '');
  const bin = join(root, 'bin');
  await mkdir(bin);
  // The ninth pause is one that has to be ended.
  const sleep = `#!/bin/sh\necho "$1" >>'${root}/pauses'; [ "$(wc -l <'${root}/pauses')" -lt 9 ] || exec /bin/sleep 60\n`;
  await writeFile(join(bin, 'sleep'), sleep, { mode: 0o755 });
  const { child, exit } = await run(['run'], { PATH: `${bin}:${process.env.PATH}` });
  const pauses = async (): Promise<readonly string[]> =>
    (await readFile(join(root, 'pauses'), 'utf8').catch(() => '')).trim().split('\n');
  await expect.poll(pauses).toHaveLength(9);
  expect(await pauses()).toEqual(['1', '2', '4', '8', '16', '32', '60', '60', '60']);
  expect(await started()).toEqual(Array(9).fill('factory run'));
  child.kill('SIGTERM');
  expect(await exit).toBe(1);
});

test('without a service manager a crashing player restarts with backoff, which a minute of uptime resets', async () => {
  const { root } = await installed({}, '');
  const crash = `[ "$(wc -l <"$VITRINE_UPDATE_ROOT/started")" -lt 12 ] && exit 1; ${wanted}`;
  const text = `#!/bin/sh\necho x >>"$VITRINE_UPDATE_ROOT/started"\n${crash}\n`;
  await writeFile(join(root, 'factory/vitrine'), text);
  const pauses: number[] = [];
  let looks = 0;
  const clock: Clock = {
    ...systemClock,
    // Asked when a run begins and when it has ended: the eleventh lasts for a minute.
    monotonic: () => (++looks === 22 ? 60_000 : 0),
    after: (ms, callback) => {
      // Not those of the guard.
      if (ms > 1) pauses.push(ms);
      return systemClock.after(0, callback);
    },
  };
  const never = new AbortController().signal;
  const needs = {
    root,
    factory: join(root, 'factory/vitrine'),
    over: null,
    env: process.env,
    clock,
    silenceMs: 1,
  };
  expect(await launch({ ...needs, startAgain }, [], never)).toBe(0);
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 500]);
});

describe.concurrent('after a package manager has installed another package', () => {
  test('the package starts before the list of its state', async () => {
    const { run, started } = await installed({}, { ...onTrial, over: '1.0.0' }, false);
    for (const version of ['2.0.0', '1.0.0']) await (await run(['run'], { FACTORY_VERSION: version })).exit;
    expect(await started()).toEqual(['factory run', 'bbbbbbb run']);
  });

  test('a package that fails three times is left for the releases before it', async () => {
    const { run, started } = await installed({ factory: 'exit 1' }, { ...state, over: '1.0.0' }, false);
    const shorter = { FACTORY_VERSION: '2.0.0', VITRINE_WAITS_SHORTER: '50' };
    expect(await (await run(['run'], shorter)).exit).toBe(0);
    expect(await started()).toEqual([...Array(3).fill('factory run'), 'aaaaaaa run']);
  });

  test('a package that is installed while the launcher runs starts its own launcher', async () => {
    const newer = `#!/bin/sh\necho "newer $1 $2" >>"$VITRINE_UPDATE_ROOT/started"\n${wanted}\n`;
    const installs = `cd "$VITRINE_UPDATE_ROOT/factory" && mv newer vitrine; exit 75`;
    const { root, run, started } = await installed({ factory: installs }, '', false);
    await writeFile(join(root, 'factory/newer'), newer, { mode: 0o755 });
    expect(await (await run(['run', '--config'], { FACTORY_VERSION: '2.0.0' })).exit).toBe(0);
    expect(await started()).toEqual(['factory run', 'newer launch --config']);
  });
});

test('a start that would fail with any release does not count against this one', async () => {
  const { root } = await installed({}, state);
  const failures = join(root, `failed-${a}`);
  await writeFile(failures, 'failed\n');
  vi.stubEnv('VITRINE_UPDATE_ROOT', root);
  vi.stubEnv('VITRINE_RELEASE', a);
  onTestFinished(() => void vi.unstubAllEnvs());
  const file = join(root, 'config.json');
  await writeFile(file, '{"no": "setting"}');
  const started = invoke(run, {
    config: loadConfig({ noFile: true, env: {} }),
    configSources: { file, env: {} },
  });
  await expect(started).rejects.toMatchObject({ kind: 'usage' });
  expect(existsSync(failures)).toBe(false);
});

test('a launcher goes on when its disk rejects writes and a program does not start at first', async () => {
  const { root } = await installed({}, '');
  await writeFile(join(root, 'factory/vitrine'), '#!/bin/sh\nexit 0\n');
  // As on a disk that can only be read: it cannot be removed.
  await mkdir(join(root, 'ended/by'), { recursive: true });
  // An environment that is too large: `spawn` throws, as it does without memory.
  const env: NodeJS.ProcessEnv = { ...process.env, LARGE: 'x'.repeat(200_000) };
  const clock: Clock = {
    ...systemClock,
    after: (_, callback) => {
      delete env.LARGE;
      return systemClock.after(0, callback);
    },
  };
  const needs = { root, factory: join(root, 'factory/vitrine'), over: null, env, clock, silenceMs: 1 };
  expect(await launch({ ...needs, startAgain }, [], new AbortController().signal)).toBe(0);
});

test('a second launcher on a new machine leaves the player to the first one', async () => {
  const path = await passingFolder('new');
  const factory = join(path, 'vitrine');
  const script = `#!/bin/sh
[ "$VITRINE_SUPERVISED" = 1 ] || exit 7
[ -e "$0.runs" ] && { mkdir -p "$VITRINE_UPDATE_ROOT"; touch "$VITRINE_UPDATE_ROOT/ended"; exit 0; }
touch "$0.runs"
while :; do sleep 0.1; done
`;
  await writeFile(factory, script, { mode: 0o755 });
  const needs = { root: join(path, 'updates'), factory, over: null, env: process.env, clock: systemClock };
  const first = new AbortController();
  const launched = launch({ ...needs, silenceMs: 60_000, startAgain }, [], first.signal);
  await expect.poll(() => existsSync(`${factory}.runs`)).toBe(true);
  const { signal } = new AbortController();
  expect(await launch({ ...needs, silenceMs: 60_000, startAgain }, [], signal)).toBe(7);
  first.abort();
  await launched;
});

test('a player ends normally on a disk that rejects writes', () => {
  const env = { VITRINE_UPDATE_ROOT: '/proc/vitrine', VITRINE_RELEASE: a };
  expect(() => noteWantedEnd(env)).not.toThrow();
  const folder = { ...env, VITRINE_UPDATE_ROOT: '/proc/self/fd/0' };
  expect(() => forgetFailures(folder)).not.toThrow();
});
