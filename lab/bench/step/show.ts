// A demo CMS with a loop of every kind of item, each with its code, and players on separate displays.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type * as Demo from '../../../src/demo/cms.ts';
import { startDisplay, type TestDisplay } from '../../../test/e2e/support/display.ts';
import { type PlayerProcess, startPlayerProcess } from '../../../test/e2e/support/player.ts';
import { codedPage, makeCodedClip, makeCodedImage } from '../stage/media.ts';
import type { Reading, ShownFrame } from './skew.ts';

const run = promisify(execFile);
/** The most frames that fit into a code, in whole seconds. */
const clipFrames = 60;

export interface StepShow {
  readonly reading: Reading;
  readonly displays: readonly [TestDisplay, TestDisplay];
  readonly size: string;
  /** Length of a pass of the loop. */
  readonly passSeconds: number;
  start(screen: 0 | 1, sync: 'free' | 'wallclock'): PlayerProcess;
  stop(): Promise<void>;
}

/** The items of the loop; `brief` is short enough for a test. */
export type Loop = 'whole' | 'brief';

export interface More {
  /** The loop is the first of four zones; the others change pictures. */
  readonly zones?: boolean;
  /** The loop contains a nested playlist that plays one of its three items each time. */
  readonly turns?: boolean;
}

type StartedOn = Parameters<typeof startPlayerProcess>[1];

export async function openStepShow(
  startDemoCms: typeof Demo.startDemoCms,
  loop: Loop,
  host?: StartedOn,
  { zones = false, turns = false }: More = {},
): Promise<StepShow> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-step-'));
  const web = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(codedPage(Number(request.url?.slice(1))));
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const cms = await startDemoCms({ seed: 'empty' });
  const items = new Map<number, Omit<ShownFrame, 'frame'> & { readonly firstFrame: number }>();

  /** A clip of this many stretches of two seconds. */
  const clip = async (name: string, stretches = 1): Promise<number> => {
    const parts: string[] = [];
    const frames = stretches * clipFrames;
    for (let part = 0; part < stretches; part += 1) {
      const id = items.size;
      items.set(id, { item: name, frames, firstFrame: part * clipFrames });
      await makeCodedClip(folder, id, clipFrames);
      parts.push(join(folder, `clip-${id}.mp4`));
    }
    const whole = join(folder, `${name}.mp4`);
    writeFileSync(`${whole}.txt`, parts.map((part) => `file '${part}'`).join('\n'));
    const joined = [
      '-f',
      'concat',
      '-safe',
      '0',
      '-i',
      `${whole}.txt`,
      '-c',
      'copy',
      '-movflags',
      '+faststart',
    ];
    await run('ffmpeg', ['-loglevel', 'error', ...joined, whole]);
    const file = { name, fileName: `${name}.mp4`, mimeType: 'video/mp4' };
    return cms.content.addFile(file, readFileSync(whole)).id;
  };
  const still = (name: string): number => {
    const id = items.size;
    items.set(id, { item: name, frames: 1, firstFrame: 0 });
    return id;
  };
  const image = async (name: string): Promise<number> => {
    const id = still(name);
    await makeCodedImage(folder, id);
    const file = { name, fileName: `${name}.png`, mimeType: 'image/png' };
    return cms.content.addFile(file, readFileSync(join(folder, `image-${id}.png`))).id;
  };
  const page = (name: string): number =>
    cms.content.addWebPage(name, `http://127.0.0.1:${(web.address() as AddressInfo).port}/${still(name)}`).id;

  const main = Number(cms.playlistId);
  const add = (playlist: number, media: number, duration: number): void => {
    cms.content.addEntry(playlist, { media_file_id: media, duration });
  };
  const nest = (playlist: number, values: Parameters<typeof cms.content.addPlaylist>[0]): number => {
    const { id } = cms.content.addPlaylist(values);
    cms.content.addEntry(playlist, { playlist_id_as_nested_playlist: id, duration: 0 });
    return id;
  };
  add(main, await clip('clip'), 0);
  add(main, await image('picture'), loop === 'whole' ? 2 : 1);
  if (loop === 'whole') {
    add(main, await clip('long clip', 6), 0);
    add(main, page('page'), 2);
  }
  const shuffled = nest(main, { name: 'Shuffled', playback_order: 1 });
  add(shuffled, await clip('shuffled clip 1'), 0);
  add(shuffled, await image('shuffled picture'), 1);
  if (loop === 'whole') {
    add(shuffled, await clip('shuffled clip 2'), 0);
    const inner = nest(shuffled, { name: 'Inner' });
    add(inner, await image('inner picture'), 1.5);
    add(inner, await clip('inner clip'), 0);
    add(main, await clip('circling clip', 2), 10);
  }

  if (turns) {
    const inTurn = nest(main, { name: 'In turn', playback_rule: 1, playback_entry_count: 1 });
    add(inTurn, await clip('first in turn'), 0);
    add(inTurn, await image('second in turn'), 1.5);
    add(inTurn, await clip('third in turn'), 0);
  }
  if (zones) {
    const half = { width: '50%', height: '50%', fit: 'stretch' };
    const frames = [{ ...half, name: 'loop', left: '0%', top: '0%', playlist_id: main }];
    for (const [left, top] of [
      ['50%', '0%'],
      ['0%', '50%'],
      ['50%', '50%'],
    ] as const) {
      const { id } = cms.content.addPlaylist({ name: `Beside ${left} ${top}` });
      for (const picture of ['one', 'other']) add(id, await image(picture), 2);
      frames.push({ ...half, name: `beside ${frames.length}`, left, top, playlist_id: id });
    }
    const [group] = cms.content.deviceGroups.keys();
    cms.content.changeDeviceGroup(group ?? 0, { multi_frame: frames });
  }

  // With zones the code is in the upper left quarter of the display.
  const [width, height] = zones ? [1280, 720] : [640, 360];
  const displays = [await startDisplay(width, height), await startDisplay(width, height)] as const;
  return {
    displays,
    size: '640x360',
    passSeconds: loop === 'whole' ? 36.5 : 6,
    reading({ id, frame }) {
      const found = items.get(id);
      return found ? { item: found.item, frames: found.frames, frame: found.firstFrame + frame } : null;
    },
    start(screen, sync) {
      const own = join(folder, `screen-${screen}-${sync}`);
      mkdirSync(own, { recursive: true });
      const config = join(own, 'config.json');
      writeFileSync(
        config,
        JSON.stringify({
          cms: { url: cms.baseUrl, token: cms.token },
          device: 'Demo screen',
          dataDir: join(own, 'data'),
          player: { sync },
        }),
      );
      const env = {
        DISPLAY: displays[screen].name,
        VITRINE_CONFIG: config,
        VITRINE_DATA_DIR: join(own, 'data'),
      };
      return startPlayerProcess(env, host);
    },
    async stop() {
      await Promise.all(displays.map((display) => display.stop()));
      await cms.stop();
      web.closeAllConnections();
      web.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
