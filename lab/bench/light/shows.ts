// The measured shows, each with a page that shows the same in bare Chromium.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runnerImport } from 'vite';
import type * as Demo from '../../../src/demo/cms.ts';
import { runVitrine } from '../../../test/e2e/support/player.ts';

const run = promisify(execFile);
const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

export type ShowName = 'still' | 'touch' | 'video' | 'zones' | 'fades' | 'ticker' | 'standby' | 'closed';

export interface LightShow {
  readonly name: ShowName;
  /** The environment of a player with a warm store, without its display. */
  readonly env: Readonly<Record<string, string>> & { readonly VITRINE_DATA_DIR: string };
  /** The page for bare Chromium. */
  readonly page: string;
}

interface Made {
  readonly config: object;
  readonly page: string;
}

/** How long each of the ten pictures is visible, and how long it fades into the next one. */
const [pictureSeconds, fadeSeconds] = [3, 0.8];
const words = 'Fresh bread from six o’clock · Lunch from eleven to two · Ask for the dish of the day';
const [tickerSpeed, tickerHeight] = [120, 0.065];

const pageOf = (body: string): string =>
  `<!doctype html><style>body{margin:0;height:100vh;background:#000;overflow:hidden}
img,video{position:absolute;width:100vw;height:100vh;object-fit:contain}</style>${body}`;

const bareFades = pageOf(`<img><img><script>
const images = [...document.images];
let turn = 0;
async function ready(image, index) {
  image.style.opacity = 0;
  image.src = 'picture-' + (index % 10) + '.jpg';
  await image.decode();
}
async function next() {
  const [front, back] = [images[turn % 2], images[(turn + 1) % 2]];
  turn += 1;
  front.style.zIndex = 1;
  back.style.zIndex = 0;
  await front.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ${fadeSeconds * 1000}, easing: 'ease-in-out' }).finished;
  front.style.opacity = 1;
  await ready(back, turn);
}
ready(images[0], 0).then(() => { next(); setInterval(next, ${pictureSeconds * 1000}); });
</script>`);

const bareTicker = pageOf(`<style>
aside{position:absolute;bottom:0;left:0;right:0;height:${tickerHeight * 100}vh;overflow:hidden;white-space:pre;background:#123;color:#fff;
font:3.6vh/${tickerHeight * 100}vh "Noto Sans",sans-serif}
div{display:inline-flex;will-change:transform}
span{padding-right:12vh}
</style><img src="hills.jpg"><aside><div></div></aside><script>
const line = document.querySelector('div');
line.innerHTML = '<span>${words}</span>'.repeat(4);
const distance = line.firstChild.offsetWidth;
line.animate([{ transform: 'none' }, { transform: 'translateX(' + -distance + 'px)' }],
  { duration: distance / ${tickerSpeed} * 1000, iterations: Infinity });
</script>`);

export class LightShows {
  readonly #folder = mkdtempSync(join(tmpdir(), 'vitrine-light-'));
  readonly #cms: Awaited<ReturnType<typeof Demo.startDemoCms>>;
  readonly #made = new Map<ShowName, Promise<LightShow>>();

  private constructor(cms: Awaited<ReturnType<typeof Demo.startDemoCms>>) {
    this.#cms = cms;
    // The unprivileged browser must be able to read the pages of the comparison.
    chmodSync(this.#folder, 0o755);
  }

  static async open(): Promise<LightShows> {
    const { module } = await runnerImport<typeof Demo>(at('src/demo/cms.ts'));
    return new LightShows(await module.startDemoCms({ seed: 'empty' }));
  }

  /** One player for each show; rows may share it. */
  show(name: ShowName): Promise<LightShow> {
    const made = this.#made.get(name) ?? this.#make(name);
    this.#made.set(name, made);
    return made;
  }

  async #make(name: ShowName): Promise<LightShow> {
    const folder = join(this.#folder, name);
    mkdirSync(folder);
    const { config, page } = await makers[name](folder, this.#cms.content);
    writeFileSync(join(folder, 'bare.html'), page);
    const data = join(folder, 'data');
    const written = {
      cms: { url: this.#cms.baseUrl, token: this.#cms.token },
      playlist: name,
      dataDir: data,
      ...config,
    };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(written));
    const env = { VITRINE_CONFIG: join(folder, 'config.json'), VITRINE_DATA_DIR: data };
    const { code, log } = await runVitrine(['sync', '--once'], env);
    if (code !== 0) throw new Error(`The store of ${name} could not be filled: ${log}`);
    return { name, env, page: join(folder, 'bare.html') };
  }

  async close(): Promise<void> {
    await this.#cms.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Content = Awaited<ReturnType<typeof Demo.startDemoCms>>['content'];

const picture = (): string => at('src/demo/media/hills.jpg');

type EntryValues = Parameters<Content['addEntry']>[1];

function addPicture(
  content: Content,
  playlist: number,
  file: string,
  seconds: number,
  values: EntryValues = {},
): void {
  const { id } = content.addFile(
    { name: file, fileName: 'picture.jpg', mimeType: 'image/jpeg' },
    readFileSync(file),
  );
  content.addEntry(playlist, { media_file_id: id, duration: seconds, ...values });
}

async function addFilm(content: Content, playlist: string, clip: string): Promise<void> {
  const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p'];
  const moving = 'testsrc2=size=1280x720:rate=30,format=yuv420p,noise=alls=6:allf=t';
  await run('ffmpeg', [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', moving, '-t', '15'],
    ...[...h264, '-movflags', '+faststart', clip],
  ]);
  const file = { name: 'clip', fileName: 'clip.mp4', mimeType: 'video/mp4' };
  const { id } = content.addFile(file, readFileSync(clip));
  content.addEntry(content.addPlaylist({ name: playlist }).id, { media_file_id: id, duration: 0 });
}

const makers: Record<ShowName, (folder: string, content: Content) => Promise<Made>> = {
  async still(folder, content) {
    copyFileSync(picture(), join(folder, 'hills.jpg'));
    addPicture(content, content.addPlaylist({ name: 'still' }).id, picture(), 3600);
    return { config: {}, page: pageOf('<img src="hills.jpg">') };
  },

  /** The same, with a touch that would open a page, and a corner for the service menu. */
  async touch(folder, content) {
    copyFileSync(picture(), join(folder, 'hills.jpg'));
    addPicture(content, content.addPlaylist({ name: 'touch' }).id, picture(), 3600);
    const config = { interaction: { address: 'http://127.0.0.1/' }, service: { pin: '4711' } };
    return { config, page: pageOf('<img src="hills.jpg">') };
  },

  async video(folder, content) {
    await addFilm(content, 'video', join(folder, 'clip.mp4'));
    return { config: {}, page: pageOf('<video src="clip.mp4" autoplay muted loop></video>') };
  },

  /** A clip and three stills, each in a zone of its own. */
  async zones(folder, content) {
    await addFilm(content, 'zones', join(folder, 'clip.mp4'));
    const places = [
      { left: 0, top: 0, width: '66%', height: '66%' },
      { left: '66%', top: 0, width: '34%', height: '66%' },
      { left: 0, top: '66%', width: '50%', height: '34%' },
      { left: '50%', top: '66%', width: '50%', height: '34%' },
    ];
    const zones = [];
    const elements = [];
    for (const [index, place] of places.entries()) {
      const file = `picture-${index}.jpg`;
      if (index > 0) {
        await run('convert', [picture(), '-modulate', `100,100,${20 * index + 10}`, join(folder, file)]);
        addPicture(content, content.addPlaylist({ name: `zones-${index}` }).id, join(folder, file), 3600);
      }
      zones.push({
        id: `z${index}`,
        ...place,
        playlist: index === 0 ? 'zones' : `zones-${index}`,
        fit: 'cover',
      });
      const style = Object.entries(place).map(([name, value]) => `${name}:${value}`);
      const what = index === 0 ? 'video src="clip.mp4" autoplay muted loop' : `img src="${file}"`;
      elements.push(`<${what} style="${[...style, 'object-fit:cover'].join(';')}">`);
    }
    return { config: { screen: { zones } }, page: pageOf(elements.join('')) };
  },

  async fades(folder, content) {
    const playlist = content.addPlaylist({ name: 'fades' });
    for (let index = 0; index < 10; index++) {
      const file = join(folder, `picture-${index}.jpg`);
      await run('convert', [picture(), '-modulate', `100,100,${20 * index + 10}`, file]);
      addPicture(content, playlist.id, file, pictureSeconds);
    }
    return { config: { transition: 'fade', transitionSeconds: fadeSeconds }, page: bareFades };
  },

  async ticker(folder, content) {
    copyFileSync(picture(), join(folder, 'hills.jpg'));
    addPicture(content, content.addPlaylist({ name: 'ticker' }).id, picture(), 3600);
    const ticker = { text: words, speed: tickerSpeed, color: '#ffffff', backgroundColor: '#112233' };
    return { config: { screen: { ticker } }, page: bareTicker };
  },

  /** A usual night: the shop is closed, and nothing is scheduled. */
  async standby(_, content) {
    const over = { play_rule: 0, start_date: '2025-06-01', end_date: '2025-06-02' } as const;
    addPicture(content, content.addPlaylist({ name: 'standby' }).id, picture(), 3600, over);
    return {
      config: {},
      page: pageOf('<h1 style="color:#fff;text-align:center;margin-top:45vh">Nothing to show right now</h1>'),
    };
  },

  /** Outside the hours of its display, while a film is due. */
  async closed(folder, content) {
    await addFilm(content, 'closed', join(folder, 'clip.mp4'));
    return { config: { screen: { hours: { daily: 'off' } } }, page: pageOf('') };
  },
};
