import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { MediaKind } from '../../../src/main/edition/records.ts';
import { bytesInMemory } from '../../../src/main/sync/sniff/byte-source.ts';
import { describe as describeBytes } from '../../../src/main/sync/sniff/describe.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-sniff-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a real file with ffmpeg. */
function make(name: string, ...args: string[]): Buffer {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...args, path]);
  return readFileSync(path);
}

const look = (bytes: Uint8Array, declared: MediaKind = 'image') =>
  describeBytes(bytesInMemory(bytes), declared);
const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=25', '-frames:v', '1'];
const film = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=25:duration=1.4'];
const tone = ['-f', 'lavfi', '-i', 'sine=duration=1.5'];

describe('pictures', () => {
  test.each([
    ['jpg', 'image/jpeg', []],
    ['png', 'image/png', []],
    ['webp', 'image/webp', []],
    ['gif', 'image/gif', []],
    ['bmp', 'image/bmp', []],
  ])('%s with its size', async (extension, mimeType, more) => {
    const described = await look(make(`picture.${extension}`, ...picture, ...more));
    const size = { width: 64, height: 48, durationMs: null };
    expect(described).toMatchObject({
      accepted: true,
      description: { kind: 'image', mimeType, extension, ...size },
    });
  });

  test.each([
    ['<svg xmlns="http://www.w3.org/2000/svg" width="300px" height="150"/>', 300, 150],
    [
      '﻿<?xml version="1.0"?>\n<!-- drawn by hand -->\n<!DOCTYPE svg [<!ENTITY a "b">]>\n<svg viewBox="0 0 20 10">',
      20,
      10,
    ],
    ['<svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="50%">', null, null],
  ])('SVG %#', async (text, width, height) => {
    const described = await look(Buffer.from(text));
    expect(described).toMatchObject({ accepted: true, description: { extension: 'svg', width, height } });
  });
});

describe('films and sounds', () => {
  test.each([
    ['h264.mp4', [...film, ...tone, '-pix_fmt', 'yuv420p'], 'mp4', 1400],
    [
      'streamed.mp4',
      [...film, '-pix_fmt', 'yuv420p', '-movflags', '+frag_keyframe+empty_moov+dash'],
      'mp4',
      null,
    ],
    ['index-first.mp4', [...film, '-pix_fmt', 'yuv420p', '-movflags', '+faststart'], 'mp4', 1400],
    ['apple.mov', [...film, '-pix_fmt', 'yuv420p'], 'mov', 1400],
    ['vp9.webm', [...film, '-c:v', 'libvpx-vp9'], 'webm', 1400],
    ['any.mkv', [...film, '-pix_fmt', 'yuv420p'], 'mkv', 1400],
  ] as const)('%s', async (name, args, extension, durationMs) => {
    const described = await look(make(name, ...args), 'video');
    expect(described).toMatchObject({
      accepted: true,
      description: { kind: 'video', extension, width: 64, height: 48 },
    });
    const found = described.accepted ? described.description.durationMs : null;
    // The sound may make a film a frame or two longer.
    if (durationMs !== null) expect(Math.abs((found ?? 0) - durationMs)).toBeLessThan(120);
  });

  test.each([
    ['tone.mp3', [...tone]],
    ['constant.mp3', [...tone, '-b:a', '64k', '-write_xing', '0']],
    ['tone.wav', [...tone]],
    ['tone.flac', [...tone]],
    ['tone.ogg', [...tone, '-c:a', 'libvorbis']],
    ['opus.ogg', [...tone, '-c:a', 'libopus']],
    ['tone.m4a', [...tone]],
    ['sound-only.mp4', [...tone, '-c:a', 'aac']],
  ] as const)('%s', async (name, args) => {
    const described = await look(make(name, ...args), 'audio');
    expect(described).toMatchObject({ accepted: true, description: { kind: 'audio' } });
    const found = described.accepted ? described.description.durationMs : null;
    expect(Math.abs((found ?? 0) - 1500)).toBeLessThan(100);
  });

  test('the demo clips are as long as their makers say', async () => {
    for (const [name, kind] of [
      ['tide.mp4', 'video'],
      ['aurora.webm', 'video'],
    ] as const) {
      const bytes = readFileSync(new URL(`../../../src/demo/media/${name}`, import.meta.url));
      const path = join(folder, name);
      const told = execFileSync('ffprobe', [
        ...['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0'],
        new URL(`../../../src/demo/media/${name}`, import.meta.url).pathname,
      ]);
      const described = await look(bytes, kind);
      const found = described.accepted ? described.description.durationMs : null;
      expect(Math.abs((found ?? 0) - Number(told) * 1000), path).toBeLessThan(50);
    }
  });

  test('a film that was cut short is not whole by its own account', async () => {
    const whole = make('cut.mp4', ...film, '-pix_fmt', 'yuv420p', '-movflags', '+faststart');
    expect(await look(whole.subarray(0, whole.length - 500), 'video')).toEqual({
      accepted: false,
      reason: 'cut-short',
    });
  });
});

describe('what it says of itself is not believed', () => {
  test.each([
    ['<!DOCTYPE html><html>', 'page'],
    ['\n\n <HTML><body>', 'page'],
    ['<script>location="/login"</script>', 'page'],
    ['{"error": "unauthenticated"}', 'unknown'],
    ['', 'unknown'],
    ['MZ\x90\0', 'unknown'],
    ['PK\x03\x04', 'unknown'],
  ])('%j is refused', async (text, reason) => {
    expect(await look(Buffer.from(text, 'latin1'))).toEqual({ accepted: false, reason });
  });

  test('text only where text was declared', async () => {
    expect(await look(Buffer.from('Closed on Mondays\n'), 'text')).toMatchObject({
      description: { extension: 'txt' },
    });
    expect(await look(Buffer.from('Closed on Mondays\n'), 'image')).toMatchObject({ accepted: false });
    expect(await look(Buffer.from('a\0b'), 'text')).toMatchObject({ accepted: false });
    expect(await look(Buffer.from('<html>'), 'text')).toMatchObject({ accepted: false });
    expect(await look(Buffer.from('%PDF-1.7\n'), 'pdf')).toMatchObject({ description: { kind: 'pdf' } });
  });

  test('a film under the name of a picture is a film', async () => {
    const bytes = make('not-a-picture.mp4', ...film, '-pix_fmt', 'yuv420p');
    expect(await look(bytes, 'image')).toMatchObject({ description: { kind: 'video', extension: 'mp4' } });
  });
});

describe('hostile bytes end soon and never throw', () => {
  const seeds = [
    make('hostile.mp4', ...film, ...tone, '-pix_fmt', 'yuv420p'),
    make('hostile.webm', ...film, '-c:v', 'libvpx-vp9'),
    make('hostile.jpg', ...picture),
    make('hostile.mp3', ...tone),
    make('hostile.ogg', ...tone, '-c:a', 'libvorbis'),
    make('hostile.wav', ...tone).subarray(0, 5000),
  ];

  test('files with bytes changed, cut out or cut off', async () => {
    const change = fc.tuple(fc.nat(), fc.nat(255));
    const story = fc.tuple(fc.constantFrom(...seeds), fc.array(change, { maxLength: 20 }), fc.nat());
    await fc.assert(
      fc.asyncProperty(story, async ([seed, changes, cut]) => {
        const bytes = Buffer.from(seed.subarray(0, cut % 3 === 0 ? cut % seed.length : seed.length));
        for (const [at, value] of changes)
          if (bytes.length > 0) bytes[at % Math.min(bytes.length, 4000)] = value;
        const described = await look(bytes, 'video');
        expect(typeof described.accepted).toBe('boolean');
      }),
      { numRuns: 1500 },
    );
  });

  test('any bytes at all', async () => {
    const signatures = [
      '\xff\xd8\xff',
      'RIFF\0\0\0\0WEBPVP8X',
      '\0\0\0\x18ftypmp42',
      '\x1aE\xdf\xa3',
      'OggS',
      'fLaC',
      'ID3',
    ];
    const any = fc.tuple(fc.constantFrom(...signatures), fc.uint8Array({ maxLength: 300 }));
    await fc.assert(
      fc.asyncProperty(any, async ([signature, rest]) => {
        await look(Buffer.concat([Buffer.from(signature, 'latin1'), rest]), 'video');
      }),
      { numRuns: 1500 },
    );
  });

  test('a million empty boxes are not read one by one', async () => {
    const box = Buffer.from('\0\0\0\x08free', 'latin1');
    const bytes = Buffer.concat([
      Buffer.from('\0\0\0\x10ftypmp42\0\0\0\0', 'latin1'),
      ...Array(200_000).fill(box),
    ]);
    let reads = 0;
    const counting = {
      size: bytes.length,
      read: async (at: number, length: number) => {
        reads++;
        return bytes.subarray(at, at + length);
      },
    };
    await describeBytes(counting, 'video');
    expect(reads).toBeLessThan(11_000);
  });
});
