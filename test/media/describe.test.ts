import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { MediaKind } from '../../src/main/edition/records.ts';
import { bytesInMemory } from '../../src/main/media/byte-source.ts';
import { describe as describeBytes } from '../../src/main/media/describe.ts';
import fc from '../support/properties.ts';

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
/** By far the slowest encoders otherwise. */
const quickly = ['-deadline', 'realtime', '-cpu-used', '8'];
const vp9 = ['-c:v', 'libvpx-vp9', ...quickly];
const film = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=25:duration=1.4'];
const tone = ['-f', 'lavfi', '-i', 'sine=duration=1.5'];

describe('a drawing that would take a parser hours is refused in less than a second', () => {
  const head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="x">';
  const deep = `${head}${'<a>'.repeat(4_000)}`;
  test.each([
    ['nested elements', head + '<a>'.repeat(1_600_000)],
    ['siblings deep inside', deep + '<a/>'.repeat(1_200_000)],
    [
      'attributes deep inside',
      `${deep}<b ${Array.from({ length: 300_000 }, (_, index) => `x:a${index}=""`).join(' ')}/>`,
    ],
  ])('%s', async (_, drawing) => {
    expect(drawing.length).toBeLessThan(5_000_000);
    const before = process.threadCpuUsage();
    expect(await look(Buffer.from(drawing))).toEqual({ accepted: false, reason: 'damaged' });
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1_000);
  });

  test('but a drawing of thousands of elements is accepted', async () => {
    const shapes = `<g><g><g>${'<path d="M0 0h1v1z" fill="red"/>'.repeat(50_000)}</g></g></g></svg>`;
    expect(await look(Buffer.from(head + shapes))).toMatchObject({ accepted: true });
  });
});

describe('pictures', () => {
  test.each([
    ['jpg', 'image/jpeg', []],
    ['png', 'image/png', []],
    ['webp', 'image/webp', []],
    ['gif', 'image/gif', []],
    ['bmp', 'image/bmp', []],
  ])('%s is recognised with its size', async (extension, mimeType, more) => {
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
      '\ufeff<?xml version="1.0"?>\n<!-- drawn by > hand -->\n<?made by="a > b"?><!DOCTYPE svg PUBLIC "x" "y">\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"/>',
      20,
      10,
    ],
    [
      `<!-- ${'long '.repeat(3000)}--><svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>`,
      30,
      20,
    ],
    ['<svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="50%"/>', null, null],
  ])('SVG %# has its size', async (text, width, height) => {
    const described = await look(Buffer.from(text));
    expect(described).toMatchObject({ accepted: true, description: { extension: 'svg', width, height } });
  });
});

const svg = 'http://www.w3.org/2000/svg';
const illustrator = `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
\t<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
\t<!-- and so on -->
\t<!ENTITY ns_svg '${svg}'>
]>
<svg xmlns:i="&ns_ai;" xmlns="&ns_svg;" viewBox="0 0 160 90"><g i:layer="1"/></svg>`;

test('a drawing that declares namespaces as entities is accepted, as Illustrator writes it', async () => {
  expect(await look(Buffer.from(illustrator))).toMatchObject({
    accepted: true,
    description: { extension: 'svg', width: 160, height: 90 },
  });
});

test('a drawing that is too long with its entities expanded is refused', async () => {
  const long = `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(500)}">]><svg xmlns="${svg}">`;
  const before = process.threadCpuUsage();
  for (const references of ['&a;'.repeat(1_000_000), `<g id="${'&a;'.repeat(1_000_000)}"/>`])
    expect(await look(Buffer.from(`${long}${references}</svg>`))).toEqual({
      accepted: false,
      reason: 'damaged',
    });
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1_000);
  expect(await look(Buffer.from(`${long}${'&a;'.repeat(1_000)}</svg>`))).toMatchObject({ accepted: true });
});

test.each([
  [
    'entities in one another',
    '<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>\n<svg viewBox="0 0 20 10">',
  ],
  ['markup in an entity', '<!DOCTYPE svg [<!ENTITY a "<g/>">]><svg>&a;</svg>'],
  ['a number for a sign in an entity', '<!DOCTYPE svg [<!ENTITY a "&#60;g/>">]><svg>&a;</svg>'],
  ['an entity of parameters', '<!DOCTYPE svg [<!ENTITY % a "b">%a;]><svg></svg>'],
  ['a file as an entity', '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>'],
  ['attributes that it declares', '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "a()">]><svg></svg>'],
  ['a long entity', `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(501)}">]><svg></svg>`],
  [
    'many entities',
    `<!DOCTYPE svg [${Array.from({ length: 101 }, (_, index) => `<!ENTITY a${index} "b">`).join('')}]><svg></svg>`,
  ],
  ['a subset that never ends', '<!DOCTYPE svg [<!ENTITY a "b">'],
])('a drawing with %s is refused before anything expands it', async (_, text) => {
  expect(await look(Buffer.from(text))).toEqual({ accepted: false, reason: 'entities' });
});

test.each(['utf16le', 'be'] as const)('a drawing in UTF-16 (%s) is accepted', async (encoding) => {
  const bytes = Buffer.from(
    '\ufeff<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>',
    'utf16le',
  );
  if (encoding === 'be') bytes.swap16();
  expect(await look(bytes)).toMatchObject({ description: { extension: 'svg', width: 30, height: 20 } });
});

test('icons, small bitmaps and AVIF of other brands are pictures', async () => {
  const icon = Buffer.from('00000100010020200000010020000000000016000000', 'hex');
  expect(await look(icon)).toMatchObject({ description: { extension: 'ico', width: 32, height: 32 } });
  const bitmap = Buffer.from('424d36000000000000002a000000100000000400000003000000010018000000', 'hex');
  expect(await look(bitmap)).toMatchObject({ description: { extension: 'bmp', width: 4, height: 3 } });
  for (const brand of ['avif', 'avis', 'mif1', 'miaf', 'MA1B']) {
    const still = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1miaf  av01`, 'latin1');
    expect(await look(still), brand).toMatchObject({ description: { extension: 'avif' } });
    const other = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1miaf  hvc1`, 'latin1');
    expect(await look(other), brand).toEqual({ accepted: false, reason: 'unknown' });
  }
});

describe('films and sounds', () => {
  test.each([
    ['h264.mp4', [...film, ...tone, '-pix_fmt', 'yuv420p'], 'mp4', 1400],
    [
      'streamed.mp4',
      [...film, '-pix_fmt', 'yuv420p', '-movflags', '+frag_keyframe+empty_moov+dash'],
      'mp4',
      1400,
    ],
    [
      'fragments-with-a-first-length.mp4',
      [...film, '-pix_fmt', 'yuv420p', '-g', '5', '-movflags', '+frag_keyframe'],
      'mp4',
      1400,
    ],
    ['live.webm', [...film, ...vp9, '-live', '1'], 'webm', 1400],
    ['index-first.mp4', [...film, '-pix_fmt', 'yuv420p', '-movflags', '+faststart'], 'mp4', 1400],
    ['apple.mov', [...film, '-pix_fmt', 'yuv420p'], 'mov', 1400],
    ['vp9.webm', [...film, ...vp9], 'webm', 1400],
    ['any.mkv', [...film, '-pix_fmt', 'yuv420p'], 'mkv', 1400],
  ] as const)('%s', async (name, args, extension, durationMs) => {
    const described = await look(make(name, ...args), 'video');
    expect(described).toMatchObject({
      accepted: true,
      description: { kind: 'video', extension, width: 64, height: 48 },
    });
    const found = described.accepted ? described.description.durationMs : null;
    // Sound may extend a film by a frame or two.
    if (durationMs !== null) expect(Math.abs((found ?? 0) - durationMs)).toBeLessThan(120);
  });

  test.each([
    ['tone.mp3', [...tone]],
    ['constant.mp3', [...tone, '-b:a', '64k', '-write_xing', '0']],
    ['variable.mp3', [...tone, '-q:a', '6', '-write_xing', '0']],
    ['tone.aac', [...tone]],
    ['tone.weba', [...tone, '-c:a', 'libopus', '-f', 'webm']],
    ['tone.mka', [...tone, '-c:a', 'aac']],
    ['large.wav', [...tone, '-rf64', 'always']],
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
    if (name !== 'tone.aac') expect(Math.abs((found ?? 0) - 1500)).toBeLessThan(100);
  });

  test('sound and film are recognised in every container', async () => {
    const noughts = Buffer.concat([Buffer.alloc(10_000), make('padded.mp3', ...tone)]);
    expect(await look(noughts, 'audio')).toMatchObject({ description: { extension: 'mp3' } });
    const theora = make('film.ogv', ...film, '-c:v', 'libtheora');
    expect(await look(theora, 'video')).toMatchObject({ description: { kind: 'video', extension: 'ogv' } });
    const named = make('film.m4a', ...film, '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-f', 'ipod');
    expect(await look(named, 'video')).toMatchObject({ description: { kind: 'video' } });
  });

  describe('an MP4', () => {
    const whole = make('whole.mp4', ...film, '-pix_fmt', 'yuv420p');
    const accepted = { accepted: true, description: { kind: 'video', durationMs: 1400 } };

    test.each([
      ['a line of a form', '\r\n------boundary--\r\n'],
      ['a tag of an MP3', `TAG${' '.repeat(125)}`],
      ['noughts', '\0'.repeat(1000)],
      ['an unknown box that is too long', '\0\x01\0\0camd12345678'],
      ['text', 'recorded by nobody in particular'],
    ])('is accepted with %s after its end', async (_, tail) => {
      expect(await look(Buffer.concat([whole, Buffer.from(tail, 'latin1')]), 'video')).toMatchObject(
        accepted,
      );
    });

    test.each(['free', 'skip', 'uuid', 'wide'])('is accepted when it begins with %s', async (type) => {
      const padding = Buffer.from(`\0\0\0\x20${type}${' '.repeat(24)}`, 'latin1');
      expect(await look(Buffer.concat([padding, whole]), 'video')).toMatchObject(accepted);
    });

    test('is refused when it has boxes but no movie', async () => {
      const empty = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08free', 'latin1');
      expect(await look(empty, 'video')).toEqual({ accepted: false, reason: 'unknown' });
    });
  });

  test.each(['half.webm', 'half.mkv'])('%s is incomplete by its own lengths', async (name) => {
    const whole = make(name, ...film, ...vp9);
    const half = whole.subarray(0, whole.length / 2);
    expect(await look(half, 'video')).toEqual({ accepted: false, reason: 'cut-short' });
  });

  test('the demo clips have the expected durations', async () => {
    for (const [name, kind] of [
      ['tide.mp4', 'video'],
      ['aurora.webm', 'video'],
    ] as const) {
      const bytes = readFileSync(new URL(`../../src/demo/media/${name}`, import.meta.url));
      const path = join(folder, name);
      const reported = execFileSync('ffprobe', [
        ...['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0'],
        new URL(`../../src/demo/media/${name}`, import.meta.url).pathname,
      ]);
      const described = await look(bytes, kind);
      const found = described.accepted ? described.description.durationMs : null;
      expect(Math.abs((found ?? 0) - Number(reported) * 1000), path).toBeLessThan(50);
    }
  });

  describe('a film that announces more data than the file has', () => {
    const tooLong = (whole: Buffer, by: number): Buffer => {
      const bytes = Buffer.from(whole);
      const at = bytes.indexOf('mdat') - 4;
      bytes.writeUInt32BE(bytes.readUInt32BE(at) + by, at);
      return bytes;
    };
    test.each([
      ['both.mp4', [...film, ...tone, '-pix_fmt', 'yuv420p', '-movflags', '+faststart']],
      ['one-chunk.mov', [...film, '-pix_fmt', 'yuv420p', '-movflags', '+faststart']],
      ['sound.m4a', [...tone, '-movflags', '+faststart']],
    ])('%s is complete when every sample is there', async (name, args) => {
      const whole = make(`long-${name}`, ...args);
      for (const by of [1, 8, 1_000_000]) {
        const bytes = tooLong(whole, by);
        expect(await look(bytes, 'video'), `${by}`).toMatchObject({ accepted: true });
        for (const length of [bytes.length - 1, bytes.length - 300, bytes.length >> 1])
          expect(await look(bytes.subarray(0, length), 'video'), `${by} ${length}`).toMatchObject({
            accepted: false,
          });
      }
    });
  });

  test('a truncated film is incomplete by its own lengths', async () => {
    const whole = make('cut.mp4', ...film, '-pix_fmt', 'yuv420p', '-movflags', '+faststart');
    expect(await look(whole.subarray(0, whole.length - 500), 'video')).toEqual({
      accepted: false,
      reason: 'cut-short',
    });
  });
});

describe('the declared type is not trusted', () => {
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

  test('text is accepted only if declared as text', async () => {
    expect(await look(Buffer.from('Closed on Mondays\n'), 'text')).toMatchObject({
      description: { extension: 'txt' },
    });
    expect(await look(Buffer.from('Closed on Mondays\n'), 'image')).toMatchObject({ accepted: false });
    expect(await look(Buffer.from('a\0b'), 'text')).toMatchObject({ accepted: false });
    expect(await look(Buffer.from('<html>'), 'text')).toMatchObject({ accepted: false });
    expect(await look(Buffer.from('<!doctype html>'), 'text')).toEqual({ accepted: false, reason: 'page' });
    expect(await look(Buffer.from('%PDF-1.7\n'), 'pdf')).toMatchObject({ description: { kind: 'pdf' } });
  });

  test.each([
    ['words where a film has its boxes', 'Our wide range of moov and mdat'],
    ['words where a sound has its tag', 'ID3 tags are for music'],
    ['a word about PDF', 'Read more in our %PDF-file'],
    ['a tag at its beginning', '<p>Closed</p>'],
    ['letters of an older Windows', 'Caf\xe9 ge\xf6ffnet'],
  ])('text with %s is accepted if declared as text', async (_, text) => {
    expect(await look(Buffer.from(text, 'latin1'), 'text')).toMatchObject({
      description: { kind: 'text', extension: 'txt' },
    });
  });

  test('text in UTF-16 is accepted in both byte orders', async () => {
    const little = Buffer.from('\ufeffGeöffnet', 'utf16le');
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big])
      expect(await look(bytes, 'text')).toMatchObject({ description: { kind: 'text' } });
    expect(await look(Buffer.from('\ufeffa\0b', 'utf16le'), 'text')).toMatchObject({ accepted: false });
  });

  test('a film declared as a picture is a film', async () => {
    const bytes = make('not-a-picture.mp4', ...film, '-pix_fmt', 'yuv420p');
    expect(await look(bytes, 'image')).toMatchObject({ description: { kind: 'video', extension: 'mp4' } });
  });
});

describe('hostile bytes end soon and never throw', () => {
  const seeds = [
    make('hostile.mp4', ...film, ...tone, '-pix_fmt', 'yuv420p'),
    make('hostile.webm', ...film, ...vp9),
    make('hostile.jpg', ...picture),
    make('hostile.mp3', ...tone),
    make('hostile.ogg', ...tone, '-c:a', 'libvorbis'),
    make('hostile.wav', ...tone).subarray(0, 5000),
  ];

  test('files with bytes changed, removed or truncated are judged', async () => {
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

  test('random bytes are judged', async () => {
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

  test('a million empty boxes cost few reads', async () => {
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

describe('the MIME type includes the codec', () => {
  const quiet = ['-x265-params', 'log-level=none'];
  test.each([
    ['h264.mp4', [...film, '-pix_fmt', 'yuv420p'], /^video\/mp4; codecs="avc1\.64[0-9A-F]{4}"$/],
    ['h264.mkv', [...film, '-pix_fmt', 'yuv420p'], /^video\/x-matroska; codecs="avc1\.64[0-9A-F]{4}"$/],
    [
      'h265.mp4',
      [...film, '-c:v', 'libx265', ...quiet, '-tag:v', 'hvc1', '-pix_fmt', 'yuv420p'],
      /"hvc1\.1\.6\.L30\.90"$/,
    ],
    ['deep.mkv', [...film, '-c:v', 'libx265', ...quiet, '-pix_fmt', 'yuv420p10le'], /"hvc1\.2\.4\.L30\.90"$/],
    ['vp9.mp4', [...film, ...vp9, '-pix_fmt', 'yuv420p10le'], /"vp09\.02\.10\.10"$/],
    [
      'av1.webm',
      [...film, '-c:v', 'libaom-av1', '-cpu-used', '8', '-pix_fmt', 'yuv420p'],
      /^video\/webm; codecs="av01\.0\.00M\.08"$/,
    ],
    ['prores.mov', [...film, '-c:v', 'prores_ks', '-profile:v', '2'], /^video\/quicktime; codecs="apcn"$/],
    ['visual.mp4', [...film, '-c:v', 'mpeg4'], /"mp4v\.20"$/],
    ['theora.ogv', [...film, '-c:v', 'libtheora'], /^video\/ogg; codecs="theora"$/],
    ['windows.mkv', [...film, '-c:v', 'wmv2'], /"WMV2"$/],
    [
      'two.mp4',
      [...film, '-map', '0', '-map', '0', '-pix_fmt', 'yuv420p'],
      /^video\/mp4; codecs="avc1\.[0-9A-F]{6}"$/,
    ],
    [
      'talking.mp4',
      [...film, ...tone, '-c:a', 'ac3', '-pix_fmt', 'yuv420p'],
      /^video\/mp4; codecs="avc1\.[0-9A-F]{6}"$/,
    ],
    ['aac.m4a', [...tone, '-c:a', 'aac'], /^audio\/mp4; codecs="mp4a\.40\.2"$/],
    ['apple.m4a', [...tone, '-c:a', 'alac'], /^audio\/mp4; codecs="alac"$/],
    ['opus.mka', [...tone, '-c:a', 'libopus'], /^audio\/x-matroska; codecs="opus"$/],
    ['tone.ogg', [...tone, '-c:a', 'libvorbis'], /^audio\/ogg; codecs="vorbis"$/],
    ['adpcm.wav', [...tone, '-c:a', 'adpcm_ms'], /^audio\/wav; codecs="2"$/],
  ] as const)('%s', async (name, args, mimeType) => {
    const described = await look(make(`codec-${name}`, ...args), 'video');
    expect(described.accepted && described.description.mimeType).toMatch(mimeType);
  });

  test.each([
    ['pcm.mov', [...tone, '-c:a', 'pcm_s16le'], 'audio/mp4'],
    ['tone.wav', [...tone, '-c:a', 'pcm_s24le'], 'audio/wav'],
    ['raw.mka', [...tone, '-c:a', 'pcm_s16le'], 'audio/x-matroska'],
    ['own.mkv', [...film, '-pix_fmt', 'yuv420p', '-c:v', 'gif'], 'video/x-matroska'],
  ] as const)('but not of %s, whose codec may play without a name', async (name, args, mimeType) => {
    const described = await look(make(`plain-${name}`, ...args), 'video');
    expect(described).toMatchObject({ description: { mimeType } });
  });
});

describe('incomplete files are refused, and bytes after the end are ignored', () => {
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><g/></svg>');
  const picturesOf = (...more: string[]) => [...picture, ...more];
  const whole: readonly (readonly [name: string, kind: MediaKind, bytes: () => Buffer])[] = [
    ['whole.png', 'image', () => make('whole.png', ...picture)],
    ['whole.jpg', 'image', () => make('whole.jpg', ...picture)],
    ['whole.webp', 'image', () => make('whole.webp', ...picture)],
    ['whole.bmp', 'image', () => make('whole.bmp', ...picture)],
    ['whole.avif', 'image', () => make('whole.avif', ...picturesOf('-c:v', 'libaom-av1', '-cpu-used', '8'))],
    ['whole.ogg', 'audio', () => make('whole.ogg', ...tone, '-c:a', 'libvorbis')],
    ['whole.aac', 'audio', () => make('whole.aac', ...tone)],
    ['whole.wav', 'audio', () => make('whole.wav', ...tone)],
    ['whole.webm', 'video', () => make('whole.webm', ...film, '-c:v', 'libvpx', ...quickly)],
    ['whole.m4a', 'audio', () => make('whole.m4a', ...tone)],
  ];
  test.each(whole)('%s', async (_, kind, made) => {
    const bytes = made();
    expect(await look(bytes, kind)).toMatchObject({ accepted: true });
    expect(await look(Buffer.concat([bytes, Buffer.from('\r\n--boundary--\r\n')]), kind)).toMatchObject({
      accepted: true,
    });
    for (const length of [bytes.length - 1, bytes.length >> 1])
      expect(await look(bytes.subarray(0, length), kind)).toEqual({ accepted: false, reason: 'cut-short' });
  });

  test('whole.gif is accepted without its last byte', async () => {
    const bytes = make('whole.gif', ...picture);
    expect(await look(bytes)).toMatchObject({ accepted: true });
    expect(await look(bytes.subarray(0, -1))).toMatchObject({ accepted: true });
    expect(await look(bytes.subarray(0, bytes.length >> 1))).toEqual({
      accepted: false,
      reason: 'cut-short',
    });
  });

  test('a picture with a wrong checksum in a critical chunk is refused', async () => {
    const bytes = make('sum.png', ...picture);
    const spoilt = Buffer.from(bytes);
    spoilt[bytes.length >> 1] = (spoilt[bytes.length >> 1] ?? 0) ^ 1;
    expect(await look(spoilt)).toEqual({ accepted: false, reason: 'cut-short' });
  });

  test('icons with pictures beyond the end are refused', async () => {
    const icon = Buffer.from('00000100010020200000010020000400000016000000', 'hex');
    expect(await look(icon)).toEqual({ accepted: false, reason: 'cut-short' });
    expect(await look(Buffer.concat([icon, Buffer.alloc(4)]))).toMatchObject({ accepted: true });
  });

  test('a stream recording without a length is accepted', async () => {
    const bytes = make('stream.wav', ...tone);
    const at = bytes.indexOf('data') + 4;
    bytes.writeUInt32LE(0xffff_ffff, at);
    expect(await look(bytes, 'audio')).toMatchObject({ accepted: true });
  });

  test.each([
    ['cut in half', drawing.subarray(0, drawing.length >> 1)],
    ['not closed', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g></svg>')],
    ['without a name space', Buffer.from('<svg viewBox="0 0 16 9"/>')],
    [
      'of another encoding than it is read in',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">\xe9</svg>', 'latin1'),
    ],
  ])('a drawing that is %s is refused', async (_, bytes) => {
    expect(await look(drawing)).toMatchObject({ accepted: true });
    expect(await look(bytes)).toEqual({ accepted: false, reason: 'damaged' });
  });
});

test.each([
  ['a stream', Buffer.from([0xff, 0x0a, 0xfa, 0x1f])],
  [
    'boxes',
    Buffer.from('\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl \0\0\0\0jxl \0\0\0\x0cjxlc1234', 'latin1'),
  ],
])('JPEG XL as %s is recognised', async (_, bytes) => {
  const described = await look(bytes);
  expect(described).toMatchObject({
    description: { kind: 'image', mimeType: 'image/jxl', extension: 'jxl' },
  });
});

describe('sound of a varying rate and without a table', () => {
  const noise = ['-f', 'lavfi', '-i', "aevalsrc='0.8*random(0)*gt(mod(t\\,1)\\,0.5)':d=2:s=44100"];
  const bare = (): Buffer =>
    make('bare.mp3', ...noise, '-q:a', '4', '-write_xing', '0', '-id3v2_version', '0');
  const lasting = async (bytes: Uint8Array, declared: MediaKind = 'audio') => {
    const reported = await look(bytes, declared);
    return reported.accepted && reported.description.extension === 'mp3'
      ? reported.description.durationMs
      : reported;
  };

  test('has the duration of its frames, wherever it begins', async () => {
    const whole = bare();
    expect(await lasting(whole)).toBeGreaterThan(1_950);
    for (const from of [100, 1_000]) expect(await lasting(whole.subarray(from))).toBeGreaterThan(1_700);
    expect(await lasting(Buffer.concat([Buffer.from('ICY 200 OK\r\n\r\n'), whole]))).toBeGreaterThan(1_950);
  });

  test('has the whole duration after files were joined', async () => {
    const tagged = make('tagged.mp3', ...noise, '-q:a', '4', '-write_xing', '0', '-id3v2_version', '3');
    expect(await lasting(Buffer.concat([bare(), tagged]))).toBeGreaterThan(3_950);
  });

  test('is searched only in declared sound, and not found in noise', async () => {
    expect(await lasting(bare().subarray(100), 'video')).toEqual({ accepted: false, reason: 'unknown' });
    const random = Uint8Array.from(
      { length: 100_000 },
      (_, index) => (Math.imul(index, 2_654_435_761) >>> 13) & 255,
    );
    expect(await lasting(random)).toEqual({ accepted: false, reason: 'unknown' });
    expect(await lasting(new Uint8Array(100_000).fill(255))).toEqual({ accepted: false, reason: 'unknown' });
  });
});

test('sound without a container has the duration of its frames', async () => {
  const described = await look(make('frames.aac', ...tone), 'audio');
  expect(described.accepted && described.description.durationMs).toBeGreaterThan(1_450);
  expect(described.accepted && described.description.durationMs).toBeLessThan(1_600);
});

describe('data that browsers ignore do not count as incomplete', () => {
  const tag = Buffer.from('ID3\x04\0\x10\0\0\0\x0a01234567893DI\x04\0\x10\0\0\0\x0a', 'latin1');

  test.each(['behind.mp3', 'behind.aac'])('a tag with a footer before %s is ignored', async (name) => {
    const described = await look(Buffer.concat([tag, make(name, ...tone)]), 'audio');
    expect(described).toMatchObject({ accepted: true, description: { kind: 'audio' } });
    expect(await look(tag.subarray(0, 18), 'audio')).toEqual({ accepted: false, reason: 'cut-short' });
  });

  test('noise between the segments of a photograph is ignored', async () => {
    const bytes = make('noise.jpg', ...picture);
    const noisy = Buffer.concat([bytes.subarray(0, 20), Buffer.from('junk'), bytes.subarray(20)]);
    expect(await look(noisy)).toMatchObject({ accepted: true, description: { extension: 'jpg' } });
  });
});
