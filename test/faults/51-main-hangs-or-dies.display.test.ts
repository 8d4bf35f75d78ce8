import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { median } from '../../lab/support/median.ts';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { Curtain } from '../../src/main/host/x11/curtain.ts';
import { isBlack, middle, type Recording, startDisplay, type TestDisplay } from '../e2e/support/display.ts';
import { picture } from '../e2e/support/pictures.ts';
import { demoScreen, type PlayerProcess, startPlayerProcess } from '../e2e/support/player.ts';
import { isEveryWrite } from '../support/every-write.ts';
import { expectWithin } from '../support/promised.ts';
import { reportRow } from '../support/report-row.ts';
import { until } from '../support/until.ts';

let display: TestDisplay;
let cms: DemoCms;
let player: PlayerProcess;
let dataDir: string;

const start = (): PlayerProcess => startPlayerProcess(demoScreen(display, cms, dataDir));

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-main-'));
  display = await startDisplay(640, 360);
  cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['row-51'] } });
  for (const color of ['red', 'blue'] as const) {
    const file = { name: color, fileName: `${color}.png`, mimeType: 'image/png' };
    const { id } = cms.content.addFile(file, picture(color));
    cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: 1 });
  }
  player = start();
  await until('the show', async () => ['red', 'blue'].includes(middle(await display.grab())));
});

afterEach(async () => {
  await player.stop();
  await cms.stop();
  await display.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('row 51 · main hangs: the stage plays on, and is not revived when main returns', async () => {
  await until('a living screen', async () => (await player.status()).screens[0]?.alive);
  // Without main no file is served: the whole show must have been loaded once.
  for (const color of ['red', 'blue'] as const)
    await until(color, async () => middle(await display.grab()) === color);
  process.kill(player.pid, 'SIGSTOP');
  const recording = await display.record(10);
  try {
    await until('nine seconds of the display', () => lengthMs(recording) >= 9_000 && changes(recording) >= 7);
  } finally {
    await recording.stop();
    process.kill(player.pid, 'SIGCONT');
  }
  expect(recording.frames.filter(({ frame }) => isBlack(frame))).toEqual([]);
  // Its heartbeats of that time still arrive; none was missed.
  const screen = await until('an answer of main', async () => (await player.status()).screens[0]);
  expect(screen).toMatchObject({ alive: true, restarts: 0 });
  reportRow(51, {
    note: `${changes(recording)} items shown in ${(lengthMs(recording) / 1000).toFixed(0)} s without it`,
  });
});

test('row 51 · main dies: the same show paints again within 3 s of the restart', async () => {
  await cms.stop();
  const took: number[] = [];
  for (let death = 0; death < (isEveryWrite ? 3 : 1); death++) took.push(await untilShownAgain());
  await expectWithin(3_000, median(took));
  reportRow(51, { note: `painting ${took.map(Math.round).join(', ')} ms after a restart` });
});

/** The number of changes to another item. */
function changes({ frames }: Recording): number {
  const colors = frames.map(({ frame }) => middle(frame));
  return colors.filter((color, index) => index > 0 && color !== colors[index - 1]).length;
}

function lengthMs({ frames }: Recording): number {
  return (frames.at(-1)?.at ?? 0) - (frames[0]?.at ?? 0);
}

/** From the start of a new process to the first frame of the show on the display. */
async function untilShownAgain(): Promise<number> {
  await player.kill();
  // Otherwise the kept last picture would count as a new frame.
  (
    await Curtain.open(
      display.name,
      systemClock,
      createLog(() => undefined),
    )
  ).close(false);
  await until('the browser to be gone', async () => isBlack(await display.grab()));
  // A continuous watch is cheap: a single look starts a process each time.
  const recording = await display.record(25);
  try {
    const since = performance.now();
    player = start();
    const shows = ({ at, frame }: (typeof recording.frames)[number]): boolean =>
      at > since && ['red', 'blue'].includes(middle(frame));
    return (await until('the show', async () => recording.frames.find(shows))).at - since;
  } finally {
    await recording.stop();
  }
}
