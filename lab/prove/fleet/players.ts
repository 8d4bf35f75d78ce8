// Whole players on separate displays: built program, real browser, and a demo CMS whose clips contain the numbers of their frames.
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import type * as Demo from '../../../src/demo/cms.ts';
import { startDisplay, type TestDisplay } from '../../../test/e2e/support/display.ts';
import { vitrine } from '../../../test/e2e/support/player.ts';
import { makeCodedClip, makeCodedImage } from '../../bench/stage/media.ts';

/** Small: three browsers draw without a GPU, with three recordings, on any machine. */
const size = [480, 270] as const;
export const displaySize = size.join('x');
export const clipFrames = 60;
/** Length of the two clips and of the picture between them. */
export const clipIds: readonly number[] = [0, 1];

export interface WholePlayer {
  readonly device: string;
  readonly dataDir: string;
  readonly display: TestDisplay;
  readonly log: () => string;
  start(): void;
  /** SIGKILL, without a restart. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface Show {
  /** `fleet`: that part of its configuration, if any. */
  player(device: string, fleet?: object): Promise<WholePlayer>;
  /** Adds a picture, which makes another edition. */
  change(): Promise<void>;
  stop(): Promise<void>;
}

export async function openShow(): Promise<Show> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-fleet-proof-'));
  const { module: demo } = await runnerImport<typeof Demo>(
    fileURLToPath(new URL('../../../src/demo/cms.ts', import.meta.url)),
  );
  const cms = await demo.startDemoCms({ seed: 'empty' });
  const playlist = Number(cms.playlistId);
  const clip = async (id: number): Promise<void> => {
    await makeCodedClip(folder, id, clipFrames);
    const file = { name: `clip ${id}`, fileName: `clip-${id}.mp4`, mimeType: 'video/mp4' };
    const added = cms.content.addFile(file, readFileSync(join(folder, `clip-${id}.mp4`)));
    cms.content.addEntry(playlist, { media_file_id: added.id, duration: 0 });
  };
  const picture = async (id: number): Promise<void> => {
    await makeCodedImage(folder, id);
    const file = { name: `picture ${id}`, fileName: `image-${id}.png`, mimeType: 'image/png' };
    const added = cms.content.addFile(file, readFileSync(join(folder, `image-${id}.png`)));
    cms.content.addEntry(playlist, { media_file_id: added.id, duration: 1 });
  };
  await clip(0);
  await picture(2);
  await clip(1);
  const all: WholePlayer[] = [];
  return {
    async player(device, fleet) {
      const dataDir = join(folder, device);
      mkdirSync(dataDir, { mode: 0o700 });
      const config = join(folder, `${device}.json`);
      const display = await startDisplay(...size);
      const settings = { cms: { url: cms.baseUrl, token: cms.token }, device: 'Demo screen', dataDir, fleet };
      writeFileSync(config, JSON.stringify(settings));
      const env = {
        DISPLAY: display.name,
        VITRINE_CONFIG: config,
        VITRINE_DATA_DIR: dataDir,
        // Restarted here, as a service manager would.
        VITRINE_SUPERVISED: '1',
      };
      let child: ChildProcess | null = null;
      let isWanted = false;
      let before = '';
      let log = (): string => '';
      const start = (): void => {
        isWanted = true;
        const started = vitrine(['run'], env);
        before += log();
        ({ child, log } = started);
        started.child.once('exit', () => {
          if (isWanted) setTimeout(start, 500);
        });
      };
      const end = async (signal: NodeJS.Signals): Promise<void> => {
        isWanted = false;
        const ending = child;
        if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
        await new Promise((resolve) => ending.once('exit', resolve).kill(signal) || resolve(null));
      };
      const player = {
        device,
        dataDir,
        display,
        start,
        log: () => before + log(),
        kill: () => end('SIGKILL'),
        stop: async () => {
          await end('SIGTERM');
          await display.stop();
        },
      };
      all.push(player);
      return player;
    },
    change: () => picture(3),
    async stop() {
      await Promise.all(all.map((player) => player.stop()));
      await cms.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
