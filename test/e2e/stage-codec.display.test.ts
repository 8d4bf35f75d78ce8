import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { until } from '../support/until.ts';
import { onEachHost } from './hosts.ts';
import { isBlack, middle, startDisplay, type TestDisplay } from './support/display.ts';
import { picture } from './support/pictures.ts';
import { type PlayerProcess, runVitrine, startPlayerProcess } from './support/player.ts';

// A video in a codec that this browser does not have (row 46), through the whole line: it never holds the show up, and
// after three tries it is left alone, with the reason in the proof of play and in the schedule.
onEachHost((host) => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-codec-'));
  let display: TestDisplay;
  let cms: DemoCms;
  let player: PlayerProcess | null = null;
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
    const hevc = add('clip.mp4', 'video/mp4', readFileSync(file));
    for (const id of [red, hevc])
      cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: 2 });
  });

  afterAll(async () => {
    await player?.stop();
    await cms?.stop();
    await display?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('an HEVC clip is skipped without a pause, and put aside with its reason', async () => {
    player = startPlayerProcess(env(), host);
    await until('red', async () => middle(await display.grab()) === 'red');
    const recording = display.record(10);
    const excluded = async () => {
      const { out } = await runVitrine(['schedule', '--json'], env());
      const report: { excluded: { reason: string; detail?: string }[] } = JSON.parse(out);
      return report.excluded[0] ?? null;
    };
    const why = await until('put aside', excluded);
    expect(why).toMatchObject({
      reason: 'media-failed',
      detail: expect.stringMatching(/^unsupported: nothing here can decode it/),
    });
    await new Promise((done) => setTimeout(done, 5_000));
    await recording.stop();
    expect(recording.frames.length).toBeGreaterThan(30);
    expect(recording.frames.filter(({ frame }) => isBlack(frame) || middle(frame) !== 'red')).toEqual([]);
    await player.stop();
    const proof = await runVitrine(['proof', 'export', '--format', 'jsonl'], env());
    const rows: { outcome: string; reason: string | null; startedAt: string; endedAt: string | null }[] =
      proof.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    const skipped = rows.filter(({ outcome }) => outcome === 'skipped');
    expect(skipped.map(({ reason }) => reason)).toEqual(Array.from({ length: 3 }, () => why.detail));
  }, 90_000);
});
