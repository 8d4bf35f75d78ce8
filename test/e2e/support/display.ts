import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { until } from '../../support/until.ts';
import { type Frame, Pixels } from './pixels.ts';

export type { Frame };

const run = promisify(execFile);

/** A separate display, recorded from outside: what a person in front of it sees. */
export interface TestDisplay extends Recorder {
  readonly name: string;
  stop(): Promise<void>;
}

export interface Recorder {
  readonly width: number;
  readonly height: number;
  /** The current picture, scaled to `width` × `height` pixels of three bytes. */
  grab(width?: number, height?: number): Promise<Frame>;
  /** The colours of some points as red, green and blue; positions are fractions of the size. */
  colors(points: readonly (readonly [number, number])[]): Promise<readonly Uint8Array[]>;
  /** Records the display until it is stopped; resolves with the first picture. */
  record(framesPerSecond: number): Promise<Recording>;
  /** A screenshot for a person. */
  screenshot(path: string): Promise<void>;
}

export interface Recording {
  /** With their times. A delayed recorder takes many pictures in a moment, so their number is no measure of time. */
  readonly frames: readonly { readonly at: number; readonly frame: Frame }[];
  /** When it resolves, the picture at the time of the call has been recorded. */
  stop(): Promise<void>;
}

export async function startDisplay(width = 1280, height = 720): Promise<TestDisplay> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp', '-noreset'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const name = await new Promise<string>((resolve, reject) => {
    server.once('exit', () => reject(new Error('Xvfb ended before it was ready')));
    server.stdio[3]?.once('data', (data: Buffer) => resolve(`:${data.toString().trim()}`));
  });
  return { name, ...recorderOf(name, width, height), stop: () => ended(server, 'SIGTERM') };
}

type Start = (command: readonly string[]) => ChildProcess;
const startHere: Start = ([program = '', ...args]) =>
  spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });

/** Reads the picture of an X display. */
export function recorderOf(name: string, width: number, height: number): Recorder {
  const pixels = new Pixels(name);
  const input = (rate: number) => grabbing(name, width, height, rate);
  return {
    width,
    height,
    async grab(toWidth = 64, toHeight = 36) {
      return pixels.read({ width, height }, { width: toWidth, height: toHeight });
    },
    colors: (points) =>
      pixels.at(points.map(([x, y]) => [Math.floor(x * (width - 1)), Math.floor(y * (height - 1))])),
    record: (rate) => record(input(rate)),
    screenshot: async (path) => {
      await run('ffmpeg', [...input(30), '-frames:v', '1', '-y', path]);
    },
  };
}

function grabbing(name: string, width: number, height: number, rate: number): readonly string[] {
  return [
    ...['-loglevel', 'error', '-f', 'x11grab', '-draw_mouse', '0', '-framerate', String(rate)],
    ...['-video_size', `${width}x${height}`, '-i', name],
  ];
}

/** Records with a program that is started for this display. */
export function recordElsewhere(
  start: Start,
  width: number,
  height: number,
  rate: number,
): Promise<Recording> {
  return record(grabbing(':0', width, height, rate), start);
}

async function record(input: readonly string[], start: Start = startHere): Promise<Recording> {
  const size = { width: 64, height: 36 };
  const small = ['-vf', `scale=${size.width}:${size.height}:flags=area`];
  // One picture for each capture: by default the program would fill gaps with copies of the previous picture.
  const output = ['-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
  const recorder = start(['ffmpeg', ...input, ...small, ...output]);
  const frames: { at: number; frame: Frame }[] = [];
  let rest = Buffer.alloc(0);
  recorder.stdout?.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    const bytes = size.width * size.height * 3;
    for (; rest.length >= bytes; rest = rest.subarray(bytes))
      frames.push({
        at: performance.now(),
        frame: { ...size, rgb: new Uint8Array(rest.subarray(0, bytes)) },
      });
  });
  await until('the first picture of a recording', () => {
    if (hasEnded(recorder)) throw new Error('The recorder ended before its first picture');
    return frames.length > 0;
  });
  return {
    frames,
    async stop() {
      // The first of these may have been taken earlier.
      const before = frames.length;
      await until('the last picture of a recording', () => frames.length > before + 1 || hasEnded(recorder));
      const closed = hasEnded(recorder) ? null : once(recorder, 'close');
      recorder.kill('SIGINT');
      await closed;
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (hasEnded(child)) return resolve();
    // An X server may overhear a signal.
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
    child.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    child.kill(signal);
  });
}

export type Kind = 'show' | 'black' | 'white' | 'other';

/**
 * For a show in pure red and pure green. Any white makes a picture white; anything else that is neither show nor black may be
 * text, a foreign window or a fade.
 */
export function kindOf({ rgb }: Frame): Kind {
  const counts = { show: 0, black: 0, white: 0, other: 0 };
  for (let at = 0; at < rgb.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(at, at + 3);
    if (Math.min(red, green, blue) > 190) counts.white++;
    else if (blue < 60 && Math.max(red, green) > 200 && Math.min(red, green) < 60) counts.show++;
    else if (Math.max(red, green, blue) < 30) counts.black++;
    else counts.other++;
  }
  const cells = rgb.length / 3;
  if (counts.white > 0) return 'white';
  if (counts.show === cells) return 'show';
  return counts.black === cells ? 'black' : 'other';
}

export type Color = 'red' | 'green' | 'blue' | 'yellow' | 'black' | 'other';

/** The colour of one place of a frame, by the names of the test pictures. */
export function colorAt(frame: Frame, x: number, y: number): Color {
  const offset = (Math.floor(y * frame.height) * frame.width + Math.floor(x * frame.width)) * 3;
  const [red = 0, green = 0, blue = 0] = frame.rgb.subarray(offset, offset + 3);
  const high = (value: number): boolean => value > 170;
  const low = (value: number): boolean => value < 85;
  if (high(red) && low(green) && low(blue)) return 'red';
  if (low(red) && high(green) && low(blue)) return 'green';
  if (low(red) && low(green) && high(blue)) return 'blue';
  if (high(red) && high(green) && low(blue)) return 'yellow';
  if (red < 24 && green < 24 && blue < 24) return 'black';
  return 'other';
}

export const middle = (frame: Frame): Color => colorAt(frame, 0.5, 0.5);

/** Completely black, which must never happen. A dark picture with any content is not black. */
export function isBlack(frame: Frame): boolean {
  return frame.rgb.every((value) => value < 16);
}

/** A window that has not painted yet. */
export function isWhite(frame: Frame): boolean {
  return frame.rgb.every((value) => value > 239);
}
