import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDisplay, type TestDisplay } from '../e2e/support/display.ts';
import { type PlayerProcess, startPlayerProcess } from '../e2e/support/player.ts';
import { browsers } from '../host/chromium/processes.ts';
import { isEveryWrite } from '../support/every-write.ts';
import { until } from '../support/until.ts';

let display: TestDisplay;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-twins-'));
  display = await startDisplay(640, 360);
});

afterEach(async () => {
  await display.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Twins {
  /** How many of the two started a browser at any time. */
  readonly browsers: number;
  readonly codes: readonly number[];
}

const start = (dataDir: string): PlayerProcess =>
  startPlayerProcess({ DISPLAY: display.name, VITRINE_DATA_DIR: dataDir, XDG_CONFIG_HOME: folder });

/** Starts two at the same instant, and watches until each plays or has given up. */
async function startedAtOnce(dataDirs: readonly [string, string]): Promise<Twins> {
  const players = dataDirs.map(start);
  const withBrowser = new Set<PlayerProcess>();
  try {
    await until('two players that play or have given up', async () => {
      for (const player of players) if (browsers(player.pid).length > 0) withBrowser.add(player);
      return players.every((player) =>
        /playing on|Another player is using the data folder/.test(player.log()),
      );
    });
  } finally {
    await Promise.all(players.map((player) => player.stop()));
  }
  const ends = await Promise.all(players.map((player) => player.stop()));
  return { browsers: withBrowser.size, codes: ends.map(({ code }) => code ?? -1).toSorted() };
}

test('row 60 · two players start at the same instant: the second one opens no window over the first', async () => {
  for (let round = 0; round < (isEveryWrite ? 3 : 1); round++) {
    const shared = join(folder, `shared-${round}`);
    expect(await startedAtOnce([shared, shared])).toEqual({ browsers: 1, codes: [0, 1] });
  }
  // Control: two players with separate folders open one window each.
  const apart = await startedAtOnce([join(folder, 'one'), join(folder, 'other')]);
  expect(apart).toEqual({ browsers: 2, codes: [0, 0] });
});
