import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { until } from '../support/until.ts';
import { onEachHost, type TestedHost } from './hosts.ts';
import { type Color, colorAt } from './support/display.ts';
import { foreign, startFourZones } from './support/four-zones.ts';
import { startMonitors, type TestMonitors, whyNoMonitors } from './support/monitors.ts';
import { picture } from './support/pictures.ts';
import { type PlayerProcess, runVitrine, startPlayerProcess } from './support/player.ts';

// Two monitors of one machine, checked by their pixels: the whole player with the real browser.
const why = whyNoMonitors();
const title = why === null ? 'two monitors' : `two monitors (left out: ${why})`;

describe.skipIf(why !== null)(title, () => onEachHost(screens));

function screens(host: TestedHost): void {
  let monitors: TestMonitors;
  let cms: DemoCms;
  let player: PlayerProcess | null = null;
  let folder: string;

  beforeAll(async () => {
    monitors = await startMonitors(2);
    cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['screens-token'] } });
    const bar = cms.content.addPlaylist({ name: 'Bar' });
    for (const [color, playlist] of [
      ['red', Number(cms.playlistId)],
      ['blue', bar.id],
    ] as const) {
      const file = { name: color, fileName: `${color}.png`, mimeType: 'image/png' };
      const { id } = cms.content.addFile(file, picture(color));
      cms.content.addEntry(playlist, { media_file_id: id, duration: 1 });
    }
  });

  afterAll(async () => {
    await cms?.stop();
    await monitors?.stop();
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vitrine-screens-'));
  });

  afterEach(async () => {
    await player?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const env = () => ({
    DISPLAY: monitors.name,
    VITRINE_DATA_DIR: join(folder, 'data'),
    VITRINE_CMS_URL: cms.baseUrl,
    VITRINE_CMS_TOKEN: cms.token,
    VITRINE_PLAYLIST: cms.playlistId,
    VITRINE_SYNC_SECONDS: '1',
    VITRINE_CONFIG: join(folder, 'config.json'),
  });
  const start = (config: unknown): void => {
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    player = startPlayerProcess(env(), host);
  };
  const seen = async (): Promise<readonly Color[]> => {
    const frame = await monitors.grab();
    return [colorAt(frame, 0.25, 0.5), colorAt(frame, 0.75, 0.5)];
  };
  const untilSeen = (...colors: readonly (Color | null)[]): Promise<unknown> =>
    until(`${colors.join(' beside ')}`, async () => {
      const now = await seen();
      return colors.every((color, index) => color === null || now[index] === color);
    });
  const alive = async (): Promise<Record<string, boolean>> => {
    const status = await player?.status();
    return Object.fromEntries(status?.screens.map((screen) => [screen.id, screen.alive]) ?? []);
  };

  it('each screen shows its own playlist, also after it was unplugged and plugged in', async () => {
    start({
      screens: [
        { id: 'shop', display: 0 },
        { id: 'bar', display: 1, playlist: 'Bar' },
      ],
    });
    await untilSeen('red', 'blue');
    await expect.poll(alive).toEqual({ shop: true, bar: true });

    monitors.unplug(1);
    await until('a screen without a display', async () => !(await alive()).bar);
    await expect
      .poll(async () => (await player?.status())?.warnings)
      .toMatchObject([{ code: 'no-display.named', values: { display: '1', screen: 'bar' } }]);
    const before = await player?.status();
    await untilSeen('red', null);
    monitors.plug(1);
    await untilSeen('red', 'blue');
    const after = await until('both screens', async () => {
      const status = await player?.status();
      return status?.screens.every((screen) => screen.alive) ? status : null;
    });
    await expect.poll(async () => (await player?.status())?.warnings).toEqual([]);
    // The other one has gone on all the time.
    expect(after.screens.map(({ id, restarts }) => [id, restarts])).toEqual([
      ['shop', 0],
      ['bar', 0],
    ]);
    expect(before?.screens.find(({ id }) => id === 'shop')?.alive).toBe(true);

    for (const monitor of [0, 1]) monitors.unplug(monitor);
    const verdict = async () => (await player?.status())?.health;
    await expect.poll(verdict).toMatchObject({ verdict: 'dark', sentence: { code: 'no-display.connect' } });
    for (const monitor of [0, 1]) monitors.plug(monitor);
    await expect.poll(verdict).toMatchObject({ verdict: 'well' });
    await untilSeen('red', 'blue');

    const schedule = await runVitrine(['schedule', '--screen', 'bar', '--json'], env(), host);
    expect(JSON.parse(schedule.out).cues).toMatchObject([{ kind: 'image' }]);
    const shop = await runVitrine(['schedule', '--screen', 'shop', '--json'], env(), host);
    expect(JSON.parse(shop.out).cues[0].mediaFileId).not.toBe(JSON.parse(schedule.out).cues[0].mediaFileId);

    await player?.stop();
    const proof = await runVitrine(['proof', 'export', '--format', 'jsonl'], env(), host);
    const rows = proof.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(rows.map(({ screenId }) => screenId))).toEqual(new Set(['shop', 'bar']));
    expect(rows.filter(({ reason }) => reason === 'display-gone')).toMatchObject([
      { screenId: 'bar', outcome: 'interrupted' },
    ]);
  });

  it('all screens show the same, including one plugged in later', { tags: 'long' }, async () => {
    monitors.unplug(1);
    start({ screens: 'all' });
    await untilSeen('red', null);
    monitors.plug(1);
    await untilSeen('red', 'red');
    await until('two screens', async () => {
      const now = await alive();
      return now['1'] && now['2'];
    });
    const schedule = await runVitrine(['schedule', '--screen', '2', '--json'], env(), host);
    expect(schedule.code).toBe(0);
  });

  it('all screens show the same zones, and each plays on when the other is unplugged', {
    tags: 'long',
  }, async () => {
    const show = await startFourZones('screens-token');
    const both = async () => {
      const frame = await monitors.grab();
      return [foreign(frame, [0, 0.5]), foreign(frame, [0.5, 1])].map(({ length }) => length);
    };
    const untilBoth = (name: string) => until(name, async () => (await both()).every((count) => count === 0));
    try {
      writeFileSync(join(folder, 'config.json'), JSON.stringify({ screens: 'all' }));
      const { VITRINE_PLAYLIST: _, ...others } = env();
      const zoned = { ...others, VITRINE_CMS_URL: show.cms.baseUrl, VITRINE_DEVICE: 'Demo screen' };
      player = startPlayerProcess(zoned, host);
      await untilBoth('four zones on both');
      const recording = await monitors.record(30);
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      monitors.unplug(1);
      await until('a screen without a display', async () => !(await alive())['2']);
      await recording.stop();
      expect(recording.frames.filter(({ frame }) => foreign(frame, [0, 0.5]).length > 0)).toEqual([]);
      monitors.plug(1);
      await untilBoth('four zones on both again');
      const { screens } = await until('two screens', async () => {
        const status = await player?.status();
        return status?.screens.length === 2 &&
          status.screens.every(({ zones }) => zones?.every((zone) => zone.nowPlaying))
          ? status
          : null;
      });
      expect(screens.map(({ id, zones }) => [id, zones?.map((zone) => zone.nowPlaying?.screenId)])).toEqual([
        ['1', ['1/z1', '1/z2', '1/z3', '1/z4']],
        ['2', ['2/z1', '2/z2', '2/z3', '2/z4']],
      ]);
      const schedule = await runVitrine(['schedule', '--screen', '2/z3', '--json'], zoned, host);
      expect(JSON.parse(schedule.out)).toMatchObject({ cues: [{ kind: 'page', name: 'Board' }] });
    } finally {
      await show.stop();
    }
  });

  it('without a list there is one screen, on the primary display', { tags: 'long' }, async () => {
    start({});
    await untilSeen('red', null);
    await expect.poll(alive).toEqual({ '1': true });
    expect((await seen())[1]).not.toBe('red');
  });
}
