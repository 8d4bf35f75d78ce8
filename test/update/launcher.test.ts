import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stateText } from '../../src/main/update/state-file.ts';
import { a, b, installed, onTrial, state } from './support/installed.ts';

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
