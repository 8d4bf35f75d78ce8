// Records two displays side by side in one picture, 60 times a second each, and reads the code of both halves.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Code, columns, decode } from '../stage/code.ts';

/** Both displays at one instant. */
export interface Pair {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Null: no code can be read. */
  readonly left: Code | null;
  readonly right: Code | null;
  /** The age difference of the halves in milliseconds: the possible error of the recording. */
  readonly apartMs: number;
}

export interface PairRecording {
  /** Everything recorded so far. */
  pairs(): readonly Pair[];
  stop(): Promise<void>;
}

const [width, height] = [160, 90];

export function recordPair(displays: readonly [string, string], size: string): PairRecording {
  const input = (name: string): readonly string[] => [
    ...['-f', 'x11grab', '-draw_mouse', '0', '-framerate', '60', '-video_size', size, '-i', name],
  ];
  const half = `scale=${width}:${height}:flags=neighbor,format=gray,showinfo`;
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...['-loglevel', 'info', '-nostats', '-copyts', ...input(displays[0]), ...input(displays[1])],
      '-filter_complex',
      `[0:v]${half}@left=checksum=0[l];[1:v]${half}@right=checksum=0[r];[l][r]hstack,showinfo@both=checksum=0`,
      ...['-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'gray', '-'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const times = { left: [] as number[], right: [] as number[], both: [] as number[] };
  const codes: { readonly left: Code | null; readonly right: Code | null }[] = [];
  createInterface({ input: ffmpeg.stderr }).on('line', (line) => {
    // In microseconds; `pts_time` has too few digits for the time of day.
    const [, which, time] = /showinfo@(left|right|both) .* pts:\s*(\d+)/.exec(line) ?? [];
    if (which === 'left' || which === 'right' || which === 'both') times[which].push(Number(time) / 1000);
  });
  const bytes = 2 * width * height;
  let rest: Buffer = Buffer.alloc(0);
  ffmpeg.stdout.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (; rest.length >= bytes; rest = rest.subarray(bytes))
      codes.push({ left: read(rest, 0), right: read(rest, width) });
  });
  return {
    pairs() {
      const left = latest(times.left);
      const right = latest(times.right);
      return times.both.slice(0, codes.length).flatMap((at, index) => {
        const apartMs = nearest(left(at), right(at));
        if (apartMs === null) return [];
        return [{ at, left: codes[index]?.left ?? null, right: codes[index]?.right ?? null, apartMs }];
      });
    },
    async stop() {
      const closed = new Promise((resolve) => ffmpeg.once('close', resolve));
      ffmpeg.kill('SIGINT');
      await closed;
    },
  };
}

/** A picture of one display, and the one after it. */
export interface Taken {
  readonly at: number;
  readonly nextAt: number;
}

/**
 * The distance between two pictures; null when the next picture of the older display is nearer to the newer one. Both displays
 * are recorded at 60 pictures per second, but not at the same instants, so each picture is paired twice.
 */
export function nearest(left: Taken, right: Taken): number | null {
  const [older, newer] = left.at <= right.at ? [left, right] : [right, left];
  const apartMs = newer.at - older.at;
  return older.nextAt - newer.at < apartMs ? null : apartMs;
}

/** The last of these times at or before an instant. Calls must be in order of time. */
function latest(times: readonly number[]): (at: number) => Taken {
  let index = 0;
  return (at) => {
    while ((times[index + 1] ?? Number.POSITIVE_INFINITY) <= at) index += 1;
    return { at: times[index] ?? Number.NaN, nextAt: times[index + 1] ?? Number.POSITIVE_INFINITY };
  };
}

function read(picture: Buffer, from: number): Code | null {
  const row = (y: number): number[] =>
    Array.from({ length: columns }, (_, cell) => {
      const x = from + Math.floor(((cell + 0.5) * width) / columns);
      return picture[y * 2 * width + x] ?? 0;
    });
  return decode(row(3), row(height - 4));
}
