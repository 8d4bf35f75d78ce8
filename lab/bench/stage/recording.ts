// Records a display from outside at 60 pictures per second and reads the code in each one.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { type Code, columns, decode } from './code.ts';

export interface Sight {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Null: no code can be read. */
  readonly code: Code | null;
  /** Mean brightness, 0–255. */
  readonly brightness: number;
  /** Share of the picture's area that is as good as black, between the rows of cells. */
  readonly blackShare: number;
}

const [width, height] = [160, 90];

export interface Recording {
  readonly sights: readonly Sight[];
  stop(): Promise<void>;
}

/** Resolves with the first picture. `enter`: a program that starts the recorder, for its priority. */
export async function record(
  display: string,
  size: string,
  enter: readonly string[] = [],
): Promise<Recording> {
  const [program = '', ...first] = [...enter, 'ffmpeg'];
  const ffmpeg = spawn(
    program,
    [
      ...first,
      ...['-loglevel', 'info', '-copyts', '-f', 'x11grab', '-draw_mouse', '0', '-framerate', '60'],
      ...[
        '-video_size',
        size,
        '-i',
        display,
        '-vf',
        `scale=${width}:${height}:flags=neighbor,showinfo=checksum=0`,
      ],
      ...['-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'gray', '-'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const times: number[] = [];
  const pictures: Omit<Sight, 'at'>[] = [];
  const sights: Sight[] = [];
  const join = (): void => {
    while (sights.length < Math.min(times.length, pictures.length)) {
      const picture = pictures[sights.length];
      const at = times[sights.length];
      if (picture === undefined || at === undefined) return;
      sights.push({ at, ...picture });
    }
  };
  createInterface({ input: ffmpeg.stderr }).on('line', (line) => {
    // In microseconds; `pts_time` has too few digits for the time of day.
    const time = / pts:\s*(\d+)/.exec(line);
    if (time) times.push(Number(time[1]) / 1000);
    join();
  });
  let rest: Buffer = Buffer.alloc(0);
  ffmpeg.stdout.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= width * height) {
      pictures.push(read(rest.subarray(0, width * height)));
      rest = rest.subarray(width * height);
    }
    join();
  });
  while (sights.length === 0) {
    if (ffmpeg.exitCode !== null) throw new Error(`The recorder ended with ${ffmpeg.exitCode}`);
    await wait(5);
  }
  return {
    sights,
    async stop() {
      const closed = new Promise((resolve) => ffmpeg.once('close', resolve));
      ffmpeg.kill('SIGINT');
      await closed;
    },
  };
}

function read(pixels: Buffer): Omit<Sight, 'at'> {
  const row = (y: number): number[] =>
    Array.from({ length: columns }, (_, cell) => {
      const x = Math.floor(((cell + 0.5) * width) / columns);
      return pixels[y * width + x] ?? 0;
    });
  let [sum, black] = [0, 0];
  for (const value of pixels) sum += value;
  const between = pixels.subarray(10 * width, -10 * width);
  for (const value of between) if (value < 24) black += 1;
  return {
    code: decode(row(3), row(height - 4)),
    brightness: sum / pixels.length,
    blackShare: black / between.length,
  };
}
