import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import { mapLimited } from '../../../src/main/ground/map-limited.ts';
import { portOf } from '../../../test/renderer/harness.ts';
import type { Specimen } from './make.ts';

const atOnce = 6;

/** The browser's own verdict on a file. */
export interface Verdict {
  /** Null: the browser can show it. */
  readonly fault: string | null;
  /** The length of a video or sound as the browser reports it after playing. */
  readonly durationMs: number | null;
}

export async function judge(specimens: readonly Specimen[]): Promise<ReadonlyMap<string, Verdict>> {
  const bytesOf = new Map(specimens.map(({ name, bytes }) => [`/${name}`, bytes]));
  const server = createServer((request, response) => {
    const bytes = bytesOf.get(request.url ?? '') ?? null;
    if (bytes === null) return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<body>');
    const [, from = null, until = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const first = Number(from ?? 0);
    const last = until === '' ? bytes.length - 1 : Math.min(Number(until), bytes.length - 1);
    // An image element trusts the declared type only for SVG.
    const type = /svgz?$/.test(request.url ?? '') ? 'image/svg+xml' : 'application/octet-stream';
    const range = from === null ? {} : { 'Content-Range': `bytes ${first}-${last}/${bytes.length}` };
    const headers = {
      'Accept-Ranges': 'bytes',
      'Content-Length': Math.max(0, last + 1 - first),
      'Content-Type': type,
    };
    return response
      .writeHead(from === null || bytes.length === 0 ? 200 : 206, { ...headers, ...range })
      .end(bytes.subarray(first, last + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    // As root there is no sandbox; only files made here are opened.
    chromiumSandbox: false,
    args: ['--autoplay-policy=no-user-gesture-required', '--mute-audio'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${portOf(server)}/`);
    const verdicts = await mapLimited(specimens, atOnce, async ({ name, kind }) => {
      return [name, await page.evaluate(show, { address: `/${name}`, kind })] as const;
    });
    return new Map(verdicts);
  } finally {
    await browser.close();
    server.close();
  }
}

/** Runs in the page. */
async function show({ address, kind }: { address: string; kind: string }): Promise<Verdict> {
  const picture = async (): Promise<Verdict> => {
    try {
      const image = new Image();
      image.src = address;
      await image.decode();
      if (image.naturalWidth === 0) return { fault: 'a picture of no size', durationMs: null };
      // Unlike an image element this rejects a truncated picture, but it does not support SVG.
      if (!/svgz?$/.test(address)) (await createImageBitmap(await (await fetch(address)).blob())).close();
      return { fault: null, durationMs: null };
    } catch (error) {
      return { fault: `no picture: ${String(error)}`, durationMs: null };
    }
  };
  const play = (tag: 'video' | 'audio'): Promise<Verdict> =>
    new Promise((resolve) => {
      const media = document.createElement(tag);
      const end = (fault: string | null): void => {
        clearTimeout(timer);
        const { duration } = media;
        media.removeAttribute('src');
        media.load();
        media.remove();
        resolve({ fault, durationMs: Number.isFinite(duration) ? duration * 1000 : null });
      };
      const timer = setTimeout(() => end('it does not come to its end'), 8_000);
      let isSeen = tag === 'audio';
      media.muted = true;
      media.onerror = () => end(`error ${media.error?.code}: ${media.error?.message}`);
      if (media instanceof HTMLVideoElement)
        media.requestVideoFrameCallback(() => {
          isSeen = true;
        });
      media.onended = () => setTimeout(() => end(isSeen ? null : 'no picture'), 100);
      media.src = address;
      document.body.append(media);
      media.play().catch(() => undefined);
    });
  if (kind === 'image') return picture();
  return play(kind === 'audio' ? 'audio' : 'video');
}
