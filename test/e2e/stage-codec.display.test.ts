import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { askPlayer } from '../../src/main/admin/client.ts';
import type { ScheduleReport } from '../../src/main/schedule/explain.ts';
import { until } from '../support/until.ts';
import { onEachHost } from './hosts.ts';
import { isBlack, middle, startDisplay, type TestDisplay } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { type PlayerProcess, runVitrine, startPlayerProcess } from './support/player.ts';

// A video in a codec that this browser lacks (row 46), through the whole player: it never delays the show, and once its file
// has been downloaded, schedule, status and the list of editions report it.
onEachHost((host) => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-codec-'));
  let display: TestDisplay;
  let cms: DemoCms;
  let player: PlayerProcess | null = null;
  let hevc = '';
  const env = () => ({
    DISPLAY: display.name,
    VITRINE_DATA_DIR: join(folder, 'data'),
    VITRINE_CMS_URL: cms.baseUrl,
    VITRINE_CMS_TOKEN: cms.token,
    VITRINE_PLAYLIST: cms.playlistId,
    XDG_CONFIG_HOME: folder,
  });

  beforeAll(async () => {
    display = await startDisplay(640, 360);
    cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['codec-token'] } });
    const file = join(folder, 'clip.mp4');
    const codec = ['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1', '-pix_fmt', 'yuv420p'];
    execFileSync('ffmpeg', [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'color=blue:s=320x180:d=3', ...codec],
      ...['-x265-params', 'log-level=none', file],
    ]);
    const add = (name: string, mimeType: string, bytes: Uint8Array): number =>
      cms.content.addFile({ name, fileName: name, mimeType }, bytes).id;
    const red = add('red.png', 'image/png', picture('red'));
    hevc = String(add('clip.mp4', 'video/mp4', readFileSync(file)));
    const known = join(folder, 'known.webm');
    execFileSync('ffmpeg', [
      ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'color=red:s=320x180:d=3'],
      ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', known],
    ]);
    const vp9 = add('known.webm', 'video/webm', readFileSync(known));
    for (const id of [red, vp9, Number(hevc)])
      cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: 2 });
  });

  afterAll(async () => {
    await player?.stop();
    await cms?.stop();
    await display?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('an HEVC clip is never reported as playable, and delays nothing', { tags: 'long' }, async () => {
    player = startPlayerProcess(env(), host);
    await until('red', async () => middle(await display.grab()) === 'red');
    const recording = await display.record(10);
    const requested = async (...command: string[]) =>
      JSON.parse((await runVitrine([...command, '--json'], env())).out);
    const running = player;
    const why = await until('known', async () => {
      const report = (await askPlayer(running.dataDir, 'GET', '/api/schedule')) as ScheduleReport;
      return report.excluded[0] ?? null;
    });
    const detail = expect.stringMatching(/cannot decode HEVC \(hvc1\..*Convert the file to H\.264/);
    expect(why.reason).toBe('unsupported');
    expect((await requested('schedule')).excluded).toMatchObject([{ reason: 'unsupported', detail }]);
    const unplayable = [{ mediaFileId: hevc, reason: 'unsupported', detail }];
    expect(await requested('status')).toMatchObject({ edition: { complete: true, unplayable } });
    expect(await requested('edition', 'list')).toMatchObject({ unplayable });
    // Electron does not report the decoder.
    if (host.name === 'chromium') {
      const playing = await until('decoder', async () => {
        const { nowPlaying } = await running.status();
        return nowPlaying?.decoder ? nowPlaying : null;
      });
      expect(playing).toMatchObject({
        name: 'known.webm',
        decoder: { name: 'VpxVideoDecoder', isHardware: false },
      });
    }
    // More than two rounds.
    const since = recording.frames.at(-1)?.at ?? 0;
    await until('five seconds of the display', () => (recording.frames.at(-1)?.at ?? 0) > since + 5_000);
    await recording.stop();
    expect(recording.frames.filter(({ frame }) => isBlack(frame) || middle(frame) !== 'red')).toEqual([]);
    await player.stop();
    // At most one attempt was in progress when the file arrived.
    const proof = await runVitrine(['proof', 'export', '--format', 'jsonl'], env());
    expect(proof.out.split('\n').filter((line) => line.includes('"skipped"')).length).toBeLessThan(2);
    if (host.name !== 'chromium') return;
    const videos = proof.out.split('\n').filter((line) => line.includes('"known.webm"'));
    expect(videos.length).toBeGreaterThan(1);
    for (const line of videos)
      expect(JSON.parse(line)).toMatchObject({ decodedBy: 'software', decoderName: 'VpxVideoDecoder' });
  });
});
