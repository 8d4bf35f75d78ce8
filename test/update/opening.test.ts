import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/main/config/config.ts';
import { openUpdates } from '../../src/main/engine/open-updates.ts';
import { vitalsOf } from '../../src/main/engine/vitals.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { OpeningUpdates } from '../../src/main/update/opening.ts';
import { inEnglish, verbatim } from '../../src/shared/languages/message.ts';
import { passingFolder } from '../release/support/folder.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';
import { playing } from './support/facts.ts';

test('updates are off while their folder cannot be created, health reports it, and they open later', async () => {
  const path = join(await passingFolder('opening'), 'releases');
  // What stands in its place is no folder.
  await writeFile(path, '');
  const { config } = readConfig({ env: {}, noFile: true });
  if (config === null) throw new Error('no configuration');
  const clock = new ManualClock({ at: Date.now() });
  const output: string[] = [];
  const log = createLog(({ message }) => void output.push(message));
  const launched = { release: 'factory', start: 'one', over: null, byRoot: null };
  const around = { clock, log, zone: () => 'UTC', isClockTrusted: () => true, cmsReachedAt: () => null };
  const updates = await OpeningUpdates.begin({
    clock,
    log,
    running: 'factory',
    open: () => openUpdates(config, launched, path, around),
  });
  onTestFinished(() => updates.close());
  const off = { state: 'off', lastError: { code: 'data-folder-wrong', isLasting: true } };
  expect(updates.status()).toMatchObject(off);
  expect(await updates.see(playing)).toBe('stay');
  await expect(updates.now(null)).rejects.toMatchObject({ code: 'data-folder-wrong' });
  const wanted = { version: '2.0.0', atOnce: false };
  expect(updates.want(wanted)).toMatchObject({ ...off, wanted });
  const vitals = vitalsOf({
    store: {
      health: () => ({ state: 'good', message: null }) as never,
      storage: () => ({ freeBytes: 0 }) as never,
      show: () => null,
    },
    sync: null,
    mistake: null,
    clock: { trusted: true, zone: 'UTC' },
    floorBytes: 0,
    content: [],
    updates: updates.status(),
  });
  expect(inEnglish(vitals.updates ?? verbatim(''))).toBe(
    'No update: Cannot open the folder of player releases: the data folder is not a usable folder.',
  );

  await clock.advance(5_000);
  await until('it was tried again', () => clock.waits.length > 0);
  expect(updates.status()).toMatchObject(off);
  await rm(path);
  await clock.advance(300_000);
  await until('they are open', () => updates.status().lastError?.code !== 'data-folder-wrong');
  expect(updates.status()).toMatchObject({ state: 'off', wanted });
  expect(output.filter((one) => /Updates are/.test(one))).toHaveLength(2);
});
