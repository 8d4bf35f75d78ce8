// Plays one item of every kind on a virtual display and puts the screenshots on one sheet, for a person to look at.
// Usage: npm run prove -- contact-sheet [folder]
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Standby } from '../../../src/shared/messages.ts';
import type { Content, Cue, ScreenSettings, Ticker } from '../../../src/shared/programme.ts';
import { openStage, portOf } from '../../../test/renderer/harness.ts';
import { font, makeClip, makePdf, makeScene } from '../../../test/renderer/media.ts';
import { cue, image, looping, page, programmeMessage, video } from '../../../test/renderer/programmes.ts';
import { standbyOf } from '../../../test/support/standby.ts';

const run = promisify(execFile);
const target = resolve(process.argv[2] ?? 'release/contact-sheet');
await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const media = await mkdtemp(join(tmpdir(), 'vitrine-sheet-'));

const convert = (...args: string[]) =>
  run(
    'convert',
    args.map((arg) => arg.replace('{}', media)),
  );
await Promise.all([
  makeScene(media, 'scene.jpg', 'JPEG'),
  makeScene(media, 'scene.png', 'PNG'),
  makeScene(media, 'scene.webp', 'WebP'),
  makeScene(media, 'scene.gif', 'GIF'),
  makeScene(media, 'source.png', 'AVIF'),
  makeScene(media, 'portrait.png', 'portrait', '720x1280'),
  makeScene(media, 'turned.jpg', 'EXIF 6', '720x1280'),
  makeClip(media, 'h264.mp4', { seconds: 4, color: 'steelblue', sound: true }),
  makeClip(media, 'vp9.webm', {
    seconds: 4,
    color: 'seagreen',
    codec: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
  }),
  makeClip(media, 'av1.webm', {
    seconds: 2,
    color: 'darkorchid',
    codec: ['-c:v', 'libaom-av1', '-usage', 'realtime', '-cpu-used', '8'],
  }),
  makePdf(media, 'paper.pdf', ['PDF, page one', 'PDF, page two']),
  writeFile(join(media, 'short.txt'), 'Welcome!\n\nToday: soup of the day,\nfresh bread, good coffee.\n'),
  writeFile(join(media, 'long.txt'), 'A long text scrolls through once. '.repeat(120)),
  writeFile(
    join(media, 'drawing.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90"><rect width="160" height="90" fill="#264653"/>' +
      '<circle cx="80" cy="45" r="30" fill="#e9c46a"/><text x="80" y="50" font-size="14" text-anchor="middle">SVG</text></svg>',
  ),
  run('ffmpeg', [
    '-loglevel',
    'error',
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=440:duration=4',
    '-y',
    join(media, 'Summer_song.mp3'),
  ]),
]);
await convert('{}/source.png', '{}/scene.avif');
await convert(
  ...['-size', '300x120', 'xc:none', '-fill', '#e63946', '-draw', 'roundrectangle 0,0 299,119 30,30'],
  ...[
    '-fill',
    'white',
    '-gravity',
    'center',
    '-pointsize',
    '64',
    '-font',
    font,
    '-annotate',
    '0',
    'Logo',
    '{}/mark.png',
  ],
);
// A picture from a phone: pixels stored sideways, with an orientation tag.
await convert('{}/turned.jpg', '-rotate', '-90', '{}/lying.jpg');
await withOrientation(join(media, 'lying.jpg'), 6);

const web = createServer((_, response) => {
  response.setHeader('Content-Type', 'text/html');
  response.end(
    '<!doctype html><body style="margin:0;font:32px sans-serif;display:grid;place-items:center;height:100vh;background:#fdf6e3"><p>A web page',
  );
});
await new Promise<void>((done) => web.listen(0, '127.0.0.1', done));
const address = `http://127.0.0.1:${portOf(web)}/`;

const stage = await openStage({ media });
const shots: { readonly file: string; readonly label: string }[] = [];
let number = 0;

async function shoot(label: string, afterMs = 500): Promise<void> {
  await new Promise((done) => setTimeout(done, afterMs));
  const file = join(
    target,
    `${String(number).padStart(2, '0')}-${label.replaceAll(/[^a-z0-9]+/gi, '-')}.png`,
  );
  await stage.screenshot(file);
  shots.push({ file, label });
  number += 1;
}

async function show(
  label: string,
  content: Content,
  settings: Partial<ScreenSettings> = {},
  more: Partial<Cue> & { readonly afterMs?: number } = {},
): Promise<void> {
  const id = `${label}-${number}`;
  const { afterMs = 500, ...cueMore } = more;
  const one = cue(id, content, 30_000, { name: label, ...cueMore });
  await stage.send(programmeMessage(looping(id, [one], { editionId: id }), settings));
  await stage.heard('started', (message) => message.cueId === id);
  await shoot(label, afterMs);
}

const reported: Partial<Standby>[] = [
  { kind: 'starting', title: 'Starting', lines: [], small: [] },
  { kind: 'idle', title: 'Nothing to show right now', lines: [], small: [] },
  {
    kind: 'setup',
    title: 'Almost there',
    lines: [
      'Tell this player where its CMS is:',
      'VITRINE_CMS_URL=https://cms.example',
      'http://192.168.0.20:8780',
    ],
    small: ['Device: Lobby', 'CMS: cms.example'],
  },
  {
    kind: 'fault',
    title: 'The CMS refused the token',
    lines: ['Make a new one in its API settings.', 'Trying again at 14:32.'],
    small: ['Device: Lobby', 'CMS: cms.example'],
  },
];
const standbys = reported.map(standbyOf);
const long = standbyOf({
  kind: 'fault',
  title: 'The certificate of the CMS is not one that this machine trusts',
  lines: [
    'It was issued by “Example Internal Authority”, which is not known here. Put its certificate into cms.caFile.',
    'https://signage.example-with-a-rather-long-name.internal.example.com/api/v1.0/',
    'Trying again at 14:32.',
  ],
  small: ['Device: Lobby', 'CMS: cms.example'],
});
for (const standby of standbys) {
  await stage.send({ type: 'standby', standby });
  await shoot(`standby ${standby.kind}`, 800);
}
await stage.send({ type: 'standby', standby: long });
await stage.send(programmeMessage(looping('none', [], { editionId: 'none' }), { rotation: 90 }));
await shoot('standby turned, many words', 800);
for (const kind of ['jpg', 'png', 'webp', 'avif', 'gif']) await show(kind, image(`media/scene.${kind}`));
await show('svg', image('media/drawing.svg'));
await show('EXIF orientation', image('media/lying.jpg'));
await show('video h264', video('media/h264.mp4'), {}, { afterMs: 1_000 });
await show('video vp9', video('media/vp9.webm', 'video/webm'), {}, { afterMs: 1_000 });
await show('video av1', video('media/av1.webm', 'video/webm'), {}, { afterMs: 1_000 });
await show(
  'audio',
  { kind: 'audio', source: 'media/Summer_song.mp3', mimeType: 'audio/mpeg' },
  {},
  { name: 'Summer_song.mp3' },
);
await show('web page', page(address));
await show('web page, zoom 3', page(address), { pageZoom: 3 });
// The last snapshot of the page; its server no longer answers.
const gone = 'http://gone.invalid/';
await makeScene(media, 'last.png', 'A web page, last seen');
await stage.page.route(`**/snapshots/${createHash('sha256').update(gone).digest('hex')}.png`, (route) =>
  route.fulfill({ path: join(media, 'last.png') }),
);
await show('web page gone, last snapshot', page(gone));
await show('pdf', { kind: 'pdf', source: 'media/paper.pdf' });
await show('text', { kind: 'text', source: 'media/short.txt' });
await show('text, long', { kind: 'text', source: 'media/long.txt' }, {}, { afterMs: 6_000 });
const transition = (kind: 'fade' | 'slide') => ({ transition: { kind, durationMs: 3_000 }, afterMs: 1_200 });
await show('before a fade', image('media/drawing.svg'));
await show('fade, midway', image('media/scene.png'), {}, transition('fade'));
await show('before a slide', image('media/drawing.svg'), {}, { afterMs: 3_000 });
await show('slide, midway', video('media/h264.mp4'), {}, transition('slide'));
for (const rotation of [90, 180, 270] as const)
  await show(`rotation ${rotation}`, image('media/scene.png'), { rotation });
for (const fit of ['contain', 'cover', 'stretch'] as const)
  await show(`fit ${fit}`, image('media/portrait.png'), { fit, background: '#5b2a86' });
await show('blurred edges', image('media/portrait.png'), { background: 'blur' });
await show('blurred edges, turned', image('media/portrait.png'), { background: 'blur', rotation: 90 });
await show('scale 0.8', image('media/scene.png'), { scale: 0.8 });
await show('region', image('media/scene.png'), {
  region: { left: 100, top: 60, width: 640, height: 480 },
  background: '#203040',
});
const ticker: Ticker = {
  text: 'Fresh bread from 7 o’clock · Grüße aus der Küche · 新しいパン',
  color: '#ffffff',
  backgroundColor: '#b23a48',
  speed: 120,
  direction: 'left',
  position: 'bottom',
  clock: { format: 'HH:mm', position: 'right', timeZone: 'Europe/Vienna' },
};
await show('ticker bottom', image('media/scene.png'), { ticker });
await show('ticker top, clock left', image('media/scene.png'), {
  ticker: {
    ...ticker,
    position: 'top',
    direction: 'right',
    clock: { format: 'd.m.Y H:i', position: 'left' },
  },
});
const [drawn, mark] = ['media/drawing.svg', 'media/mark.png'];
await show('logo', image('media/scene.png'), { logo: { source: drawn, position: 'top-right' } });
await show('logo and ticker, top', image('media/scene.png'), {
  ticker: { ...ticker, position: 'top' },
  logo: { source: mark, position: 'top-left' },
});
await show('logo and ticker, bottom, turned', image('media/portrait.png'), {
  rotation: 90,
  ticker: { ...ticker, clock: null },
  logo: { source: mark, position: 'bottom-right' },
});
await show('ticker, short text over a web page', page(address), {
  pageZoom: 0.5,
  ticker: { ...ticker, text: 'Open today', color: '#1d3557', backgroundColor: 'rgba(255, 255, 255, 0.8)' },
});
await stage.send({ type: 'overlay', visible: true });
await show('overlay', video('media/h264.mp4'), {}, { afterMs: 1_500 });

await run('montage', [
  '-font',
  font,
  ...shots.flatMap(({ file, label }) => ['-label', label, file]),
  ...['-tile', '5x', '-geometry', '384x216+8+8', '-background', '#e8eaf0', '-pointsize', '16'],
  join(target, 'sheet.png'),
]);
console.log(`${shots.length} pictures: ${join(target, 'sheet.png')}`);
await stage.close();
web.closeAllConnections();
web.close();
await rm(media, { recursive: true, force: true });

/** Inserts an EXIF block with only an orientation at the beginning of a JPEG. */
async function withOrientation(file: string, orientation: number): Promise<void> {
  const { readFile } = await import('node:fs/promises');
  const jpeg = await readFile(file);
  const exif = Buffer.from('45786966000049492a000800000001001201030001000000000000000000000000', 'hex');
  const block = Buffer.concat([exif.subarray(0, 24), Buffer.from([orientation, 0, 0, 0]), Buffer.alloc(4)]);
  const header = Buffer.from([0xff, 0xe1, 0, 0]);
  header.writeUInt16BE(block.length + 2, 2);
  await writeFile(file, Buffer.concat([jpeg.subarray(0, 2), header, block, jpeg.subarray(2)]));
}
