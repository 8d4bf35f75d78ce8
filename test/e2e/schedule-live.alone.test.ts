import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { makeClip } from '../renderer/media.ts';
import { expectWithin } from '../support/promised.ts';
import { until } from '../support/until.ts';
import { onEachHost } from './hosts.ts';
import {
  type Color,
  colorAt,
  isBlack,
  type Recording,
  startDisplay,
  type TestDisplay,
} from './support/display.ts';
import { picture } from './support/pictures.ts';
import { demoScreen, type PlayerProcess, startPlayerProcess } from './support/player.ts';

/** The longest allowed time from a boundary to the display. */
const promptMs = 1_000;
/** The bar of the clip crosses the picture in this time, in five steps per second. */
const clipSeconds = 16;

// Schedule boundaries of a real player while it plays, checked by the pixels of the display.
onEachHost((host) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-live-'));
  let display: TestDisplay;
  let cms: DemoCms;
  let player: PlayerProcess | null = null;
  let recording: Recording | null = null;
  const entries: Record<'red' | 'green' | 'clip' | 'yellow' | 'blue', number> = {
    red: 0,
    green: 0,
    clip: 0,
    yellow: 0,
    blue: 0,
  };
  // At any hour it is past eleven in this zone: no boundary of this test is near midnight, no clock is set, and
  // there are such zones, also three hours on (they go from 12 hours behind to 14 ahead).
  const eleven = 11 - new Date().getUTCHours();
  /** A zone in which it is this much later. */
  const zoneOf = (hoursLater = 0): string => {
    const offset = eleven + hoursLater;
    // The sign in these names is reversed.
    return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
  };
  /** The wall time in the first zone. */
  const wall = (epochMs: number): string =>
    new Date(epochMs + eleven * 3_600_000).toISOString().slice(11, 19);

  beforeAll(async () => {
    display = await startDisplay(640, 360);
    cms = await startDemoCms({ seed: 'empty' });
    cms.content.changeDeviceGroup(cms.deviceGroupId, { timezone: zoneOf() });
    const add = (name: keyof typeof entries, type: string, bytes: Uint8Array, duration: number): void => {
      const file = { name, fileName: `${name}.${type.split('/')[1]}`, mimeType: type };
      const media = cms.content.addFile(file, bytes).id;
      entries[name] = cms.content.addEntry(Number(cms.playlistId), { media_file_id: media, duration }).id;
    };
    await makeClip(dataDir, 'clip.mp4', { seconds: clipSeconds, rate: 5 });
    add('red', 'image/png', picture('red'), 600);
    add('green', 'image/png', picture('green'), 600);
    add('clip', 'video/mp4', readFileSync(join(dataDir, 'clip.mp4')), 0);
    add('yellow', 'image/png', picture('yellow'), 1);
    add('blue', 'image/png', picture('blue'), 600);
  });

  afterAll(async () => {
    await recording?.stop();
    await player?.stop();
    await cms?.stop();
    await display?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** The first matching picture of the recording since this instant, and its delay. */
  const firstSeen = async (epochMs: number, isSeen: (color: Color) => boolean): Promise<number> => {
    const since = epochMs - Date.now() + performance.now();
    const isIt = ({ at, frame }: Recording['frames'][number]): boolean =>
      at >= since - 500 && isSeen(colorAt(frame, 0.5, 0.5));
    return (await until('it on the display', () => recording?.frames.find(isIt))).at - since;
  };
  const pass = (epochMs: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, epochMs - Date.now()));

  let boundary = 0;
  /** The delay of the clip after its boundary. */
  let clipLate = 0;

  it('cuts a running item in the second in which its window ends, and shows the one whose window begins', async () => {
    player = startPlayerProcess({ ...demoScreen(display, cms, dataDir), VITRINE_SYNC_SECONDS: '1' }, host);
    await until('everything downloaded and red on the display', async () => {
      const status = await player?.status().catch(() => null);
      return (
        status?.edition?.complete &&
        status.storage.objects === 5 &&
        colorAt(await display.grab(), 0.5, 0.5) === 'red'
      );
    });
    recording = await display.record(30);
    const from = (seconds: number): string => wall(boundary + seconds * 1_000);
    const change = (name: keyof typeof entries, start: string, end: string): void => {
      cms.content.changeEntry(entries[name], { play_rule: 0, start_time: start, end_time: end });
    };
    do {
      const edition = (await player.status()).edition?.id;
      boundary = Math.ceil((Date.now() + 5_000) / 1_000) * 1_000;
      change('red', '10:00:00', from(0));
      change('green', from(0), from(3));
      change('clip', from(3), '13:00:00');
      change('yellow', from(5), from(7));
      change('blue', '13:30:00', '16:00:00');
      await until('the edition with the windows', async () => {
        const now = (await player?.status())?.edition;
        return now?.complete && now.id !== edition;
      });
      // A boundary that was sent too late is not checked: on a busy machine it may pass before the player can follow.
    } while (Date.now() > boundary - 1_000);
    await pass(boundary + 2_000);
    const late = await firstSeen(boundary, (color) => color === 'green');
    console.log(`red → green: ${Math.round(late)} ms after the second of the boundary`);
    expect(late).toBeGreaterThan(-100);
    await expectWithin(promptMs, late);
  });

  it('follows every later boundary as promptly', async () => {
    await pass(boundary + 4_500);
    const late = await firstSeen(boundary + 3_000, (color) => color === 'other');
    clipLate = late;
    console.log(`green → clip: ${Math.round(late)} ms after the second of the boundary`);
    expect(late).toBeGreaterThan(-100);
    await expectWithin(promptMs, late);
  });

  it('does not restart an item that stays in the programme', async () => {
    await pass(boundary + 9_000);
    const started = (await player?.status())?.nowPlaying?.startedAt ?? '';
    // The other one follows after two seconds.
    expect(Date.parse(started)).toBeLessThan(boundary + 5_000);
    const since = boundary + 3_000 - Date.now() + performance.now();
    const bars = (recording?.frames ?? [])
      .filter(({ at }) => at > since + Math.max(promptMs, clipLate) && at < since + 5_500)
      .map(({ frame }) => barAt(frame));
    expect(bars.length).toBeGreaterThan(30);
    expect(bars.every((bar) => bar !== null)).toBe(true);
    const steps = bars.map((bar, index) => (bar ?? 0) - (bars[index - 1] ?? bar ?? 0));
    expect(Math.min(...steps), 'a step back').toBeGreaterThan(-0.01);
    const [first, last] = [bars[0] ?? 0, bars.at(-1) ?? 0];
    expect((last - first) * clipSeconds).toBeGreaterThan(3);
    expect((last - first) * clipSeconds).toBeLessThan(6);
  });

  it('adopts another time zone as soon as the CMS sends it', async () => {
    const { edition } = (await player?.status()) ?? {};
    cms.content.changeDeviceGroup(cms.deviceGroupId, { timezone: zoneOf(3) });
    const changed = Date.now();
    await until('blue on the display', async () => colorAt(await display.grab(), 0.5, 0.5) === 'blue');
    console.log(`zone changed in the CMS → on the display: ${Date.now() - changed} ms`);
    expect((await player?.status())?.edition?.id).not.toBe(edition?.id);
  });

  it('showed no black picture at any boundary', () => {
    expect(recording?.frames.length).toBeGreaterThan(200);
    expect(recording?.frames.filter(({ frame }) => isBlack(frame))).toHaveLength(0);
  });
});

/** The position of the white bar at the bottom of the clip; null: none. */
function barAt({ width, height, rgb }: Recording['frames'][number]['frame']): number | null {
  let brightest = { x: 0, value: 0 };
  for (let x = 0; x < width; x += 1) {
    const offset = ((height - 2) * width + x) * 3;
    const value = rgb[offset] ?? 0;
    if (value > brightest.value) brightest = { x, value };
  }
  return brightest.value > 100 ? brightest.x / width : null;
}
