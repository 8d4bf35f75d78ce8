// Clips, pictures and pages with the code of the bench.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { columns, encode, ground, rowShare } from './code.ts';

const [width, height] = [320, 180];

function picture(id: number, frame: number): Buffer {
  const pixels = Buffer.alloc(width * height, ground(id));
  const cells = encode(id, frame);
  const rows = Math.round(height * rowShare);
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < width; x += 1) {
      const white = cells[Math.floor((x * columns) / width)] === true;
      pixels[y * width + x] = white ? 255 : 0;
      pixels[(height - 1 - y) * width + x] = white ? 0 : 255;
    }
  // A moving object, as in a real clip.
  for (let y = 80; y < 120; y += 1)
    for (let x = 0; x < 40; x += 1) pixels[y * width + ((x + frame * 4) % width)] = 60;
  return pixels;
}

async function encodeFrames(
  id: number,
  frames: number,
  options: readonly string[],
  file: string,
): Promise<void> {
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...[
        '-loglevel',
        'error',
        '-y',
        '-f',
        'rawvideo',
        '-pix_fmt',
        'gray',
        '-s',
        `${width}x${height}`,
        '-r',
        '30',
      ],
      ...['-i', '-', '-vf', 'scale=1280:720:flags=neighbor', ...options, file],
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  for (let frame = 0; frame < frames; frame += 1)
    if (!ffmpeg.stdin.write(picture(id, frame))) await once(ffmpeg.stdin, 'drain');
  ffmpeg.stdin.end();
  const [code] = await once(ffmpeg, 'close');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
}

export async function makeCodedClip(folder: string, id: number, frames: number): Promise<string> {
  const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-pix_fmt', 'yuv420p'];
  await encodeFrames(id, frames, [...h264, '-movflags', '+faststart'], join(folder, `clip-${id}.mp4`));
  return `media/clip-${id}.mp4`;
}

export async function makeCodedImage(folder: string, id: number): Promise<string> {
  await encodeFrames(id, 1, ['-frames:v', '1'], join(folder, `image-${id}.png`));
  return `media/image-${id}.png`;
}

export function codedPage(id: number): string {
  const shade = ground(id);
  const row = (negative: boolean): string =>
    encode(id, 0)
      .map((bit) => `<i style="background:${bit !== negative ? '#fff' : '#000'}"></i>`)
      .join('');
  return (
    `<!doctype html><style>body{margin:0;height:100vh;background:rgb(${shade},${shade},${shade});overflow:hidden}` +
    `div{position:absolute;display:flex;width:100vw;height:${rowShare * 100}vh}div+div{bottom:0}i{flex:1}</style>` +
    `<div>${row(false)}</div><div>${row(true)}</div>`
  );
}
