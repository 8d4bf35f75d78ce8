import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askPlayer } from '../../src/main/admin/client.ts';
import type { ScheduleReport } from '../../src/main/schedule/explain.ts';
import { inEnglish } from '../../src/shared/languages/message.ts';
import { killAll, renderers } from '../host/chromium/processes.ts';
import { until } from '../support/until.ts';
import { onEachHost } from './hosts.ts';
import { type Recording, startDisplay, type TestDisplay } from './support/display.ts';
import { allowed, type FourZones, foreign, seen, startFourZones } from './support/four-zones.ts';
import { demoScreen, type PlayerProcess, runVitrine, startPlayerProcess } from './support/player.ts';

// Four zones, two of them with stills, one with a clip and one with a web page, checked by the pixels of the display.

/** Length of the recording: VITRINE_ZONES_SECONDS=60 for the figure of the docs. */
const seconds = Number(process.env.VITRINE_ZONES_SECONDS ?? 8);

onEachHost((host) => {
  let display: TestDisplay;
  let show: FourZones;
  let player: PlayerProcess;
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-zones-'));

  const env = () => ({ ...demoScreen(display, show.cms, dataDir), VITRINE_SYNC_SECONDS: '1' });
  const untilAllSeen = () => until('all four zones', async () => foreign(await display.grab()).length === 0);
  const foreignIn = ({ frames }: Recording) => frames.filter(({ frame }) => foreign(frame).length > 0);

  beforeAll(async () => {
    display = await startDisplay(640, 360);
    show = await startFourZones('zones-token');
    player = startPlayerProcess(env(), host);
  });

  afterAll(async () => {
    await player?.stop();
    await show?.stop();
    await display?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('plays four zones at once: no black, no picture of a neighbour', async () => {
    await untilAllSeen();
    const recording = await display.record(30);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const colors = (zone: number) => new Set(recording.frames.map(({ frame }) => seen(frame)[zone]));
    // A busy machine takes fewer pictures a second.
    await until(
      'enough pictures, with each still',
      () => recording.frames.length > seconds * 10 && colors(0).size > 1 && colors(3).size > 1,
    );
    await recording.stop();
    expect(foreignIn(recording)).toEqual([]);
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

  it('a renderer that dies leaves the picture until all four are back', { tags: 'long' }, async () => {
    const before = await player.status();
    const recording = await display.record(30);
    killAll(renderers(player.pid));
    await until('another stage', async () => {
      const { screens } = await player.status();
      return (screens[0]?.restarts ?? 0) > (before.screens[0]?.restarts ?? 0) && screens[0]?.alive;
    });
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await recording.stop();
    expect(foreignIn(recording)).toEqual([]);
    await untilAllSeen();
  });

  it('a fresh browser takes over from the running one, and no zone shows anything else', async () => {
    const started = async () =>
      (await player.status()).screens[0]?.zones?.map(({ nowPlaying }) => nowPlaying?.startedAt);
    const before = await started();
    const recording = await display.record(30);
    await askPlayer(dataDir, 'POST', '/api/actions/restart-browser', 60_000, {});
    await until('all zones have begun anew', async () => {
      const now = await started().catch(() => undefined);
      return now?.every((at, zone) => at !== undefined && at > (before?.[zone] ?? '')) ?? false;
    });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await recording.stop();
    expect(foreignIn(recording)).toEqual([]);
    expect((await player.status()).screens).toMatchObject([{ alive: true }]);
  });

  it('mistakes in the layout are named by doctor and schedule, and the other zones play', {
    tags: 'long',
  }, async () => {
    const [one, two, three, four] = show.frames;
    show.divide(
      [
        ...[one, two, { ...three, playlist_id: 9999 }, { ...four, left: '40%', is_sound_played: 1 }],
        { ...one, name: 'loud', left: '90%', top: '90%', width: '20%', is_sound_played: 1 },
        ...[
          { ...one, name: 'far', left: 1280 },
          { ...one, name: 'flat', height: 0 },
          { ...one, width: '10%' },
        ],
        ...Array.from({ length: 32 }, (_, n) => ({ ...one, name: `more ${n}`, top: '48%', height: '2%' })),
      ].filter((frame) => frame !== undefined),
    );
    const sentences = [
      /“far” is outside the screen/,
      /“flat” has no size/,
      /^Two zones have the ID “z1”/,
      /^25 zones too many/,
      /“loud” extends beyond the screen/,
      /“z4” covers part of zone “z3”/,
      /“loud” stays silent/,
      /Playlist 9999 of zone “z3” does not exist/,
    ];
    const ofDoctor = async (): Promise<readonly string[]> => {
      const { out } = await runVitrine(['doctor', '--json'], env(), host);
      const { checks } = JSON.parse(out) as { checks: readonly { check: string; message: string }[] };
      return checks.filter(({ check }) => check === 'show').map(({ message }) => message);
    };
    const explained = async () =>
      ((await askPlayer(dataDir, 'GET', '/api/schedule')) as ScheduleReport).faults.map(inEnglish);
    await until('the layout is here', async () => (await explained()).length >= sentences.length);
    const doctor = await ofDoctor();
    expect(doctor).toEqual(await explained());
    for (const sentence of sentences) expect(doctor).toContainEqual(expect.stringMatching(sentence));
    // An item that the new layout removes may finish.
    await until('a black zone', async () => seen(await display.grab())[2] === 'black');
    const now = seen(await display.grab());
    expect([allowed[0]?.includes(now[0] ?? 'other'), now[1], now[2]]).toEqual([true, 'blue', 'black']);
    show.divide(show.frames);
    await untilAllSeen();
    expect(await ofDoctor()).toEqual(['No problems found in playlists and zones.']);
  });

  it('doctor names a nested playlist and a zone whose hours are over, without a complaint', async () => {
    const { content } = show.cms;
    const red = [...content.mediaFiles.values()].find(({ name }) => name === 'red')?.id ?? 0;
    const over = { play_rule: 0, start_date: '2020-01-01', end_date: '2020-01-02' } as const;
    const lunch = content.addPlaylist({ name: 'Lunch' });
    content.addEntry(lunch.id, { media_file_id: red, ...over });
    const nested = content.addEntry(show.playlists[0] ?? 0, { playlist_id_as_nested_playlist: lunch.id });
    const [only] = content.entriesOf(show.playlists[1] ?? 0);
    if (only === undefined) throw new Error('The second zone plays nothing');
    content.changeEntry(only.id, over);
    const doctor = async (): Promise<readonly string[]> => {
      const { out } = await runVitrine(['doctor', '--json'], env(), host);
      const { checks } = JSON.parse(out) as {
        checks: readonly { check: string; result: string; message: string }[];
      };
      return checks
        .filter(({ check }) => check === 'show')
        .map(({ result, message }) => `${result}: ${message}`);
    };
    const rest = [
      'ok: No problems found in playlists and zones.',
      expect.stringMatching(/^ok: .*“Lunch”.*1\/z1/),
      expect.stringMatching(/^ok: .*“z2”/),
    ];
    await until('what rests', async () => (await doctor()).length === rest.length);
    expect(await doctor()).toEqual(rest);
    content.removeEntry(nested.id);
    content.changeEntry(only.id, { play_rule: 1, start_date: null, end_date: null });
    // Or the player may still see the zone at rest while the next test records.
    await askPlayer(dataDir, 'POST', '/api/actions/sync', 60_000, {});
    await untilAllSeen();
  });

  it('a zone with nothing to play shows its background, and its neighbours play on', {
    tags: 'long',
  }, async () => {
    const { content } = show.cms;
    for (const { id } of content.entriesOf(show.playlists[3] ?? 0)) content.removeEntry(id);
    await until('an empty zone', async () => seen(await display.grab())[3] === 'black');
    const [one, two, three] = seen(await display.grab());
    expect(allowed[0]).toContain(one);
    expect([two, three]).toEqual(['blue', 'yellow']);
    await expect
      .poll(async () => JSON.stringify((await player.status()).warnings))
      .toContain('zone.playlist-empty');
  });

  it('is whole again when the CMS divides it no more, without black', async () => {
    const { content, playlistId } = show.cms;
    const red = [...content.mediaFiles.values()].find(({ name }) => name === 'red')?.id ?? 0;
    content.addEntry(playlistId, { media_file_id: red, duration: 5 });
    const recording = await display.record(30);
    show.divide(null);
    await until('one picture', async () => seen(await display.grab()).every((color) => color === 'red'));
    await recording.stop();
    expect(recording.frames.filter(({ frame }) => seen(frame).slice(0, 3).includes('black'))).toEqual([]);
    const proof = await runVitrine(['proof', 'export', '--format', 'jsonl'], env(), host);
    const rows = proof.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const shows = rows.map(({ screenId }) => screenId);
    for (const id of ['1', '1/z1', '1/z2', '1/z3', '1/z4']) expect(shows).toContain(id);
  });
});
