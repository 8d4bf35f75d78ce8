import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { command as run } from '../../src/main/cli/run.ts';
import { loadConfig } from '../../src/main/config.ts';
import { begun } from '../../src/main/update/state.ts';
import { stateText } from '../../src/main/update/state-file.ts';
import { invoke } from '../support/invoke.ts';
import { a, b, installed, onTrial, state, trialOf } from './support/installed.ts';

describe.each([
  ['the launcher in a shell', true],
  ['the launcher for where no shell can', false],
])('%s', (_launcher, isShell) => {
  test('what is current is started, and its exit code is the answer', async () => {
    const { run, started } = await installed({ a: 'exit 3' }, state, isShell);
    expect(await (await run()).exit).toBe(3);
    expect(await started()).toEqual(['aaaaaaa run']);
  });

  test.runIf(isShell)('other commands are those of the current release, and count nothing', async () => {
    const { run, started } = await installed({ a: 'exit 4' }, onTrial, isShell);
    expect(await (await run(['status'])).exit).toBe(4);
    expect(await started()).toEqual(['- status']);
  });

  test('a release that asks for another one is followed by it at once', async () => {
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

  test('a release that is not whole is not started', async () => {
    const { root, run, started } = await installed({}, onTrial, isShell);
    await rm(join(root, 'releases', b, 'complete'));
    await (await run()).exit;
    await rm(join(root, 'releases', a, 'vitrine'));
    await (await run()).exit;
    expect(await started()).toEqual(['aaaaaaa run', 'factory run']);
  });

  test('a current release that ends again and again before it has come up is left for the one before it', async () => {
    const { root, run, started } = await installed({ a: 'exit 1' }, state, isShell);
    for (let ends = 0; ends < 3; ends++) expect(await (await run()).exit).toBe(1);
    expect(await (await run()).exit).toBe(0);
    expect(await started()).toEqual(['aaaaaaa run', 'aaaaaaa run', 'aaaaaaa run', 'factory run']);
    // What is here whole again is tried as a new one.
    await writeFile(join(root, 'update-state'), stateText(begun(state, { ...trialOf(a) })));
    await (await run()).exit;
    expect((await started()).slice(4)).toEqual([...Array(3).fill('aaaaaaa run'), 'factory run']);
  });

  test('one that comes up in between, or that asks to be started again, has not failed', async () => {
    const comesUp = 'rm -f "$VITRINE_UPDATE_ROOT/failed-$VITRINE_RELEASE"; exit 1';
    const { run, started } = await installed({ a: comesUp }, state, isShell);
    for (let ends = 0; ends < 4; ends++) await (await run()).exit;
    expect(await started()).toEqual(Array(4).fill('aaaaaaa run'));
    const asks = await installed(
      { a: '[ "$(wc -l <"$VITRINE_UPDATE_ROOT/started")" -lt 4 ] && exit 75; exit 0' },
      state,
      isShell,
    );
    expect(await (await asks.run()).exit).toBe(0);
    expect(await asks.started()).toEqual(Array(4).fill('aaaaaaa run'));
  });

  test('a trial whose start cannot be counted is not begun', async () => {
    const { root, run, started } = await installed({}, onTrial, isShell);
    await mkdir(join(root, `starts-${b}`));
    await (await run()).exit;
    expect(await started()).toEqual(['aaaaaaa run']);
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

  test('a trial that crashes is started as often as it may, then the one before it again', async () => {
    const { run, started } = await installed({ b: 'exit 1' }, onTrial, isShell);
    expect(await (await run()).exit).toBe(0);
    expect(await started()).toEqual(['bbbbbbb run', 'bbbbbbb run', 'bbbbbbb run', 'aaaaaaa run']);
  });

  test('the one before a spent trial is counted when it does not come up either', async () => {
    const { run, started } = await installed({ a: 'exit 1', b: 'exit 1' }, onTrial, isShell);
    for (let ends = 0; ends < 3; ends++) expect(await (await run()).exit).toBe(1);
    expect(await (await run()).exit).toBe(0);
    const [bs, as] = [Array(3).fill('bbbbbbb run'), Array(3).fill('aaaaaaa run')];
    expect(await started()).toEqual([...bs, ...as, 'factory run']);
  });

  test('a trial that hangs is ended by force, and is not tried again', async () => {
    const hangs = "trap '' TERM; while :; do sleep 0.1; done";
    const { run, started } = await installed({ b: hangs }, onTrial, isShell);
    expect(await (await run(['run'], { VITRINE_TRIAL_SILENCE: '1' })).exit).toBe(0);
    expect(await started()).toEqual(['bbbbbbb run', 'aaaaaaa run']);
  });
});

test('a start that another release would fail at too is not held against this one', async () => {
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
