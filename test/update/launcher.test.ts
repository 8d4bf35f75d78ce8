import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { begun, freshState, mostAttempts, type UpdateState } from '../../src/main/update/state.ts';
import { stateText } from '../../src/main/update/state-file.ts';

const launcher = fileURLToPath(new URL('../../build/linux/vitrine-launcher', import.meta.url));
const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
const before = { plays: true, changes: true, cms: false, revives: 0, memoryBytes: 0 };
const state: UpdateState = { ...freshState('player'), current: a, previous: 'factory' };
const onTrial = begun(state, { release: b, version: '2.0.0', since: '', before });

/** Each release writes down that it was started; then it does what its script says. */
async function installed(scripts: { factory?: string; a?: string; b?: string }, of: UpdateState | string) {
  const root = await mkdtemp(join(tmpdir(), 'vitrine-launcher-'));
  await copyFile(launcher, join(root, 'vitrine-launcher'));
  for (const [folder, script = 'exit 0'] of [
    ['factory', scripts.factory],
    [`releases/${a}`, scripts.a],
    [`releases/${b}`, scripts.b],
  ] as const) {
    await mkdir(join(root, folder), { recursive: true });
    await writeFile(join(root, folder, 'complete'), '');
    const text = `#!/bin/sh\nprintf '%.7s %s\\n' "\${VITRINE_RELEASE:--}" "$1" >>"$VITRINE_UPDATE_ROOT/started"\n${script}\n`;
    await writeFile(join(root, folder, 'vitrine'), text);
    await chmod(join(root, folder, 'vitrine'), 0o755);
  }
  await writeFile(join(root, 'update-state'), typeof of === 'string' ? of : stateText(of));
  return {
    root,
    started: async () => (await readFile(join(root, 'started'), 'utf8')).trim().split('\n'),
    async run(args: readonly string[] = ['run'], env: NodeJS.ProcessEnv = {}) {
      const child = spawn(join(root, 'vitrine-launcher'), args, {
        stdio: 'ignore',
        env: { ...process.env, ...env },
      });
      const exit = once(child, 'exit').then(([code]) => code as number);
      return { child, exit };
    },
  };
}

test('what is current is started, and its exit code is the answer', async () => {
  const { run, started } = await installed({ a: 'exit 3' }, state);
  expect(await (await run()).exit).toBe(3);
  expect(await started()).toEqual(['aaaaaaa run']);
});

test('other commands are those of the current release, and count nothing', async () => {
  const { run, started } = await installed({ a: 'exit 4' }, onTrial);
  expect(await (await run(['status'])).exit).toBe(4);
  expect(await started()).toEqual(['- status']);
});

test('a release that asks for another one is followed by it at once', async () => {
  const fixture = await installed(
    { a: 'mv "$VITRINE_UPDATE_ROOT/next" "$VITRINE_UPDATE_ROOT/update-state"; exit 75' },
    state,
  );
  await writeFile(join(fixture.root, 'next'), stateText(onTrial));
  expect(await (await fixture.run()).exit).toBe(0);
  expect(await fixture.started()).toEqual(['aaaaaaa run', 'bbbbbbb run']);
});

test('a trial that crashes is started as often as it may, then the one before it again', async () => {
  const { run, started } = await installed({ b: 'exit 1' }, onTrial);
  expect(await (await run()).exit).toBe(0);
  expect(await started()).toEqual([...Array(mostAttempts).fill('bbbbbbb run'), 'aaaaaaa run']);
});

test('a power cut in a trial counts: the attempt is written down before the start', async () => {
  const { root, run, started } = await installed({ b: 'kill -9 $PPID' }, onTrial);
  for (let cuts = 0; cuts < mostAttempts; cuts++) await (await run()).exit;
  expect((await readFile(join(root, `starts-${b}`), 'utf8')).split('\n')).toHaveLength(mostAttempts + 1);
  await (await run()).exit;
  expect(await started()).toEqual([...Array(mostAttempts).fill('bbbbbbb run'), 'aaaaaaa run']);
});

test.each([
  ['no state', ''],
  ['a state that rotted', stateText(state).replace('current a', 'current b')],
  ['a state that was cut off', stateText(state).slice(0, 100)],
  ['a path for a release', stateText({ ...state, current: '../factory' })],
])('with %s the factory is started', async (_, text) => {
  const { run, started } = await installed({}, text);
  await (await run()).exit;
  expect(await started()).toEqual(['factory run']);
});

test('a release that is not whole is not started', async () => {
  const { root, run, started } = await installed({}, onTrial);
  await rm(join(root, 'releases', b, 'complete'));
  await (await run()).exit;
  await rm(join(root, 'releases', a, 'vitrine'));
  await (await run()).exit;
  expect(await started()).toEqual(['aaaaaaa run', 'factory run']);
});

test('a trial whose start cannot be counted is not begun', async () => {
  const { root, run, started } = await installed({}, onTrial);
  await mkdir(join(root, `starts-${b}`));
  await (await run()).exit;
  expect(await started()).toEqual(['aaaaaaa run']);
});

test('a signal ends the player, and the launcher after it', async () => {
  const { root, run } = await installed(
    { a: 'trap \'exit 7\' TERM; echo >"$VITRINE_UPDATE_ROOT/up"; while :; do sleep 0.05; done' },
    state,
  );
  const { child, exit } = await run();
  await expect.poll(() => readFile(join(root, 'up'), 'utf8').catch(() => null)).not.toBeNull();
  child.kill('SIGTERM');
  expect(await exit).toBe(7);
});
