import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoCms, startDemoCms } from '../../src/demo/cms.ts';
import { until } from '../support/until.ts';
import { onEachHost, type TestedHost } from './hosts.ts';
import { startDisplay, type TestDisplay } from './support/display.ts';
import { type PlayerProcess, runVitrine, startPlayerProcess } from './support/player.ts';
import { type Side, type SoundCard, startSoundCard, whySilent } from './support/sound-card.ts';

// What a person in front of the screen hears, recorded from the sound card: each item has its own tone.
const why = whySilent();
const tones = { sound: 440, silent: 880, page: 1_320, gong: 1_100 };
const loudest = 0.8;
const heardFrom = 0.05;

describe.skipIf(why !== null)(why === null ? 'a sound card' : `a sound card (left out: ${why})`, () =>
  onEachHost(sounds),
);

function sounds(host: TestedHost): void {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-sound-test-'));
  let display: TestDisplay;
  let card: SoundCard;
  let cms: DemoCms;
  let pages: Server;
  let player: PlayerProcess;

  beforeAll(async () => {
    display = await startDisplay(640, 360);
    card = await startSoundCard();
    const gong = gongIn(join(folder, 'gong.wav'));
    pages = createServer(({ url }, response) => {
      if (url === '/gong.wav') response.end(gong);
      else response.writeHead(200, { 'content-type': 'text/html' }).end(noisyPage);
    }).listen(0, '127.0.0.1');
    await once(pages, 'listening');
    cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['sound-token'] } });
    const playlist = Number(cms.playlistId);
    for (const [name, is_sound_played] of [
      ['sound', 1],
      ['silent', 0],
    ] as const) {
      const file = { name, fileName: `${name}.mp4`, mimeType: 'video/mp4' };
      const { id } = cms.content.addFile(file, clip(join(folder, `${name}.mp4`), tones[name]));
      cms.content.addEntry(playlist, { media_file_id: id, duration: 2, is_sound_played });
    }
    const { port } = pages.address() as AddressInfo;
    const page = cms.content.addWebPage('page', `http://127.0.0.1:${port}/`);
    cms.content.addEntry(playlist, { media_file_id: page.id, duration: 2, is_sound_played: 1 });
    const config = join(folder, 'config.json');
    const media = { gong: { address: `http://127.0.0.1:${port}/gong.wav` } };
    writeFileSync(config, JSON.stringify({ screen: { volume: 50 }, interrupts: { media } }));
    player = startPlayerProcess(
      {
        ...card.env,
        DISPLAY: display.name,
        VITRINE_CONFIG: config,
        VITRINE_DATA_DIR: join(folder, 'data'),
        VITRINE_CMS_URL: cms.baseUrl,
        VITRINE_CMS_TOKEN: cms.token,
        VITRINE_PLAYLIST: cms.playlistId,
      },
      host,
    );
  });

  afterAll(async () => {
    await player?.stop();
    await cms?.stop();
    pages?.close();
    await card?.stop();
    await display?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('an item plays as loud as its entry and the volume require, and no page makes a sound', async () => {
    const listening = card.listen();
    const heard = (name: keyof typeof tones): readonly number[] =>
      listening.loudness(tones[name]).filter((loudness) => loudness > heardFrom);
    const kinds = new Set<string>();
    await until(`twice that tone, and every item; ${player.log()}`, async () => {
      const now = (await player.status().catch(() => null))?.nowPlaying;
      if (now) kinds.add(`${now.kind} ${now.entryId}`);
      return heard('sound').length > 25 && kinds.size === 3;
    });
    await listening.stop();
    const loud = [...heard('sound')].sort((one, other) => one - other);
    const middle = loud[Math.floor(loud.length / 2)] ?? 0;
    console.log(`the clip's tone: ${middle.toFixed(2)} of ${loudest} at 50 %`);
    expect(middle / loudest).toBeGreaterThan(0.42);
    expect(middle / loudest).toBeLessThan(0.58);
    expect(heard('silent')).toEqual([]);
    expect(heard('page')).toEqual([]);
  });

  it('the tones of the test picture come from the left, then from the right', { tags: 'long' }, async () => {
    const listening = card.listen();
    const reported = { VITRINE_DATA_DIR: player.dataDir };
    expect((await runVitrine(['identify', '--test', '--seconds', '20'], reported, host)).code).toBe(0);
    // The show continues below it, with its tone on both sides.
    const alone = (hertz: number, side: Side, other: Side): number => {
      const there = listening.loudness(hertz, other);
      return listening
        .loudness(hertz, side)
        .filter((loudness, at) => loudness > heardFrom && (there[at] ?? 0) < heardFrom / 10).length;
    };
    const heard = () => [alone(440, 'left', 'right'), alone(660, 'right', 'left')] as const;
    await until('a second of each', () => heard().every((tenths) => tenths >= 8));
    await listening.stop();
    const [left, right] = heard();
    console.log(
      `tenths of a second: ${left} of 440 Hz on the left alone, ${right} of 660 Hz on the right alone`,
    );
    expect([alone(440, 'right', 'left'), alone(660, 'left', 'right')]).toEqual([0, 0]);
  });

  it('an interrupt plays its prepared sound, and the chime in place of an unknown one', async () => {
    const shows = (name: string) =>
      runVitrine(
        ['interrupt', 'show', 'Gong', '--id', 'one', '--severity', 'alarm', '--sound-name', name],
        { VITRINE_DATA_DIR: player.dataDir },
        host,
      );
    const listening = card.listen();
    const heard = (frequency: number) =>
      listening.loudness(frequency).filter((loudness) => loudness > heardFrom).length;
    expect((await shows('gong')).out).toMatch(/painted(?!.*chime)/);
    await until('the gong, again and again', () => heard(tones.gong) > 15);
    expect((await shows('bell')).out).toContain(
      'chime-only: The configuration does not contain a media file “bell”.',
    );
    const before = heard(tones.gong);
    // The chime of an alarm has this tone.
    await until('the chime', () => heard(660) > 8);
    await listening.stop();
    expect(heard(tones.gong) - before).toBeLessThan(15);
  });
}

/** A second of it. */
function gongIn(file: string): Uint8Array {
  const tone = `aevalsrc=${loudest}*sin(2*PI*${tones.gong}*t):d=1:s=48000`;
  execFileSync('ffmpeg', ['-loglevel', 'error', '-f', 'lavfi', '-i', tone, file]);
  return readFileSync(file);
}

function clip(file: string, frequency: number): Uint8Array {
  execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'color=navy:s=320x180:r=25:d=2', '-f', 'lavfi', '-i'],
    `aevalsrc=${loudest}*sin(2*PI*${frequency}*t):d=2:s=48000`,
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      '-b:a',
      '192k',
      file,
    ],
  ]);
  return readFileSync(file);
}

/** Tries both ways in which a page can make sound. */
const noisyPage = `<!doctype html><body style="background:teal"><script>
const context = new AudioContext();
const tone = new OscillatorNode(context, { frequency: ${tones.page} });
tone.connect(context.destination);
tone.start();
context.resume();
setInterval(() => context.resume(), 200);
</script>`;
