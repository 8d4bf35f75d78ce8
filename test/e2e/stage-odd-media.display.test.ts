import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Content } from '../../src/shared/programme.ts';
import { nameOf } from '../renderer/colors.ts';
import { openStage, type StageUnderTest } from '../renderer/harness.ts';
import { makeClip, makeImage, makePdf } from '../renderer/media.ts';
import { cue, image, looping, programmeMessage, video } from '../renderer/programmes.ts';

// Media of every kind, truncated, empty or malicious; and odd ones that must be shown nevertheless.

let media: string;
let stage: StageUnderTest;

const file = (name: string): string => join(media, name);
const convert = (...args: string[]): unknown => execFileSync('convert', args);
const svg = (content: string, attributes = 'viewBox="0 0 16 9"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
/** Each level draws the previous one eight times. */
const laughs = (levels: number): string =>
  Array.from({ length: levels }, (_, level) =>
    level === 0
      ? '<g id="l0"><rect width="1" height="1"/></g>'
      : `<g id="l${level}">${`<use href="#l${level - 1}"/>`.repeat(8)}</g>`,
  ).join('');
/** Spellings of `href="#…"` and `url(#…)` that a browser understands; each draws a billion shapes. */
const bombs: Readonly<Record<string, string>> = {
  'prefixed.svg': svg(
    laughs(12).replaceAll('href', 'x:href'),
    'viewBox="0 0 16 9" xmlns:x="http://www.w3.org/1999/xlink"',
  ),
  'spaced.svg': svg(laughs(12).replaceAll('href="', 'href=" &#10;')),
  'encoded.svg': svg(laughs(12).replaceAll('#l', '#%6C')),
  'escaped.svg': svg(masks('mask="URL( \\23 l')),
  'in-sheet.svg': svg(`<style>${sheet('url(#l')}</style>${masks('class="m')}`),
  'in-prefixed-sheet.svg': svg(
    `<s:style><![CDATA[@media all { ${sheet('u\\72l("#l')} }]]></s:style>${masks('class="m')}`,
    'viewBox="0 0 16 9" xmlns:s="http://www.w3.org/2000/svg"',
  ),
  'nested-sheet.svg': svg(`<style>svg { ${sheet('url(#l')} }</style>${masks('class="m')}`),
  'embedded.svg': svg(embedded(svg(`<defs>${laughs(12)}</defs><use href="#l11"/>`))),
  'embedded-deeply.svg': svg(
    Array.from({ length: 3 }).reduce<string>(
      (inner) => embedded(svg(inner)).repeat(9),
      embedded(svg(laughs(2))),
    ),
  ),
  // An element that is first reached inside the cycle is large when it is reached from outside.
  'cycle.svg': svg(
    `<defs>${laughs(5)}<g id="a"><use href="#b"/><use href="#l4"/></g><g id="b"><use href="#a"/></g></defs>` +
      '<use href="#b"/>'.repeat(100),
  ),
};
function embedded(drawing: string): string {
  return `<image width="16" height="9" href="data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}"/>`;
}
/** As `laughs`, with nested masks. */
function masks(reference: string): string {
  return Array.from({ length: 12 }, (_, level) => {
    const end = reference.startsWith('class') ? '"' : ')"';
    return `<mask id="l${level}">${`<rect ${level === 0 ? '' : `${reference}${level - 1}${end}`}/>`.repeat(8)}</mask>`;
  }).join('');
}
function sheet(start: string): string {
  const end = start.includes('"') ? '")' : ')';
  return Array.from({ length: 12 }, (_, level) => `.m${level} { mask: ${start}${level}${end} }`).join(' ');
}
const lime = '<rect width="16" height="9" fill="lime"/>';

beforeAll(async () => {
  media = await mkdtemp(join(tmpdir(), 'vitrine-media-'));
  await makeImage(media, 'red.png', 'red');
  await makeClip(media, 'whole.mp4', { seconds: 4, color: 'blue', noise: true, size: '640x360' });
  await makePdf(media, 'whole.pdf', ['one', 'two', 'three']);
  await makePdf(media, 'no-pages.pdf', []);
  await makePdf(media, 'giant.pdf', ['one'], '160000 160000');
  await makePdf(
    media,
    'many-pages.pdf',
    Array.from({ length: 500 }, (_, page) => `page ${page}`),
  );
  for (const kind of ['png', 'jpg', 'gif', 'webp', 'avif'])
    convert('-size', '400x300', 'plasma:red-blue', file(`whole.${kind}`));
  execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-f', 'lavfi', '-i', 'sine=duration=4'],
    file('whole.mp3'),
  ]);
  for (const kind of ['mp4', 'pdf', 'png', 'jpg', 'gif', 'webp', 'avif', 'mp3']) {
    const whole = await readFile(file(`whole.${kind}`));
    await writeFile(file(`half.${kind}`), whole.subarray(0, whole.length / 2));
    await writeFile(file(`empty.${kind}`), '');
  }
  // Encrypted with an unknown password.
  await writeFile(file('locked.pdf'), locked);
  await writeFile(file('half.svg'), svg(lime).slice(0, 60));
  await writeFile(file('empty.svg'), '');
  await writeFile(file('wide.svg'), svg(lime, 'width="1000000" height="1000000"'));
  await writeFile(file('laughs.svg'), svg(`<defs>${laughs(12)}</defs><use href="#l11"/>`));
  for (const [name, drawing] of Object.entries(bombs)) await writeFile(file(name), drawing);
  await writeFile(file('heavy.svg'), svg(`${lime}<!--${'x'.repeat(6_000_000)}-->`));
  await writeFile(file('large.txt'), 'Some words.\n'.repeat(4_500_000));
  await writeFile(file('noise.mp3'), Buffer.alloc(20_000, 'noise'));
  stage = await openStage({ media, width: 640, height: 360 });
});

afterAll(async () => {
  await stage?.close();
  await rm(media, { recursive: true, force: true });
});

const pdf = (name: string): Content => ({ kind: 'pdf', source: `media/${name}` });
const text = (name: string): Content => ({ kind: 'text', source: `media/${name}` });
const audio = (name: string): Content => ({
  kind: 'audio',
  source: `media/${name}`,
  mimeType: 'audio/mpeg',
});

/** Red for a moment, then the item. A new edition cuts the previous item at once. */
async function play(id: string, content: Content, durationMs = 60_000): Promise<void> {
  const cues = [cue(`${id}-red`, image('media/red.png'), 300), cue(id, content, durationMs)];
  await stage.send(programmeMessage(looping(id, cues)));
  await stage.heard('started', (message) => message.cueId === `${id}-red`);
}

const seen = async (...points: (readonly [number, number])[]): Promise<string[]> =>
  (await stage.colors(points)).map(nameOf);

const refused: readonly (readonly [Content, RegExp])[] = [
  ...['png', 'jpg', 'gif', 'webp', 'avif', 'svg'].flatMap((kind) =>
    ['half', 'empty'].map((state) => [image(`media/${state}.${kind}`), /^decode/] as const),
  ),
  [pdf('half.pdf'), /^decode/],
  [pdf('empty.pdf'), /^decode/],
  [pdf('no-pages.pdf'), /^decode/],
  [pdf('locked.pdf'), /^decode/],
  [audio('empty.mp3'), /^unsupported/],
  [audio('noise.mp3'), /^unsupported/],
  [image('media/wide.svg'), /^too-large/],
  [image('media/laughs.svg'), /^too-large: the drawing has too many shapes/],
  ...Object.keys(bombs).map(
    (name) => [image(`media/${name}`), /^too-large: the drawing has too many shapes/] as const,
  ),
  [image('media/heavy.svg'), /^too-large/],
  [text('large.txt'), /^too-large/],
];

describe('is refused before its turn, and the previous item stays', () => {
  test.each(
    refused.map(([content, reason]) => ({ id: 'source' in content ? content.source : '', content, reason })),
  )('$id', async ({ id, content, reason }) => {
    await play(id, content);
    const failed = await stage.heard('failed', (message) => message.cueId === id);
    expect(failed.reason).toMatch(reason);
    await expect.poll(() => seen([0.5, 0.5])).toEqual(['red']);
  });
});

test('a document with a page of 56 metres is drawn no larger than the screen', async () => {
  await play('giant', pdf('giant.pdf'));
  await stage.heard('started', (message) => message.cueId === 'giant');
  const pixels = await stage.page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('canvas')].map(({ width, height }) => width * height)),
  );
  expect(pixels).toBeGreaterThan(10_000);
  expect(pixels).toBeLessThanOrEqual(7680 * 4320);
});

test('a video that breaks off in the middle ends there, with its reason', async () => {
  await play('half', video('media/half.mp4'), 30_000);
  const ended = await stage.heard('ended', (message) => message.cueId === 'half');
  expect(ended).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/^(decode|stalled|load)/) });
  await stage.heard('started', (message) => message.cueId === 'half-red' && message.at >= ended.at - 500);
});

test('scripts in a drawing do not run', async () => {
  const script = `<script>document.documentElement.innerHTML = ''; fetch('${stage.origin}/media/told')</script>`;
  const handler = `<rect width="16" height="9" fill="lime" onload="this.remove()"/>`;
  const requested: string[] = [];
  stage.page.on('request', (request) => requested.push(request.url()));
  await writeFile(file('scripts.svg'), svg(`${handler}${script}<style>rect { opacity: 1 }</style>`));
  await play('scripts', image('media/scripts.svg'));
  await stage.heard('started', (message) => message.cueId === 'scripts');
  await expect.poll(() => seen([0.5, 0.5])).toEqual(['lime']);
  expect(requested.filter((address) => address.includes('told'))).toEqual([]);
});

test('a drawing from a graphics program is shown with style sheet, gradient, clip path, references and even a cycle', async () => {
  const paths = Array.from({ length: 400 }, (_, index) => `<path class="st${index % 20}" d="M0 0h16v9H0z"/>`);
  const rules = Array.from(
    { length: 20 },
    (_, index) => `.st${index}{fill:url(#Farbe_${index}_);clip-path:url("#ganz");}`,
  );
  const paints = rules.map(
    (_, index) =>
      `<linearGradient id="Farbe_${index}_"><stop stop-color="lime"/><stop stop-color="lime"/></linearGradient>`,
  );
  const cycle = '<g id="a"><use xlink:href=" #b"/></g><g id="b"><use xlink:href="#a"/></g>';
  await writeFile(
    file('exported.svg'),
    svg(
      `<style type="text/css">${rules.join('')}</style>` +
        `<defs><clipPath id="ganz"><rect width="16" height="9"/></clipPath>${paints.join('')}${cycle}</defs>` +
        paths.join(''),
      'viewBox="0 0 16 9" xmlns:xlink="http://www.w3.org/1999/xlink"',
    ),
  );
  await play('exported', image('media/exported.svg'));
  await stage.heard('started', (message) => message.cueId === 'exported');
  await expect.poll(() => seen([0.5, 0.5])).toEqual(['lime']);
});

test('a drawing embedded in a drawing is shown', async () => {
  await writeFile(file('embedding.svg'), svg(embedded(svg(embedded(svg(lime))))));
  await play('embedding', image('media/embedding.svg'));
  await stage.heard('started', (message) => message.cueId === 'embedding');
  await expect.poll(() => seen([0.5, 0.5])).toEqual(['lime']);
});

test('a photograph is upright in every camera orientation', async () => {
  // A picture with a red left half and a blue upper right quarter.
  convert(
    ...['-size', '320x180', 'xc:lime', '-fill', 'red', '-draw', 'rectangle 0,0 159,179'],
    ...['-fill', 'blue', '-draw', 'rectangle 160,0 319,89', file('upright.png')],
  );
  // The pixels that a camera stores for each orientation, so that the result is upright.
  const stored: readonly (readonly string[])[] = [
    [],
    ['-flop'],
    ['-rotate', '180'],
    ['-flip'],
    ['-transpose'],
    ['-rotate', '-90'],
    ['-transverse'],
    ['-rotate', '90'],
  ];
  for (const [index, turn] of stored.entries()) {
    const name = `exif-${index + 1}.jpg`;
    convert(file('upright.png'), ...turn, '-quality', '95', file(name));
    await writeFile(file(name), withOrientation(await readFile(file(name)), index + 1));
    await play(name, image(`media/${name}`));
    await stage.heard('started', (message) => message.cueId === name);
    await expect
      .poll(() => seen([0.25, 0.25], [0.25, 0.75], [0.75, 0.25], [0.75, 0.75]))
      .toEqual(['red', 'red', 'blue', 'lime']);
  }
});

test.each([
  ['16 bit', 'deep.png', ['-depth', '16', '-define', 'png:bit-depth=16']],
  ['CMYK', 'print.jpg', ['-colorspace', 'CMYK']],
  ['a palette', 'palette.png', ['-colors', '4', '-define', 'png:color-type=3']],
])('%s', async (_, name, how) => {
  convert('-size', '320x180', 'xc:red', ...how, file(name));
  await makeImage(media, 'blue.png', 'blue');
  const cues = [cue(`${name}-blue`, image('media/blue.png'), 300), cue(name, image(`media/${name}`), 60_000)];
  await stage.send(programmeMessage(looping(name, cues)));
  await stage.heard('started', (message) => message.cueId === name);
  await expect
    .poll(async () => (await stage.colors([[0.5, 0.5]]))[0])
    .toSatisfy((color: number[] | undefined) => {
      const [red = 0, green = 255, blue = 255] = color ?? [];
      // CMYK red is duller than RGB red.
      return red > 200 && green < 60 && blue < 60;
    });
});

test.each(['gif', 'webp', 'avif'])('an animated %s moves', async (kind) => {
  const name = `moves.${kind}`;
  const frames = ['-f', 'lavfi', '-i', 'color=red:s=320x180:r=4:d=0.5', '-f', 'lavfi', '-i'];
  const codec = {
    gif: ['-loop', '0'],
    webp: ['-c:v', 'libwebp_anim', '-loop', '0'],
    avif: ['-c:v', 'libaom-av1', '-cpu-used', '8', '-loop', '0'],
  }[kind];
  execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-y', ...frames, 'color=blue:s=320x180:r=4:d=0.5'],
    ...['-filter_complex', '[0][1]concat=n=2:v=1', ...(codec ?? []), file(name)],
  ]);
  await play(name, image(`media/${name}`));
  await stage.heard('started', (message) => message.cueId === name);
  await expect.poll(() => seen([0.5, 0.5])).toEqual(['blue']);
  await expect.poll(() => seen([0.5, 0.5])).toEqual(['red']);
});

test('a document of 500 pages shows as many as can be read', { tags: 'long' }, async () => {
  await play('many', pdf('many-pages.pdf'), 4_500);
  const started = await stage.heard('started', (message) => message.cueId === 'many');
  const ended = await stage.heard('ended', (message) => message.cueId === 'many');
  expect(ended.outcome).toBe('completed');
  // All of them would take a quarter of an hour.
  expect(ended.at - started.at).toBeLessThan(120_000);
});

test('a document is refused for its password alone', async () => {
  await writeFile(file('open.pdf'), locked.replace(/\/Encrypt 4 0 R/, ''));
  await play('open', pdf('open.pdf'));
  await stage.heard('started', (message) => message.cueId === 'open');
  await expect.poll(() => seen([0.5, 0.5])).toEqual(['white']);
});

test('a text that is not UTF-8 is shown in its old encoding', async () => {
  await writeFile(file('old.txt'), Buffer.from('Gr\u00fc\u00dfe aus der K\u00fcche', 'latin1'));
  await play('old', text('old.txt'));
  await stage.heard('started', (message) => message.cueId === 'old');
  expect(await stage.page.locator('.card.text pre').textContent()).toBe('Grüße aus der Küche');
});

test('sound without a picture is shown as a card', async () => {
  await play('sound', audio('whole.mp3'), 2_000);
  await stage.heard('started', (message) => message.cueId === 'sound');
  await expect.poll(() => seen([0.05, 0.05])).toEqual(['standby']);
  const ended = await stage.heard('ended', (message) => message.cueId === 'sound');
  expect(ended.outcome).toBe('completed');
});

test.each([
  ['its own, of a fortieth of a second', 40, true],
  ['more than itself, in which it stands', 3_500, false],
])('a clip of one frame is shown for its time: %s', { tags: 'long' }, async (_, durationMs, toOwnEnd) => {
  const name = `one-frame-${durationMs}.mp4`;
  execFileSync('ffmpeg', [
    ...['-loglevel', 'error', '-y', '-f', 'lavfi', '-i', 'color=lime:s=320x180:r=25', '-frames:v', '1'],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', file(name)],
  ]);
  const cues = [
    cue(`${name}-red`, image('media/red.png'), 300),
    cue(name, video(`media/${name}`), durationMs, { toOwnEnd }),
  ];
  await stage.send(programmeMessage(looping(name, cues)));
  for (const round of [1, 2]) {
    const ended = () =>
      stage.messages.filter((message) => message.type === 'ended' && message.cueId === name);
    await expect.poll(() => ended().length).toBeGreaterThanOrEqual(round);
    expect(ended()[round - 1]).toMatchObject({ outcome: 'completed', reason: null });
  }
  expect(stage.messages.filter((message) => message.type === 'failed' && message.cueId === name)).toEqual([]);
});

test('the browser reports which stream types it can decode', async () => {
  const decodes = {
    'video/mp4; codecs="avc1.64001F"': true,
    'video/x-matroska; codecs="vp09.00.10.08"': true,
    'video/mp4; codecs="hvc1.1.6.L93.B0"': false,
    'video/quicktime; codecs="apcn"': false,
    'audio/mp4; codecs="mp4a.40.2"': true,
    'audio/mp4; codecs="alac"': false,
    'image/jxl': true,
  };
  const streams = Object.keys(decodes);
  await stage.send(programmeMessage(looping('asked', [cue('one', image('media/red.png'))], { streams })));
  const messages = await stage.heard('streams', (message) => Object.keys(message.decodes).length > 0);
  expect(messages).toMatchObject({ browser: expect.stringContaining('Chrome/'), decodes });
});

test('a harmful logo is left out; the next one appears', async () => {
  const programme = looping('logo', [cue('logo', image('media/red.png'), 60_000)]);
  const corner = 'top-right' as const;
  await writeFile(file('mark.svg'), svg('<rect width="16" height="9" fill="blue"/>', 'viewBox="0 0 16 9"'));
  await stage.send(programmeMessage(programme, { logo: { source: 'media/laughs.svg', position: corner } }));
  await stage.heard('started', (message) => message.cueId === 'logo');
  const isRefused = () => stage.console.some((line) => line.includes('the logo cannot be shown'));
  await expect.poll(isRefused).toBe(true);
  await expect.poll(() => seen([0.94, 0.08])).toEqual(['red']);
  await stage.send(programmeMessage(programme, { logo: { source: 'media/mark.svg', position: corner } }));
  await expect.poll(() => seen([0.94, 0.08])).toEqual(['blue']);
});

/** The EXIF block of a camera with only the orientation. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.from('45786966000049492a00080000000100120103000100000000000000', 'hex');
  exif.writeUInt16LE(orientation, 24);
  const header = Buffer.from([0xff, 0xe1, 0, 0]);
  const block = Buffer.concat([exif, Buffer.alloc(6)]);
  header.writeUInt16BE(block.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), header, block, jpeg.subarray(2)]);
}

const locked = `%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] >>
endobj
4 0 obj
<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${'3a'.repeat(32)}> /U <${'7c'.repeat(32)}> >>
endobj
trailer
<< /Size 5 /Root 1 0 R /Encrypt 4 0 R /ID [<${'11'.repeat(16)}> <${'11'.repeat(16)}>] >>
%%EOF
`;
