import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type DemoCms, startDemoCms } from '../../../src/demo/cms.ts';
import { startDisplay } from '../../../test/e2e/support/display.ts';
import { startPlayerProcess } from '../../../test/e2e/support/player.ts';

const run = promisify(execFile);
const token = 'vpt_of-the-shop';
const minuteMs = 60_000;

/** A whole player on its own display. */
export interface ShopPlayer {
  readonly page: string;
  readonly dataDir: string;
  readonly pid: number;
  /** As in a power cut. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

interface MoreOfPlayer {
  readonly env?: Readonly<Record<string, string>>;
  /** An ended player, whose data folder and address are used again. */
  readonly insteadOf?: ShopPlayer;
  /** Makes its data folder, which is empty or missing. */
  prepare?(dataDir: string): Promise<void>;
}

/** A shop with a CMS: entries that play, and some that do not, each for another reason. */
export interface Shop {
  readonly cms: DemoCms;
  /** A device without an assignment. */
  readonly idleDevice: string;
  addPoster(name: string): void;
  /** Removes the unplayable entries. */
  removeFilm(): void;
  /** With these settings in addition to those of the CMS. */
  player(settings: object, more?: MoreOfPlayer): Promise<ShopPlayer>;
  close(): Promise<void>;
}

export async function openShop(): Promise<Shop> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-questions-'));
  const cms = await startDemoCms({ tokens: { personal: [token] } });
  await addOffers(cms, folder);
  const idleDevice = 'Idle screen';
  cms.content.addDevice({ name: idleDevice });
  let count = 0;
  return {
    cms,
    idleDevice,
    addPoster(name) {
      const file = { name, fileName: `${name}.png`, mimeType: 'image/png' };
      const { id } = cms.content.addFile(file, poster(folder));
      cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: 2 });
    },
    removeFilm() {
      const film = cms.content
        .entriesOf(cms.playlistId)
        .find(({ media_file_id: id }) => cms.content.mediaFiles.get(Number(id))?.name === 'Opening film');
      if (film) cms.content.removeEntry(film.id);
    },
    async player(settings, { env = {}, prepare, insteadOf } = {}) {
      count++;
      const dataDir = insteadOf?.dataDir ?? join(folder, `player-${count}`);
      await prepare?.(dataDir);
      const port = insteadOf ? Number(new URL(insteadOf.page).port) : await freePort();
      const display = await startDisplay(1280, 720);
      const config = join(folder, `config-${count}.json`);
      writeFileSync(config, JSON.stringify(settings), { mode: 0o600 });
      const player = startPlayerProcess({
        DISPLAY: display.name,
        VITRINE_DATA_DIR: dataDir,
        VITRINE_CONFIG: config,
        VITRINE_CMS_URL: cms.baseUrl,
        VITRINE_CMS_TOKEN: token,
        VITRINE_DEVICE: 'Demo screen',
        VITRINE_ADMIN_PORT: String(port),
        VITRINE_SYNC_SECONDS: '2',
        VITRINE_TIME_ZONE: 'UTC',
        XDG_CONFIG_HOME: folder,
        VITRINE_LANGUAGE: 'en',
        ...env,
      });
      return {
        page: `http://127.0.0.1:${port}/`,
        dataDir,
        pid: player.pid,
        async kill() {
          await player.kill();
          await display.stop();
        },
        async stop() {
          await player.stop();
          await display.stop();
        },
      };
    },
    async close() {
      await cms.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

async function addOffers({ content, playlistId }: DemoCms, folder: string): Promise<void> {
  const add = (name: string, entry: object, mimeType = 'image/png', bytes = picture(folder)) => {
    const fileName = `${name}.${mimeType === 'image/png' ? 'png' : 'mp4'}`;
    const { id } = content.addFile({ name, fileName, mimeType }, bytes);
    content.addEntry(Number(playlistId), { media_file_id: id, duration: 2, ...entry });
  };
  await run('convert', ['-size', '640x360', 'xc:teal', join(folder, 'offer.png')]);
  await run('convert', ['-size', '640x360', 'plasma:red-blue', join(folder, 'poster.png')]);
  await run('ffmpeg', [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=25:duration=2'],
    ...['-c:v', 'libx265', '-x265-params', 'log-level=error', '-tag:v', 'hvc1', join(folder, 'hevc.mp4')],
  ]);
  const now = new Date();
  const day = (days: number) =>
    new Date(now.getTime() + days * 24 * 60 * minuteMs).toISOString().slice(0, 10);
  const otherDays = 127 & ~(1 << now.getUTCDay());
  add('Scarves, two for one', {});
  add('Spring sale', { play_rule: 0, start_date: day(12) });
  add('Black Friday', { play_rule: 0, end_date: day(-2) });
  add('Sunday brunch', { play_rule: 0, weekdays: otherDays });
  add('Gift vouchers', { play_rule: 0, end_date: day(5) });
  add('Opening film', {}, 'video/mp4', readFileSync(join(folder, 'hevc.mp4')));
}

const poster = (folder: string) => readFileSync(join(folder, 'poster.png'));

const picture = (folder: string) => readFileSync(join(folder, 'offer.png'));

/** Hours of a screen: on between these minutes from now, every day. */
export function hoursFromNow(from: number, to: number): { readonly daily: string } {
  const clock = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString().slice(11, 16);
  return { daily: `${clock(from)}-${clock(to)}` };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
