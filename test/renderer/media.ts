import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, createDeflate } from 'node:zlib';

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
  /** Noise in the picture, for a file of many bytes. */
  readonly noise?: boolean;
  readonly codec?: readonly string[];
}

/** A clip of one colour with a bar that moves, so that every frame differs. */
export async function makeClip(folder: string, name: string, options: ClipOptions): Promise<string> {
  const { seconds, color = 'navy', size = '1280x720', rate = 30, sound = false, noise = false } = options;
  const codec = options.codec ?? ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  const bar = `color=white:s=16x40:r=${rate}:d=${seconds}[bar];[0][bar]overlay=x='mod(n*16,W)':y=H-40${noise ? ',noise=alls=60:allf=t' : ''}`;
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `color=${color}:s=${size}:r=${rate}:d=${seconds}`],
    ...(sound ? ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, '-c:a', 'aac'] : []),
    ...['-filter_complex', bar, ...codec, '-movflags', '+faststart', join(folder, name)],
  );
  return `media/${name}`;
}

/** One that the setup installs: ImageMagick's own default is not on every machine. */
export const font = '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf';

/** A picture in which top, bottom, left and right can be told apart, with a word in it. */
export async function makeScene(
  folder: string,
  name: string,
  word: string,
  size = '1280x720',
): Promise<string> {
  await run('convert', [
    ...['-size', size, 'gradient:#f6c177-#3e5f8a', '-fill', '#ffffffcc'],
    ...['-draw', 'circle 180,140 180,70', '-fill', '#1d3557', '-draw', 'rectangle 0,560 4000,4000'],
    ...['-fill', 'white', '-gravity', 'center', '-pointsize', '96', '-font', font, '-annotate', '0', word],
    join(folder, name),
  ]);
  return `media/${name}`;
}

/** A PDF of these pages, each a line of text on paper of A4 across. */
export async function makePdf(
  folder: string,
  name: string,
  pages: readonly string[],
  size = '842 595',
): Promise<string> {
  const objects: string[] = [];
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  objects.push('<< /Type /Catalog /Pages 2 0 R >>');
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [index, text] of pages.entries()) {
    const drawing = `0.93 0.96 1 rg 0 0 842 595 re f 0.12 0.2 0.36 rg BT /F 64 Tf 80 280 Td (${text}) Tj ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Contents ${5 + index * 2} 0 R ` +
        '/Resources << /Font << /F 3 0 R >> >> >>',
    );
    objects.push(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`);
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  await writeFile(join(folder, name), file, 'latin1');
  return `media/${name}`;
}

/** A PNG of many pixels and few bytes. */
export async function makeHugePng(folder: string, name: string, side: number): Promise<string> {
  const row = Buffer.alloc(1 + Math.ceil(side / 8), 0xff);
  row[0] = 0;
  const deflate = createDeflate();
  const packed: Buffer[] = [];
  deflate.on('data', (part: Buffer) => packed.push(part));
  for (let y = 0; y < side; y += 1) if (!deflate.write(row)) await once(deflate, 'drain');
  deflate.end();
  await once(deflate, 'end');
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat(packed)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  await writeFile(join(folder, name), Buffer.concat([signature, ...chunks]));
  return `media/${name}`;
}
