import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { killAll, renderers } from '../host/chromium/processes.ts';
import { portOf } from '../renderer/harness.ts';
import { until } from '../support/until.ts';
import { onEachHost } from './hosts.ts';
import { type Color, colorAt, type Frame, startDisplay, type TestDisplay } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { demoScreen, type PlayerProcess, runVitrine, startPlayerProcess } from './support/player.ts';

// Four zones, two of them stills, one a clip and one a web page, judged by the pixels of the display.

/** How long the recording is: VITRINE_ZONES_SECONDS=60 for the figure of the docs. */
const seconds = Number(process.env.VITRINE_ZONES_SECONDS ?? 8);
const half = { width: '50%', height: '50%' };

onEachHost((host) => {
  let display: TestDisplay;
  let cms: DemoCms;
  let server: Server;
  let player: PlayerProcess;
  let last: { readonly id: number; readonly playlist: number };
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-zones-'));

  const env = () => ({ ...demoScreen(display, cms, dataDir), VITRINE_SYNC_SECONDS: '1' });
  const seen = (frame: Frame): readonly Color[] =>
    [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ].map(([x = 0, y = 0]) => colorAt(frame, x, y));
  const allowed: readonly (readonly Color[])[] = [['red', 'green'], ['blue'], ['yellow'], ['green', 'blue']];
  const foreign = (frame: Frame): readonly Color[] =>
    seen(frame).filter((color, zone) => !allowed[zone]?.includes(color));
  const untilAllSeen = () => until('all four zones', async () => foreign(await display.grab()).length === 0);

  beforeAll(async () => {
    display = await startDisplay(1280, 720);
    cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['zones-token'] } });
    server = createServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end('<body style="background:yellow">'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { content } = cms;
    const still = (color: 'red' | 'green' | 'blue'): number =>
      content.addFile({ name: color, fileName: `${color}.png`, mimeType: 'image/png' }, picture(color)).id;
    const clip = join(dataDir, 'clip.mp4');
    execFileSync('ffmpeg', [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'color=0x0000ff:s=640x360:r=30:d=2'],
      ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', clip],
    ]);
    const lists: readonly (readonly number[])[] = [
      [still('red'), still('green')],
      [content.addFile({ name: 'clip', fileName: 'clip.mp4', mimeType: 'video/mp4' }, readFileSync(clip)).id],
      [content.addWebPage('Board', `http://127.0.0.1:${portOf(server)}/`).id],
      [still('green'), still('blue')],
    ];
    const frames = lists.map((files, index) => {
      const playlist = content.addPlaylist({ name: `Zone ${index + 1}` });
      for (const id of files) {
        const entry = content.addEntry(playlist.id, { media_file_id: id, duration: index === 1 ? 0 : 1 });
        last = { id: entry.id, playlist: playlist.id };
      }
      return {
        ...half,
        name: `z${index + 1}`,
        playlist_id: playlist.id,
        left: index % 2 === 0 ? 0 : '50%',
        top: index < 2 ? 0 : '50%',
        fit: 'stretch',
      };
    });
    const group = [...content.deviceGroups.keys()][0] ?? 0;
    content.changeDeviceGroup(group, { multi_frame: frames });
    player = startPlayerProcess(env(), host);
  });

  afterAll(async () => {
    await player?.stop();
    await cms?.stop();
    server?.close();
    await display?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('plays four zones at once: no black, no picture of a neighbour', async () => {
    await untilAllSeen();
    const recording = await display.record(30);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    await recording.stop();
    expect(recording.frames.length).toBeGreaterThan(seconds * 10);
    expect(recording.frames.filter(({ frame }) => foreign(frame).length > 0)).toEqual([]);
    const colors = (zone: number) => new Set(recording.frames.map(({ frame }) => seen(frame)[zone]));
    expect([colors(0).size, colors(3).size]).toEqual([2, 2]);
    const status = await player.status();
    expect(status.screens).toMatchObject([
      {
        id: '1',
        restarts: 0,
        zones: [
          { id: 'z1', nowPlaying: { kind: 'image', screenId: '1/z1' } },
          { id: 'z2', nowPlaying: { kind: 'video' } },
          { id: 'z3', nowPlaying: { kind: 'page', name: 'Board' } },
          { id: 'z4', nowPlaying: { kind: 'image' } },
        ],
      },
    ]);
    expect(status.warnings).toEqual([]);
    process.stderr.write(`${recording.frames.length} frames in ${seconds} s on ${host.name}, none foreign\n`);
  });

  it('a renderer that dies leaves the picture until all four are back', async () => {
    const before = await player.status();
    const recording = await display.record(30);
    killAll(renderers(player.pid));
    await until('another stage', async () => {
      const { screens } = await player.status();
      return (screens[0]?.restarts ?? 0) > (before.screens[0]?.restarts ?? 0) && screens[0]?.alive;
    });
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await recording.stop();
    expect(recording.frames.filter(({ frame }) => foreign(frame).length > 0)).toEqual([]);
    await untilAllSeen();
  });

  it('a zone with nothing to play shows its background, and its neighbours play on', async () => {
    for (const { id } of cms.content.entriesOf(last.playlist)) cms.content.removeEntry(id);
    await until('an empty zone', async () => seen(await display.grab())[3] === 'black');
    const [one, two, three] = seen(await display.grab());
    expect(allowed[0]).toContain(one);
    expect([two, three]).toEqual(['blue', 'yellow']);
    const { warnings } = await player.status();
    expect(JSON.stringify(warnings)).toContain('zone.playlist-empty');
  });

  it('is whole again when the CMS divides it no more, without black', async () => {
    const content = cms.content;
    const red = [...content.mediaFiles.values()].find(({ name }) => name === 'red')?.id ?? 0;
    content.addEntry(cms.playlistId, { media_file_id: red, duration: 5 });
    const recording = await display.record(30);
    content.changeDeviceGroup([...content.deviceGroups.keys()][0] ?? 0, { multi_frame: null });
    await until('one picture', async () => seen(await display.grab()).every((color) => color === 'red'));
    await recording.stop();
    expect(recording.frames.filter(({ frame }) => seen(frame).slice(0, 3).includes('black'))).toEqual([]);
    const proof = await runVitrine(['proof', 'export', '--format', 'jsonl'], env(), host);
    const rows = proof.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(rows.map(({ screenId }) => screenId))).toEqual(
      new Set(['1', '1/z1', '1/z2', '1/z3', '1/z4']),
    );
  });
});
