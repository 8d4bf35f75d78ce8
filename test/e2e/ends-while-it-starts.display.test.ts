import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { layoutOf } from '../../src/main/store/objects/layout.ts';
import { holdLock } from '../store/support/hold-lock.ts';
import { until } from '../support/until.ts';
import { startDisplay } from './support/display.ts';
import { startPlayerProcess } from './support/player.ts';

test('a player whose engine hangs as it opens ends in good order when it is asked to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-opening-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const display = await startDisplay(640, 360);
  onTestFinished(() => display.stop());
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  await holdLock(layoutOf(dataDir).database);
  const player = startPlayerProcess({
    ...{ DISPLAY: display.name, VITRINE_DATA_DIR: dataDir, XDG_CONFIG_HOME: folder },
  });
  await until('a start', () => player.log().includes('host chromium'));
  const { code } = await player.stop();
  expect(code).toBe(0);
});
