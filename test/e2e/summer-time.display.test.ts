import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startDemoCms } from '../../src/demo/cms.ts';
import { until } from '../support/until.ts';
import { isBlack, middle, startDisplay } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { startPlayerProcess } from './support/player.ts';

const zone = 'Europe/Berlin';
/** The instant at which this zone skips from two to three o'clock. */
const change = Date.parse('2027-03-28T01:00:00Z');
const [width, height] = [640, 360];

/** A player whose clock can be set; its CMS has the same time. */
async function playerAt(hours: object, instant: number) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-summer-'));
  const clockFile = join(folder, 'clock');
  let ahead = 0;
  const set = (to: number): void => {
    ahead = to - Date.now();
    writeFileSync(`${clockFile}.new`, String(ahead));
    renameSync(`${clockFile}.new`, clockFile);
  };
  set(instant);
  const display = await startDisplay(width, height);
  const cms = await startDemoCms({ seed: 'empty', now: () => Date.now() + ahead });
  cms.intercept = (_, response) => {
    response.setHeader('date', new Date(Date.now() + ahead).toUTCString());
    return false;
  };
  const red = { name: 'red', fileName: 'red.png', mimeType: 'image/png' };
  const { id } = cms.content.addFile(red, picture('red'));
  cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: 600 });
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify({ screen: { hours }, timeZone: zone, adminPort: 0 }), { mode: 0o600 });
  const program = fileURLToPath(new URL('../../dist/main/index.js', import.meta.url));
  const clock = fileURLToPath(new URL('support/set-clock.mjs', import.meta.url));
  const player = startPlayerProcess(
    {
      DISPLAY: display.name,
      VITRINE_DATA_DIR: join(folder, 'data'),
      VITRINE_CONFIG: config,
      VITRINE_CMS_URL: cms.baseUrl,
      VITRINE_CMS_TOKEN: cms.token,
      VITRINE_PLAYLIST: cms.playlistId,
      XDG_CONFIG_HOME: folder,
      VITRINE_TEST_CLOCK: clockFile,
    },
    {
      command: [process.execPath, '--import', clock, program],
      env: { VITRINE_HOST: 'chromium', VITRINE_CHROMIUM_USER: 'nobody' },
    },
  );
  onTestFinished(async () => {
    await player.stop();
    await cms.stop();
    await display.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const wanted = async () => (await player.status().catch(() => null))?.display.screens[0]?.wanted;
  return { display, set, wanted, now: () => Date.now() + ahead };
}

const title = 'a screen switches %s at the change to summer time';
test.each([['into its hours', '03:00-23:00', 'off', 'on']] as const)(title, switches);
test.each([['out of its hours', '00:00-03:00', 'on', 'off']] as const)(title, { tags: 'long' }, switches);

type Power = 'on' | 'off';
async function switches(_: string, daily: string, before: Power, after: Power): Promise<void> {
  const { display, set, wanted, now } = await playerAt({ daily }, change - 600_000);
  const isLit = async () => middle(await display.grab()) === 'red';
  const isDark = async () => isBlack(await display.grab(width, height));
  const isSeen = { on: isLit, off: isDark };
  await until(`it is ${before}`, async () => (await wanted()) === before && (await isSeen[before]()));
  const leadMs = 4000;
  set(change - leadMs);
  await until(`it is ${after}`, async () => (await wanted()) === after);
  // Neither sooner nor an hour later.
  expect(now() - change).toBeGreaterThanOrEqual(0);
  expect(now() - change).toBeLessThan(600_000);
  await until(`${after} is seen`, isSeen[after]);
  if (after === 'off') {
    // Every visible pixel.
    const { rgb } = await display.grab(width, height);
    expect(Math.max(...new Set(rgb))).toBe(0);
  }
}
