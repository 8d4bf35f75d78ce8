import {
  chmodSync,
  chownSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { play } from '../../src/main/cli/run.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { openStages } from '../../src/main/engine/stages.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { takeExclusively } from '../../src/main/ground/exclusive-file.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { temporaryFolder } from '../store/support/folder.ts';
import { reportRow } from '../support/report-row.ts';
import { loadedWith } from '../support/without.ts';

const mallory = 4711;
const isRoot = process.getuid?.() === 0;

/** A file that only root may change, and a folder that another user made before the player. */
async function scene() {
  const base = await temporaryFolder();
  chmodSync(base, 0o755);
  const precious = join(base, 'precious');
  writeFileSync(precious, 'of root alone');
  const dataDir = join(base, 'data');
  mkdirSync(dataDir);
  return {
    base,
    precious,
    dataDir,
    config: loadConfig({ noFile: true, env: { VITRINE_DATA_DIR: dataDir } }),
  };
}

const open = (config: ReturnType<typeof loadConfig>) =>
  openStages({ config, clock: systemClock, log: createLog(() => undefined) });

test.runIf(isRoot).each(['symbolic', 'hard'])(
  'row 78 · a %s link in the place of the lock empties nothing',
  async (kind) => {
    const { precious, dataDir } = await scene();
    const lock = join(dataDir, 'lock.db');
    if (kind === 'hard') linkSync(precious, lock);
    else symlinkSync(precious, lock);
    await expect(takeExclusively(lock)).rejects.toMatchObject({ code: 'lock-is-link' });
    expect(readFileSync(precious, 'utf8')).toBe('of root alone');
    rmSync(lock);
    (await takeExclusively(lock))?.release();
    reportRow(78, { note: `${kind} link as lock` });
  },
);

test.runIf(isRoot)(
  'row 78 · a data folder created by another user is refused and left untouched',
  async () => {
    const { precious, dataDir, config } = await scene();
    mkdirSync(join(dataDir, 'logs'));
    for (const name of ['lock.db', 'logs/vitrine.log', 'lock.json'])
      symlinkSync(precious, join(dataDir, name));
    chownSync(dataDir, mallory, mallory);
    const refusal = {
      code: 'data-folder-foreign',
      kind: 'usage',
      remedy: expect.objectContaining({ code: 'data-folder-foreign.remedy' }),
    };
    await expect(open(config)).rejects.toMatchObject(refusal);
    const never = { signal: new AbortController().signal, progress: () => undefined, configSources: {} };
    await expect(play(never, { config, mistake: null })).rejects.toMatchObject(refusal);
    expect(readFileSync(precious, 'utf8')).toBe('of root alone');
  },
);

test.runIf(isRoot)('row 78 · files placed by another user into the data folder are ignored too', async () => {
  const { precious, dataDir, config } = await scene();
  chmodSync(dataDir, 0o777);
  const planted = join(dataDir, 'lock.json');
  symlinkSync(precious, planted);
  lchownSync(planted, mallory, mallory);
  await expect(open(config)).rejects.toMatchObject({
    code: 'data-folder-foreign',
    message: expect.stringContaining(planted),
  });
  expect(readFileSync(precious, 'utf8')).toBe('of root alone');
  // Once it is removed, the player starts, and no other user can place another one.
  rmSync(planted);
  const stages = await open(config);
  onTestFinished(() => stages.close());
});

test.runIf(isRoot)('row 78 · control: without the check a file of root is overwritten', async () => {
  const { precious, dataDir, config } = await scene();
  chmodSync(dataDir, 0o777);
  const planted = join(dataDir, 'lock.json');
  symlinkSync(precious, planted);
  lchownSync(planted, mallory, mallory);
  const careless = await loadedWith(
    { 'ground/own-files.ts': () => ({ ownFolder: () => undefined }) },
    () => import('../../src/main/engine/stages.ts'),
  );
  const stages = await careless.openStages({
    config,
    clock: systemClock,
    log: createLog(() => undefined),
  });
  onTestFinished(() => stages.close());
  expect(readFileSync(precious, 'utf8')).toContain('"pid"');
  reportRow(78, { negativeControl: true });
});
