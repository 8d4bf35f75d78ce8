import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portOf } from '../renderer/harness.ts';
import { until } from '../support/until.ts';
import { type Color, colorAt, type Frame, isBlack, isWhite } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { startTouch, type TouchRig } from './support/touch.ts';

// A person touches a screen with three zones: stills, a clip and a web page. Only the entry with the web page has an interactive page.

const zones = {
  main: { left: 0, top: 0, width: '75%', height: '70%' },
  side: { left: '75%', top: 0, width: '25%', height: '100%' },
  foot: { left: 0, top: '70%', width: '75%', height: '30%' },
};
/** Beside the panel in the middle, and above the bar. */
const points: Readonly<Record<keyof typeof zones, readonly [number, number]>> = {
  main: [0.08, 0.3],
  side: [0.92, 0.3],
  foot: [0.08, 0.8],
};
const allowed: readonly (readonly Color[])[] = [['red', 'green'], ['yellow'], ['green']];
const board = createServer((_, response) =>
  response.setHeader('Content-Type', 'text/html').end('<body style="background:#0f0">'),
);
let rig: TouchRig;
const folder = mkdtempSync(join(tmpdir(), 'vitrine-touched-zones-'));

beforeAll(async () => {
  const clip = join(folder, 'clip.mp4');
  execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'color=yellow:s=320x540:r=30:d=2'],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', clip],
  ]);
  await new Promise<void>((resolve) => board.listen(0, '127.0.0.1', resolve));
  rig = await startTouch({
    config: () => ({ interaction: { idleSeconds: 15 } }),
    content: ({ content, playlistId, deviceGroupId }, address) => {
      const main = Number(playlistId);
      const green = { name: 'green', fileName: 'green.png', mimeType: 'image/png' };
      for (const { id } of content.entriesOf(main)) content.changeEntry(id, { duration: 1 });
      content.addEntry(main, { media_file_id: content.addFile(green, picture('green')).id, duration: 1 });
      const film = { name: 'clip', fileName: 'clip.mp4', mimeType: 'video/mp4' };
      const [side, foot] = [
        content.addPlaylist({ name: 'Side' }).id,
        content.addPlaylist({ name: 'Foot' }).id,
      ];
      content.addEntry(side, { media_file_id: content.addFile(film, readFileSync(clip)).id, duration: 0 });
      content.addEntry(foot, {
        media_file_id: content.addWebPage('Board', `http://127.0.0.1:${portOf(board)}/`).id,
        duration: 2,
        interaction_enabled: 1,
        interactive_website: address,
      });
      const playlists = { main, side, foot };
      content.changeDeviceGroup(deviceGroupId, {
        multi_frame: Object.entries(zones).map(([name, area]) => ({
          ...area,
          name,
          playlist_id: playlists[name as keyof typeof zones],
          fit: 'stretch',
        })),
      });
    },
  });
});

afterAll(async () => {
  await rig?.stop();
  board.closeAllConnections();
  board.close();
  rmSync(folder, { recursive: true, force: true });
});

const seen = (frame: Frame): readonly Color[] => Object.values(points).map(([x, y]) => colorAt(frame, x, y));
const isShow = (colors: readonly Color[]) => colors.every((color, zone) => allowed[zone]?.includes(color));
const isPage = (colors: readonly Color[]) => colors.every((color) => color === 'blue');
const untilShow = () => until('all zones', async () => isShow(seen(await rig.display.grab())));
const opened = () => rig.player.log().split('A touch opens').length - 1;
const tap = (zone: keyof typeof zones) => rig.tap(points[zone][0] * rig.width, points[zone][1] * rig.height);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a touch of a zone opens the page of its entry above all zones, and all are back after the idle time', {
  tags: 'long',
}, async () => {
  rig.server.page = '<!doctype html><body style="margin:0;background:#00f">';
  await untilShow();
  const recording = await rig.display.record(30);
  await until('a touch that is received', async () => {
    await tap('foot');
    await wait(500);
    return opened() > 0;
  });
  await rig.shot('zones-opening');
  await until('the page', async () => isPage(seen(await rig.display.grab())));
  await rig.shot('zones-page');
  await wait(7_000);
  await rig.shot('zones-count-down');
  await untilShow();
  await wait(3_000);
  await recording.stop();
  await rig.shot('zones-back');
  const frames = recording.frames.map(({ frame }) => seen(frame));
  // A change of the whole screen may be half in a frame. Until the page has painted, a panel says that it opens, and dims the zones.
  const foreign = frames.filter((colors) =>
    colors.some((color, zone) => !['blue', 'other', ...(allowed[zone] ?? [])].includes(color)),
  );
  expect(foreign).toEqual([]);
  const there = frames.findIndex(isPage);
  const late = frames
    .map((colors, at) => (at > there && colors.includes('other') ? at : -1))
    .filter((at) => at >= 0);
  // For a frame, the panel is seen once more.
  expect(late.length).toBeLessThanOrEqual(2);
  expect(recording.frames.filter(({ frame }) => isBlack(frame) || isWhite(frame))).toEqual([]);
  expect(frames.filter(isPage).length).toBeGreaterThan(30);
  const last = frames.slice(-60);
  expect([...new Set(last.map(([main]) => main))].sort()).toEqual(['green', 'red']);
  process.stderr.write(
    `${frames.length} frames, ${frames.filter(isPage).length} of the page (from ${there}), panel afterwards at ${late}, 0 black\n`,
  );
});

test('a touch of a zone whose entry has no page changes nothing', { tags: 'long' }, async () => {
  const before = opened();
  await until('touches are received again', () =>
    rig.player.log().includes('The interactive page is closed'),
  );
  await wait(3_000);
  for (const zone of ['main', 'side'] as const) {
    await tap(zone);
    await wait(1_500);
    expect(opened()).toBe(before);
    expect(isShow(seen(await rig.display.grab()))).toBe(true);
  }
  await tap('foot');
  await until('the page', () => opened() > before);
});
