import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { createChromiumHost } from '../../src/main/host/chromium/host.ts';
import type { AppHandler, Host } from '../../src/main/host/host.ts';
import type { Showing } from '../../src/main/show/events.ts';
import { createAppHandler } from '../../src/main/show/handler.ts';
import type { MemoryRule } from '../../src/main/show/memory-watch.ts';
import { createShow, type Show } from '../../src/main/show/show.ts';
import { objectPath } from '../../src/main/store/objects/layout.ts';
import { type Content, type Cue, defaultScreenSettings } from '../../src/shared/programme.ts';
import { type Color, middle, startDisplay, type TestDisplay } from '../e2e/support/display.ts';
import { picture } from '../e2e/support/pictures.ts';
import { cue, image, looping, video } from '../renderer/programmes.ts';
import { rendererFolder } from '../support/built.ts';
import { until } from '../support/until.ts';

/** The built stage in a real browser on its own display, kept alive by the show. */
export interface PlayingShow extends AsyncDisposable {
  readonly show: Show;
  readonly host: Host;
  readonly display: TestDisplay;
  readonly showings: readonly Showing[];
  readonly lines: readonly LogLine[];
  /** Puts a file into the store and returns its address on the stage. */
  put(bytes: Uint8Array, extension: string): string;
  still(color: Parameters<typeof picture>[0]): Content;
  clip(file: string): Content;
  play(id: string, cues: readonly Cue[]): void;
  seen(): Promise<Color>;
  /** Milliseconds until the display shows that colour. */
  untilSeen(color: Color): Promise<number>;
  untilAlive(): Promise<void>;
}

export interface PlayingShowOptions {
  /** Intercepts the stage's requests. */
  readonly wrap?: (handler: AppHandler) => AppHandler;
  readonly memory?: MemoryRule;
  /** Width of the display; its height is 9/16 of it. */
  readonly width?: number;
}

export async function openPlayingShow(options: PlayingShowOptions = {}): Promise<PlayingShow> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-show-'));
  const dataDir = join(folder, 'data');
  const { width = 640 } = options;
  const display = await startDisplay(width, (width * 9) / 16);
  const showings: Showing[] = [];
  const lines: LogLine[] = [];
  const log = createLog((line) => lines.push(line));
  const show = createShow({
    clock: systemClock,
    log,
    ...(options.memory ? { memory: options.memory } : {}),
    onShowing: (showing) => void showings.push(showing),
  });
  const plain = createAppHandler({ renderer: rendererFolder, dataDir });
  vi.stubEnv('DISPLAY', display.name);
  const host = createChromiumHost({
    handler: options.wrap ? options.wrap(plain) : plain,
    events: { displaysChanged: () => undefined, woke: () => undefined, ended: () => undefined },
    log,
    clock: systemClock,
    user: 'nobody',
  });
  await host.start();
  const [whole] = await host.displays();
  if (!whole) throw new Error('no display');
  await show.attach(host, [{ screenId: '1', display: whole }]);
  const put = (bytes: Uint8Array, extension: string): string => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const path = objectPath(dataDir, sha256);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    return `media/${sha256}.${extension}`;
  };
  const seen = async (): Promise<Color> => middle(await display.grab());
  return {
    show,
    host,
    display,
    showings,
    lines,
    put,
    still: (color) => image(put(picture(color), 'png')),
    clip: (file) => video(put(readFileSync(file), 'mp4')),
    play: (id, cues) => show.programme(looping(id, cues), defaultScreenSettings),
    seen,
    async untilSeen(color) {
      const since = performance.now();
      await until(`${color} on the display`, async () => (await seen()) === color);
      return performance.now() - since;
    },
    untilAlive: async () => {
      await until('a living screen', () => show.status()[0]?.alive === true);
    },
    async [Symbol.asyncDispose]() {
      show.stop();
      await host.stop();
      await display.stop();
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export { cue };
