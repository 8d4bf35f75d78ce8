import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/main/config/config.ts';
import { type Values, valueAt } from '../../src/main/config/written.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog } from '../../src/main/ground/log.ts';
import type { StickReader } from '../../src/main/setup/sticks/plugged.ts';
import { StickSetup } from '../../src/main/setup/sticks/stick-setup.ts';
import { message } from '../../src/shared/languages/message.ts';

const given = { cms: { url: 'https://cms.example/api/v1.0/', token: 'vpt_1' }, device: '3' };

/** A player, its sticks, and the outcome of each. */
function plugged(plays: Values | null = null, sticks: StickReader | null = null) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-stick-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [stick, dataDir] = [join(folder, 'stick'), join(folder, 'data')];
  for (const each of [stick, dataDir]) mkdirSync(each);
  const env = { VITRINE_DATA_DIR: dataDir, VITRINE_SETUP_FOLDER: stick };
  const configOf = (setup: Values) => {
    const { config } = readConfig({ env, setup });
    if (config === null) throw new Error('no configuration');
    return config;
  };
  const state = {
    isSettled: false,
    isVisited: false,
    settlesMeanwhile: false,
    fails: null as VitrineError | null,
    checks: 0,
  };
  const applied: Values[] = [];
  const config = configOf(plays ?? {});
  const setup = new StickSetup({
    config,
    language: 'en',
    sticks,
    log: createLog(() => undefined),
    ...(plays === null ? {} : { current: () => config }),
    isSettled: () => state.isSettled,
    isVisited: () => state.isVisited,
    check: async (values) => {
      state.checks++;
      if (state.fails !== null) throw state.fails;
      state.isSettled = state.settlesMeanwhile;
      return { values, config: configOf(values) };
    },
    apply: async (values) => void applied.push(values),
  });
  const path = join(stick, 'vitrine.json');
  const write = (values: unknown): void => writeFileSync(path, JSON.stringify(values));
  return { setup, state, applied, write, dataDir, text: () => readFileSync(path, 'utf8') };
}

test('a file on a stick sets the player up once, and its token is wiped', async () => {
  const { setup, applied, write, text } = plugged();
  await setup.look();
  expect([applied, setup.news]).toEqual([[], null]);
  write(given);
  await setup.look();
  await setup.look();
  expect(applied).toEqual([{ ...given, usedFile: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  expect(text()).not.toContain('vpt_1');
  expect(setup.news).toBe(
    'The settings in vitrine.json were imported, and the token was erased from the USB stick.',
  );
});

test('a file that the CMS refuses is tried once, and again after a change', async () => {
  const { setup, state, applied, write } = plugged();
  state.fails = new VitrineError('auth', message('cms-unauthorised.expired'));
  write(given);
  await setup.look();
  await setup.look();
  expect(state.checks).toBe(1);
  expect(setup.news).toContain('The token has expired.');
  state.fails = null;
  write({ ...given, device: 'another' });
  await setup.look();
  expect(applied).toMatchObject([{ device: 'another' }]);
});

test('a file is tried again after a temporary failure', async () => {
  const { setup, state, applied, write } = plugged();
  state.fails = new VitrineError('temporary', message('player-silent', { time: 1 }));
  write(given);
  await setup.look();
  state.fails = null;
  await setup.look();
  expect(applied).toHaveLength(1);
});

test('a file changes nothing while a phone is connected, or after another choice', async () => {
  const { setup, state, applied, write, text } = plugged();
  write(given);
  state.isVisited = true;
  await setup.look();
  state.isVisited = false;
  state.isSettled = true;
  await setup.look();
  expect(state.checks).toBe(0);
  state.isSettled = false;
  state.settlesMeanwhile = true;
  await setup.look();
  expect([state.checks, applied, text()]).toEqual([1, [], JSON.stringify(given)]);
});

test('a playing player ignores the file that it was set up by, and accepts another one', async () => {
  for (const [changes, isNews] of [
    [{}, false],
    [{ cms: { ...given.cms, url: 'https://CMS.example/api/v1.0' } }, false],
    [{ cms: { ...given.cms, url: 'https://other.example/api/v1.0/' } }, true],
    [{ cms: { ...given.cms, token: 'vpt_2' } }, true],
    [{ device: '4' }, true],
    [{ cms: { url: 'no address:', token: 'x' } }, true],
  ] as const) {
    const { setup, state, write } = plugged(given);
    write({ ...given, ...changes });
    await setup.look();
    expect([valueAt({ ...given, ...changes }, 'cms.url'), state.checks]).toEqual([
      valueAt({ ...given, ...changes }, 'cms.url'),
      isNews ? 1 : 0,
    ]);
  }
});

test('a player does not use the same file twice, whatever has changed since', async () => {
  const first = plugged();
  first.write(given);
  const { setup, state, write, dataDir } = plugged({ ...given, device: '9' });
  write(given);
  await first.setup.look();
  writeFileSync(join(dataDir, 'setup.json'), JSON.stringify({ usedFile: first.applied[0]?.usedFile }));
  await setup.look();
  expect(state.checks).toBe(0);
});

test('a stick without a readable partition is named on the screen, and is no mistake beside a show', async () => {
  const unreadable = { path: 'sdb', signature: 'sdb', text: '', isUnreadable: true };
  const reader = { pluggedIn: () => 'sdb', read: async () => [unreadable] };
  for (const plays of [null, given]) {
    const { setup, applied } = plugged(plays, reader);
    for (let look = 0; look < 4; look++) await setup.look();
    expect(setup.news).toBe(
      'Cannot use vitrine.json from the USB stick: The stick does not have a FAT32 or exFAT partition, the only kinds that the player can read.',
    );
    expect([applied, setup.refused]).toEqual([[], null]);
  }
});
