// Draws the demo media: pictures and frames in Chromium, clips and their sound with ffmpeg.
// Run it manually (`node scripts/make-demo-media.mjs [name …]`) after a change to a drawing; its output is committed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const drawings = new URL('demo-media/', import.meta.url);
const media = fileURLToPath(new URL('../src/demo/media/', import.meta.url));

const pictures = {
  hills: { file: 'hills.jpg', name: 'Morning hills', from: 'hills.js', encode: ['-q:v', '5'] },
  hours: { file: 'hours.png', name: 'Opening hours', from: 'hours.html', encode: ['-pix_fmt', 'pal8'] },
  coffee: { file: 'coffee.webp', name: 'Flat white', from: 'coffee.html', encode: ['-quality', '86'] },
  harbour: { file: 'harbour.jpg', name: 'Harbour at night', from: 'harbour.js', encode: ['-q:v', '6'] },
  tower: {
    file: 'tower.jpg',
    name: 'Lighthouse by boat (portrait)',
    from: 'tower.js',
    width: 1080,
    height: 1920,
    encode: ['-q:v', '5'],
  },
};
const clips = {
  tide: {
    file: 'tide.mp4',
    name: 'On the tide (with sound)',
    from: 'tide.js',
    seconds: 7,
    sound: 'surf',
    encode:
      'libx264 -profile:v high -preset veryslow -crf 25 -pix_fmt yuv420p -g 60 -movflags +faststart -c:a aac -b:a 96k',
  },
  aurora: {
    file: 'aurora.webm',
    name: 'Northern lights',
    from: 'aurora.js',
    seconds: 5,
    sound: null,
    encode: 'libvpx-vp9 -crf 38 -b:v 0 -deadline good -cpu-used 2 -row-mt 1 -g 75 -pix_fmt yuv420p',
  },
};
const clipSize = { width: 1280, height: 720 };
const framesPerSecond = 30;

const wanted = process.argv.slice(2);
const isWanted = ([key]) => wanted.length === 0 || wanted.includes(key);
const work = await mkdtemp(join(tmpdir(), 'vitrine-demo-media-'));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  // As root there is no sandbox; only our own drawings are opened.
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  for (const [key, picture] of Object.entries(pictures).filter(isWanted)) await makePicture(key, picture);
  for (const [key, clip] of Object.entries(clips).filter(isWanted)) await makeClip(key, clip);
} finally {
  await browser.close();
  await rm(work, { recursive: true, force: true });
}
await writeManifest();

async function makePicture(key, { file, from, encode, width = 1920, height = 1080 }) {
  const page = await open(from, width, height);
  if (from.endsWith('.js')) await page.evaluate(() => globalThis.paint(0));
  const drawn = join(work, `${key}.png`);
  await page.screenshot({ path: drawn });
  await page.close();
  const palette = file.endsWith('.png')
    ? ['-vf', 'split[a][b];[a]palettegen=max_colors=160:stats_mode=full[p];[b][p]paletteuse=dither=none']
    : [];
  await ffmpeg([
    '-i',
    drawn,
    ...palette,
    ...(file.endsWith('.png') ? ['-compression_level', '9'] : encode),
    media + file,
  ]);
  await thumbnail(key, drawn);
  console.log(`${file}  ${(await stat(media + file)).size} bytes`);
}

async function makeClip(key, { file, from, seconds, sound, encode }) {
  const { width, height } = clipSize;
  const page = await open(from, width, height);
  const frames = seconds * framesPerSecond;
  const audio = sound ? ['-f', 'lavfi', '-i', surf(seconds), '-shortest'] : [];
  const encoder = spawn(
    'ffmpeg',
    ['-v', 'error', '-y', '-f', 'image2pipe', '-framerate', `${framesPerSecond}`, '-i', '-', ...audio].concat(
      ['-c:v', ...encode.split(' '), media + file],
    ),
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  for (let frame = 0; frame < frames; frame++) {
    // PNG directly from the canvas: faster than a screenshot, and exact.
    const data = await page.evaluate((turn) => {
      globalThis.paint(turn);
      return document.querySelector('canvas').toDataURL('image/png').slice('data:image/png;base64,'.length);
    }, frame / frames);
    const bytes = Buffer.from(data, 'base64');
    if (frame === Math.floor(frames / 3)) await writeFile(join(work, `${key}.png`), bytes);
    if (!encoder.stdin.write(bytes)) await once(encoder.stdin, 'drain');
  }
  encoder.stdin.end();
  const [code] = await once(encoder, 'exit');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} on ${file}`);
  await page.close();
  await thumbnail(key, join(work, `${key}.png`));
  console.log(`${file}  ${(await stat(media + file)).size} bytes`);
}

/** Surf that swells twice, under a slow chord; both begin and end in silence, so that the loop does not click. */
function surf(seconds) {
  const swell = `pow(sin(PI*t/${seconds}*2),2)`;
  const edge = `min(1,t*2)*min(1,(${seconds}-t)*2)`;
  const tones = [146.83, 220, 277.18, 329.63, 440]
    .map(
      (hertz, number) =>
        `${(0.085 / (1 + number * 0.25)).toFixed(3)}*sin(2*PI*${hertz}*t+${number}*sin(2*PI*t/${seconds}))`,
    )
    .join('+');
  const side = (seed) => `(${tones}+0.16*(0.25+0.75*${swell})*(random(${seed})-0.5)*2)*${edge}`;
  return `aevalsrc='${side(0)}|${side(1)}':s=48000:d=${seconds},lowpass=f=1800,volume=0.9`;
}

async function open(from, width, height) {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1 });
  if (from.endsWith('.html')) {
    await page.goto(new URL(from, drawings).href);
    await page.evaluate(() => document.fonts.ready);
    return page;
  }
  await page.setContent(
    `<body style="margin:0"><canvas width="${width}" height="${height}" style="display:block"></canvas>`,
  );
  for (const script of ['brush.js', from])
    await page.addScriptTag({ path: fileURLToPath(new URL(script, drawings)) });
  await page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const context = canvas.getContext('2d', { willReadFrequently: true });
    globalThis.paint = (turn) => {
      context.reset();
      globalThis.draw(context, canvas.width, canvas.height, turn);
    };
  });
  return page;
}

async function thumbnail(key, drawn) {
  await ffmpeg([
    '-i',
    drawn,
    '-vf',
    "scale='if(gt(iw,ih),320,-2)':'if(gt(iw,ih),-2,320)':flags=lanczos",
    '-q:v',
    '5',
    `${media}${key}.thumb.jpg`,
  ]);
}

async function ffmpeg(args) {
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${args.join(' ')}`);
}

async function writeManifest() {
  const entries = [
    ...Object.entries(pictures).map(([key, { file, name, width = 1920, height = 1080 }]) => [
      key,
      { file, thumbnail: `${key}.thumb.jpg`, name, width, height, duration: null },
    ]),
    ...Object.entries(clips).map(([key, { file, name, seconds }]) => [
      key,
      { file, thumbnail: `${key}.thumb.jpg`, name, ...clipSize, duration: seconds },
    ]),
  ];
  const text = `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
  const before = await readFile(`${media}manifest.json`, 'utf8').catch(() => '');
  if (text !== before) await writeFile(`${media}manifest.json`, text);
}
