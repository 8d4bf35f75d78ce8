import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startAgain } from '../../src/main/ground/exit-code.ts';
import { KeptFile } from '../../src/main/ground/kept-file.ts';
import { parseStarts } from '../../src/main/supervise/starts.ts';
import { isBlack, startDisplay } from '../e2e/support/display.ts';
import { vitrine } from '../e2e/support/player.ts';
import { reportRow } from '../support/report-row.ts';
import { until } from '../support/until.ts';

const player = fileURLToPath(new URL('../../dist/main/index.js', import.meta.url));

/** A player that paints until its X server dies: its exit code, and its number of failed starts. */
async function loseDisplay(isWatched: boolean): Promise<{ code: unknown; count: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-lost-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const display = await startDisplay(640, 360);
  onTestFinished(() => display.stop());
  const dataDir = join(folder, 'data');
  const { child } = vitrine(
    ['run'],
    { DISPLAY: display.name, VITRINE_DATA_DIR: dataDir, XDG_CONFIG_HOME: folder },
    {
      // A service manager that accepts every message.
      command: ['/bin/sh', '-c', 'exec 3>/dev/null "$@"', 'sh', process.execPath, player],
      env: {
        VITRINE_HOST: 'chromium',
        VITRINE_CHROMIUM_USER: 'nobody',
        ...(isWatched ? { VITRINE_NOTIFY_FD: '3' } : {}),
      },
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  await until('a picture', async () => !isBlack(await display.grab()));
  await display.stop();
  const [code] = await exited;
  return { code, count: new KeptFile(dataDir, 'starts.json', parseStarts).value.count };
}

test('row 92 · the X server of a kiosk dies: the player requests a restart, and its start counts as failed', async () => {
  expect(await loseDisplay(true)).toEqual({ code: startAgain, count: 1 });
  reportRow(92, { note: 'X server killed: exit code 75, the start counts' });
});

test('row 92 · without a service manager the end of the X server is the end of the session', async () => {
  expect(await loseDisplay(false)).toEqual({ code: 0, count: 0 });
});
