import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { demoMediaFolder } from '../../src/demo/demo-media.ts';

// The console as a person uses it: in a real browser, judged by what the interface answers afterwards.

let browser: Browser;
let cms: DemoCms;
let page: Page;
const complaints: string[] = [];
const strangers: string[] = [];

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // Root has no sandbox; nothing but our own page is opened.
    chromiumSandbox: process.getuid?.() !== 0,
  });
});
afterAll(() => browser.close());

beforeEach(async () => {
  cms = await startDemoCms();
  page = await browser.newPage({ viewport: { width: 1500, height: 950 } });
  page.setDefaultTimeout(10_000);
  complaints.length = 0;
  strangers.length = 0;
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== cms.origin)
      strangers.push(request.url());
  });
  await page.goto(cms.consoleUrl);
  await page.locator('.entry').first().waitFor();
});
afterEach(async () => {
  await page.close();
  await cms.stop();
  // It works offline, and without a word of complaint.
  expect({ complaints, strangers }).toEqual({ complaints: [], strangers: [] });
});

const entries = () => cms.content.entriesOf(cms.playlistId);
const ids = () => entries().map((entry) => entry.id);
const row = (place: number) => page.locator('.entry').nth(place);

/** What is on the page follows from what is kept: waits until the page has caught up. */
async function shown(): Promise<number[]> {
  await page.waitForFunction(
    (expected) =>
      JSON.stringify(
        [...document.querySelectorAll('.entry')].map((one) => Number((one as HTMLElement).dataset.entry)),
      ) === expected,
    JSON.stringify(ids()),
  );
  return ids();
}

async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds).toBe(true);
}

test('shows the playlist with names, pictures and conditions', async () => {
  expect(await shown()).toHaveLength(8);
  expect(await row(0).textContent()).toContain('Morning hills');
  expect(await row(6).textContent()).toContain('Mon–Fri, 09:00–17:30');
  expect(await row(7).textContent()).toContain('never');
  const sizes = await page
    .locator('.entry .thumbnail img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  expect(sizes.length).toBeGreaterThan(6);
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('.entry img')].every((image) => image.naturalWidth > 100),
  );
});

test('reorders by the buttons and by dragging', async () => {
  const [a, b, c, d] = ids();
  await row(0).getByRole('button', { name: 'Move down' }).click();
  await until(() => ids()[0] === b);
  expect((await shown()).slice(0, 2)).toEqual([b, a]);
  await row(1).getByRole('button', { name: 'Move up' }).click();
  await until(() => ids()[0] === a);
  await shown();
  expect(await row(0).getByRole('button', { name: 'Move up' }).isDisabled()).toBe(true);

  await row(0)
    .locator('.grip')
    .dragTo(row(2), { targetPosition: { x: 300, y: 55 } });
  await until(() => ids()[0] === b);
  expect((await shown()).slice(0, 4)).toEqual([b, c, a, d]);
  await row(2)
    .locator('.grip')
    .dragTo(row(0), { targetPosition: { x: 300, y: 5 } });
  await until(() => ids()[0] === a);
  expect((await shown()).slice(0, 4)).toEqual([a, b, c, d]);
});

test('adds from the library by a click, and by dragging to a place', async () => {
  const before = ids();
  await page.getByRole('button', { name: 'Add Northern lights to the playlist' }).click();
  await until(() => entries().length === 9);
  expect((await shown()).slice(0, 8)).toEqual(before);
  expect(entries()[8]).toMatchObject({ duration: 0, play_rule: 1 });

  await page
    .getByRole('button', { name: 'Add Town board to the playlist' })
    .dragTo(row(0), { targetPosition: { x: 300, y: 5 } });
  await until(() => entries().length === 10);
  expect((await shown())[1]).toBe(before[0]);
  const board = [...cms.content.mediaFiles.values()].find(({ name }) => name === 'Town board');
  expect(entries()[0]?.media_file_id).toBe(board?.id);

  await page.getByRole('button', { name: 'Add Offers to the playlist' }).click();
  await until(() => entries().length === 11);
  expect(entries()[10]?.playlist_id_as_nested_playlist).toBeGreaterThan(0);
});

test('changes duration, sound, transition and schedule, and removes', async () => {
  const entry = () => entries()[1];
  await row(1).getByRole('button', { name: 'Edit' }).click();
  const editor = row(1).locator('.editor');
  await editor.getByLabel('Seconds (0 = its own length)').fill('12.5');
  await editor.getByLabel('Play its sound').click();
  await until(() => entry()?.duration === 12.5 && entry()?.is_sound_played === 0);
  await editor.getByLabel('Transition', { exact: true }).selectOption('slide');
  await until(() => entry()?.transition === 'slide');
  await editor.getByLabel('Transition seconds').fill('0.6');
  await editor.getByLabel('Transition seconds').press('Tab');
  await until(() => entry()?.transition_duration === 0.6);

  await editor.getByLabel('by schedule').click();
  await until(() => entry()?.play_rule === 0);
  await editor.locator('.days label', { hasText: 'Sat' }).click();
  await until(() => entry()?.weekdays === 63);
  await editor.locator('.days label', { hasText: 'Sun' }).click();
  await until(() => entry()?.weekdays === 62);
  await editor.getByLabel('From').fill('08:15:00');
  await until(() => entry()?.start_time === '08:15:00');
  await editor.getByLabel('Until').fill('19:00:00');
  await until(() => entry()?.end_time === '19:00:00');
  await editor.getByLabel('First day').fill('2026-12-01');
  await until(() => entry()?.start_date === '2026-12-01');
  await editor.getByLabel('Last day').fill('2026-12-24');
  await until(() => entry()?.end_date === '2026-12-24');
  await row(1).locator('.chip.when', { hasText: 'Mon–Fri, 08:15–19:00, 2026-12-01 to 2026-12-24' }).waitFor();

  const { id } = entry() ?? { id: 0 };
  await row(1).getByRole('button', { name: 'Remove' }).click();
  await until(() => !ids().includes(id));
  expect(await shown()).toHaveLength(7);
});

test('uploads a file with a picture of it, and takes a web address', async () => {
  await page.getByLabel('Upload files').setInputFiles(`${demoMediaFolder}tide.mp4`);
  await until(() => [...cms.content.mediaFiles.values()].some(({ name }) => name === 'tide'));
  const clip = [...cms.content.mediaFiles.values()].find(({ name }) => name === 'tide');
  expect(clip?.attachable).toMatchObject({ mime_type: 'video/mp4', width: 1280, height: 720, duration: 7 });
  expect(cms.content.thumbnails.get(clip?.id ?? 0)?.size).toBeGreaterThan(1000);

  await page.getByLabel('Address of a web page').fill('https://example.org/menu');
  await page.getByLabel('Address of a web page').press('Enter');
  await until(() => [...cms.content.mediaFiles.values()].some(({ name }) => name === 'example.org/menu'));
  await page.getByRole('button', { name: 'Add example.org/menu to the playlist' }).click();
  await until(() => entries().length === 9);
});

test('creates, renames, assigns and deletes a playlist', async () => {
  await page.getByLabel('Name of the new playlist').fill('<b>Night</b>');
  await page.getByLabel('Create playlist').click();
  await page.getByText('Nothing in it yet.').waitFor();
  const made = [...cms.content.playlists.values()].at(-1);
  expect(made?.name).toBe('<b>Night</b>');
  await page.getByLabel('Name of the playlist').fill('Late');
  await page.getByLabel('Name of the playlist').press('Enter');
  await until(() => made?.name === 'Late');
  await page.getByLabel('What Demo screen shows').selectOption('Late');
  await until(() => cms.content.devices.get(Number(cms.deviceId))?.playlist_id === made?.id);
  await page.locator('[aria-label="Remove this playlist"]:disabled').waitFor();
  await page.getByLabel('What Demo screen shows').selectOption('as Demo group');
  await until(() => cms.content.devices.get(Number(cms.deviceId))?.playlist_id === null);
  await page.locator('[aria-label="Remove this playlist"]:enabled').click();
  await until(() => cms.content.playlists.size === 2);
  expect(await shown()).toHaveLength(8);
});

test('takes the CMS offline and back, and says whether a player asks', async () => {
  const ask = () => fetch(`${cms.baseUrl}playlist`, { headers: { authorization: `Bearer ${cms.token}` } });
  await page.getByText('No player has asked yet').waitFor();
  await page.locator('.power').click();
  await page.getByText('The CMS answers nothing to the player now.').waitFor();
  await expect(ask()).rejects.toThrow('fetch failed');
  await page.locator('.power').click();
  await until(() => !cms.offline);
  expect((await ask()).status).toBe(200);
  await page.getByText(/A player asked/).waitFor();
  expect(await page.locator('.connect').textContent()).toContain(cms.baseUrl);
  expect(await page.locator('.connect').textContent()).toContain(cms.token);
});

test('what somebody else changes appears by itself, and a refusal is told', async () => {
  cms.content.changePlaylist(cms.playlistId, { name: 'From elsewhere' });
  await page
    .locator('input.name')
    .and(page.locator('[value="From elsewhere"]'))
    .or(page.locator('.playlists .current', { hasText: 'From elsewhere' }))
    .first()
    .waitFor();
  await row(0).getByRole('button', { name: 'Edit' }).click();
  await row(0).getByLabel('Seconds').first().fill('-3');
  await row(0).getByLabel('Seconds').first().press('Tab');
  await page.locator('.message.shown', { hasText: 'duration' }).waitFor();
  // The browser logs every refused call by itself.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('422')));
});
