import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ffmpeg = (...args: string[]) => run('ffmpeg', ['-loglevel', 'error', '-y', ...args]);

/** A picture of one colour. */
export async function makeImage(
  folder: string,
  name: string,
  color: string,
  size = '1280x720',
): Promise<string> {
  await ffmpeg('-f', 'lavfi', '-i', `color=${color}:s=${size}`, '-frames:v', '1', join(folder, name));
  return `media/${name}`;
}

export interface ClipOptions {
  readonly seconds: number;
  readonly color?: string;
  readonly size?: string;
  readonly rate?: number;
  readonly sound?: boolean;
  readonly codec?: readonly string[];
}

/** A clip of one colour with a bar that moves, so that every frame differs. */
export async function makeClip(folder: string, name: string, options: ClipOptions): Promise<string> {
  const { seconds, color = 'navy', size = '1280x720', rate = 30, sound = false } = options;
  const codec = options.codec ?? ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  const bar = `color=white:s=16x40:r=${rate}:d=${seconds}[bar];[0][bar]overlay=x='mod(n*16,W)':y=H-40`;
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `color=${color}:s=${size}:r=${rate}:d=${seconds}`],
    ...(sound ? ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, '-c:a', 'aac'] : []),
    ...['-filter_complex', bar, ...codec, '-movflags', '+faststart', join(folder, name)],
  );
  return `media/${name}`;
}
