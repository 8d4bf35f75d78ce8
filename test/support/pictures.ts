import { crc32, deflateSync } from 'node:zlib';
import type { DemoContent } from '../../src/demo/content.ts';

/**
 * A real PNG of about this many bytes: a small picture of incompressible noise, distinct for each seed. The
 * size is reached with a private chunk, which every decoder skips.
 */
export function picture(seed: number, bytes = 1000): Uint8Array {
  const side = 4;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(side * (1 + side * 3), seed & 0xff);
  for (let row = 0; row < side; row++) rows[row * (1 + side * 3)] = 0;
  rows.writeUInt32BE(seed >>> 0, 1);
  const image = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  const length = 8 + image.reduce((sum, part) => sum + part.length, 0);
  const padding = chunk('prVt', noise(seed, Math.max(0, bytes - length - 12)));
  const [first = Buffer.alloc(0), ...rest] = image;
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), first, padding, ...rest]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** Pseudo-random bytes, the same for the same seed. */
export function noise(seed: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = (seed * 2654435761 + 1) >>> 0;
  for (let at = 0; at + 4 <= length; at += 4) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes.writeUInt32LE(state >>> 0, at);
  }
  return bytes;
}

/** Adds pictures to the demo CMS, each with an entry in the playlist, and returns their media file ids. */
export function addPictures(
  content: DemoContent,
  playlistId: string,
  count: number,
  bytes = 1000,
  firstSeed = 1,
): string[] {
  return Array.from({ length: count }, (_, index) => {
    const seed = firstSeed + index;
    const file = content.addFile(
      { name: `Picture ${seed}`, fileName: `picture-${seed}.png`, mimeType: 'image/png' },
      picture(seed, bytes),
    );
    content.addEntry(playlistId, { media_file_id: file.id, duration: 5 });
    return String(file.id);
  });
}
