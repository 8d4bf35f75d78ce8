import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppHandler, Host, HostWindow, WindowEvents } from '../../src/main/host/host.ts';
import type { ToScreen } from '../../src/shared/messages.ts';
import { until } from '../support/until.ts';
import { type AllEvents, deaf } from './deaf.ts';

/**
 * What every host must do, tested through the `Host` port and a driver that replaces the app's document. It runs on the
 * real browser and on the fake Electron; what only a browser can show is tested elsewhere.
 */

/** What the contract gives to the host under test. */
export interface ContractParts {
  readonly handler: AppHandler;
  readonly events: AllEvents;
}

export interface ContractRig {
  /** Not started yet. */
  readonly host: Host;
  readonly stage: StageDriver;
  /** For opening windows. */
  readonly events: WindowEvents;
  /** After `host.stop()`: descriptions of what is left of the host; empty if nothing is. */
  remains(): Promise<readonly string[]>;
  /** Removes everything that the rig itself made. */
  dispose(): Promise<void>;
}

/** Acts as the scripts of the app's document in a screen's window. Each call resolves when it is done. */
export interface StageDriver {
  /** Calls `bridge.onMessage`: receives messages from now on, and those that came before. */
  listen(screenId: string): Promise<void>;
  /** What the listener has received so far, in order. */
  heard(screenId: string): Promise<readonly unknown[]>;
  say(screenId: string, message: unknown): Promise<void>;
  /** `fetch` of an address relative to the app's. */
  fetch(screenId: string, path: string, headers?: Readonly<Record<string, string>>): Promise<Fetched>;
  /** Fetches the first piece of such a file, and drops the rest. */
  abandon(screenId: string, path: string): Promise<void>;
  /** Opens a clip and seeks to this second; returns its position afterwards. Null: nothing can play here. */
  seek(screenId: string, path: string, seconds: number): Promise<number | null>;
  /** Puts a web page into a frame and waits until it has loaded or was refused. */
  frame(screenId: string, address: string): Promise<'shown' | 'refused'>;
  /** The renderer dies. */
  kill(screenId: string): Promise<void>;
  /** The renderer stops answering. */
  hang(screenId: string): Promise<void>;
  /** Resolves when the app's document has been loaded and runs. */
  running(screenId: string): Promise<void>;
}

export interface Fetched {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const document = 'The app';
const media = Array.from({ length: 1000 }, (_, index) => index % 10).join('');

export function describeHostContract(
  name: string,
  makeRig: (parts: ContractParts) => Promise<ContractRig>,
): void {
  describe(`host contract: ${name}`, () => {
    const news = new News();
    const requested: string[] = [];
    let rig: ContractRig;
    let window: HostWindow;
    let pages: PageServer;

    beforeAll(async () => {
      pages = await startPages();
      rig = await makeRig({ handler: answer(requested), events: news.events });
      await rig.host.start();
      const displays = await rig.host.displays();
      const display = displays.find(({ primary }) => primary);
      if (!display) throw new Error('No display is the primary one');
      window = await rig.host.open({ screenId: 'one', display }, rig.events);
      await rig.stage.running('one');
    });

    beforeEach(() => news.forget());

    afterAll(async () => {
      await rig.host.stop();
      await pages.close();
      await rig.dispose();
    });

    it('reports its name and version', () => {
      expect(rig.host.name).toMatch(/^(electron|chromium)$/);
      expect(rig.host.version).toMatch(/\d+\.\d+/);
    });

    it('lists displays with size and position', async () => {
      for (const display of await rig.host.displays()) {
        expect(display.id).not.toBe('');
        expect(display.width).toBeGreaterThan(0);
        expect(display.height).toBeGreaterThan(0);
      }
    });

    it('requests app files from the handler by their path under vitrine://app/', async () => {
      const { status, text, headers } = await rig.stage.fetch('one', 'words.txt?a=1');
      expect({ status, text }).toEqual({ status: 200, text: 'words' });
      expect(headers['content-type']).toContain('text/plain');
      expect(requested).toContain('GET vitrine://app/words.txt?a=1');
    });

    it('passes ranges and their answers on unchanged', async () => {
      const part = await rig.stage.fetch('one', 'media', { range: 'bytes=10-19' });
      expect(part).toMatchObject({ status: 206, text: '0123456789' });
      expect(part.headers).toMatchObject({ 'content-range': 'bytes 10-19/1000', 'content-length': '10' });
      const rest = await rig.stage.fetch('one', 'media', { range: 'bytes=990-' });
      expect(rest).toMatchObject({ status: 206, text: '0123456789' });
    });

    it('passes on a missing file, and survives a failing handler', async () => {
      expect((await rig.stage.fetch('one', 'missing')).status).toBe(404);
      expect((await rig.stage.fetch('one', 'broken')).status).toBe(500);
      expect((await rig.stage.fetch('one', 'words.txt')).status).toBe(200);
    });

    it('ends the stream of an answer that the stage drops', async () => {
      await rig.stage.abandon('one', 'endless');
      await until('the stream has ended', () => requested.includes('gave up /endless'));
      expect((await rig.stage.fetch('one', 'words.txt')).text).toBe('words');
    });

    it('seeks in a clip by ranges', async ({ skip }) => {
      const at = await rig.stage.seek('one', 'clip.mp4', 20);
      if (at === null) return skip('nothing plays on a fake');
      expect(at).toBeCloseTo(20, 1);
      const starts = requested.flatMap((line) =>
        Number(/^range of \/clip\.mp4: bytes=(\d+)-/.exec(line)?.[1] ?? []),
      );
      // Its index is at its end, and the requested frames are in the middle.
      expect(starts.filter((start) => start > 0).length).toBeGreaterThan(1);
    });

    it('keeps messages until the stage listens, and delivers them once and in order', async () => {
      window.send(overlay(true));
      window.send(overlay(false));
      await rig.stage.listen('one');
      await until('two messages', async () => (await rig.stage.heard('one')).length >= 2);
      window.send({ type: 'clock', echo: 1, epochMs: 2, slowness: 1 });
      await until('the third message', async () => (await rig.stage.heard('one')).length >= 3);
      expect(await rig.stage.heard('one')).toEqual([
        overlay(true),
        overlay(false),
        { type: 'clock', echo: 1, epochMs: 2, slowness: 1 },
      ]);
    });

    it('passes messages of the stage on unparsed', async () => {
      await rig.stage.say('one', { type: 'anything', text: 'é☃', list: [1, null] });
      await until('a message of the stage', () => news.messages.length > 0);
      expect(news.messages).toEqual([{ type: 'anything', text: 'é☃', list: [1, null] }]);
    });

    it('removes framing headers of allowed pages, and of no others', async () => {
      const allowed = pages.address('/forbidden?allowed');
      expect(await rig.stage.frame('one', allowed)).toBe('refused');
      rig.host.allowPages([{ address: allowed, headers: {} }]);
      expect(await rig.stage.frame('one', allowed)).toBe('shown');
      expect(await rig.stage.frame('one', pages.address('/forbidden?other'))).toBe('refused');
      expect(await rig.stage.frame('one', pages.address('/free'))).toBe('shown');
      rig.host.allowPages([]);
      expect(await rig.stage.frame('one', allowed)).toBe('refused');
    });

    it('follows the redirects of an allowed page', async () => {
      const address = pages.address('/to?/forbidden?end');
      rig.host.allowPages([{ address, headers: {} }]);
      expect(await rig.stage.frame('one', address)).toBe('shown');
    });

    it("sends a page's request headers with its document only, and not to another origin", async () => {
      const address = pages.address('/with-picture');
      const onward = pages.address(`/to?${pages.elsewhere('/free?after')}`);
      const headers = { Authorization: 'Basic dml0cmluZQ==', 'X-Sign': 'yes' };
      rig.host.allowPages([
        { address, headers },
        { address: onward, headers },
      ]);
      await rig.stage.frame('one', address);
      await rig.stage.frame('one', onward);
      await until('the redirect is followed', () => pages.sent('/free?after') !== null);
      expect(pages.sent('/with-picture')).toMatchObject({
        authorization: headers.Authorization,
        'x-sign': 'yes',
      });
      expect(pages.sent('/picture')?.['x-sign']).toBeUndefined();
      expect(pages.sent(`/to?${pages.elsewhere('/free?after')}`)).toMatchObject({ 'x-sign': 'yes' });
      expect(pages.sent('/free?after')).not.toHaveProperty('x-sign');
      expect(pages.sent('/free?after')).not.toHaveProperty('authorization');
    });

    it('distinguishes two pages that load at once', async () => {
      const [late, early] = [pages.address('/forbidden?late'), pages.address('/forbidden?early')];
      rig.host.allowPages([
        { address: late, headers: { 'X-Sign': 'late' } },
        { address: early, headers: { 'X-Sign': 'early' } },
      ]);
      const answer = pages.hold('/forbidden?late');
      const first = rig.stage.frame('one', late);
      await until('the late page is requested', () => pages.sent('/forbidden?late') !== null);
      expect(await rig.stage.frame('one', early)).toBe('shown');
      answer();
      expect(await first).toBe('shown');
      expect(pages.sent('/forbidden?late')).toMatchObject({ 'x-sign': 'late' });
      expect(pages.sent('/forbidden?early')).toMatchObject({ 'x-sign': 'early' });
    });

    it('notifies the stage of a page whose document failed', async () => {
      const broken = pages.address('/status?503');
      const free = pages.address('/free');
      rig.host.allowPages([broken, free].map((address) => ({ address, headers: {} })));
      await rig.stage.listen('one');
      const before = (await rig.stage.heard('one')).length;
      for (const address of [broken, free]) await rig.stage.frame('one', address);
      await until(
        'the stage hears of the failure',
        async () => (await rig.stage.heard('one')).length > before,
      );
      expect((await rig.stage.heard('one')).slice(before)).toEqual([
        { type: 'page-failed', address: broken, reason: 'status 503' },
      ]);
    });

    it('takes a screenshot', async () => {
      const { mimeType, bytes } = await window.capture();
      const png = [0x89, 0x50, 0x4e, 0x47];
      const jpeg = [0xff, 0xd8, 0xff];
      const head = mimeType === 'image/png' ? png : jpeg;
      expect([...bytes.subarray(0, head.length)]).toEqual(head);
    });

    it('reports a dead renderer, and restores it in the same window', async () => {
      await rig.stage.kill('one');
      await until('a dead renderer', () => news.gone.length > 0);
      await window.revive();
      await rig.stage.running('one');
      expect((await rig.stage.fetch('one', 'words.txt')).text).toBe('words');
    });

    it('restores a hung renderer, and does not report its end as a second death', async () => {
      await rig.stage.hang('one');
      news.forget();
      await window.revive();
      await rig.stage.running('one');
      await rig.stage.listen('one');
      window.send(overlay(true));
      await until('a message for the restored stage', async () => (await rig.stage.heard('one')).length > 0);
      expect(news.gone).toEqual([]);
    });

    it('opens another renderer behind it, which comes forward on request', async () => {
      news.forget();
      const reported: unknown[] = [];
      const behind = await window.openBehind({
        message: (message) => reported.push(message),
        gone: (reason) => reported.push(reason),
        hung: () => reported.push('hung'),
      });
      // Which process it is in, a browser knows only once it has begun to load; and it answers one question at a time.
      for (const [name, one] of Object.entries({ behind, window }))
        await until(`the process of ${name}`, () => one.memory().catch(() => null));
      await behind.drawn();
      await behind.comeForward();
      await window.close();
      expect(await window.memory()).toBeNull();
      expect((await behind.capture()).bytes.length).toBeGreaterThan(0);
      expect(news.gone).toEqual([]);
      expect(reported.filter((one) => typeof one === 'string')).toEqual([]);
      window = behind;
    });

    it('leaves nothing behind when it stops, and reports nothing more', async () => {
      news.forget();
      await rig.host.stop();
      expect(await rig.remains()).toEqual([]);
      expect(news.gone).toEqual([]);
    });
  });
}

function overlay(visible: boolean): ToScreen {
  return { type: 'overlay', visible };
}

/** Everything that the host told. */
class News {
  readonly messages: unknown[] = [];
  readonly gone: string[] = [];

  readonly events: AllEvents = {
    ...deaf,
    message: (message) => void this.messages.push(message),
    gone: (reason) => void this.gone.push(reason),
  };

  forget(): void {
    this.messages.length = 0;
    this.gone.length = 0;
  }
}

/** The app of the contract: a document, a text, and a file with ranges. */
function answer(requested: string[]): AppHandler {
  return async (request) => {
    requested.push(`${request.method} ${request.url}`);
    switch (new URL(request.url).pathname) {
      case '/index.html':
        return new Response(document, { headers: { 'content-type': 'text/html' } });
      case '/words.txt':
        return new Response('words', { headers: { 'content-type': 'text/plain' } });
      case '/broken':
        throw new Error('broken on purpose');
      case '/media':
        return part(Buffer.from(media), 'application/octet-stream', request.headers.get('range'));
      case '/endless':
        return new Response(
          new ReadableStream({
            pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
            cancel: () => void requested.push('gave up /endless'),
          }),
        );
      case '/clip.mp4':
        requested.push(`range of /clip.mp4: ${request.headers.get('range')}`);
        return part(clip(), 'video/mp4', request.headers.get('range'));
      default:
        return new Response(null, { status: 404 });
    }
  };
}

function part(whole: Buffer<ArrayBuffer>, type: string, range: string | null): Response {
  const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const from = Number(first);
  const to = last === '' ? whole.length - 1 : Number(last);
  const bytes = whole.subarray(from, to + 1);
  return new Response(bytes, {
    status: range === null ? 200 : 206,
    headers: {
      'content-type': type,
      'content-length': String(bytes.length),
      ...(range === null ? {} : { 'content-range': `bytes ${from}-${to}/${whole.length}` }),
    },
  });
}

let made: Buffer<ArrayBuffer> | null = null;

/** 30 s of noise: far more than a browser reads ahead, with its index at its end. */
function clip(): Buffer<ArrayBuffer> {
  const picture = ['-f', 'lavfi', '-i', 'color=gray:s=320x180:r=10:d=30', '-vf', 'noise=alls=80:allf=t'];
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '10', '-qp', '10'];
  if (made) return made;
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-clip-'));
  try {
    execFileSync('ffmpeg', ['-loglevel', 'error', ...picture, ...codec, join(folder, 'clip.mp4')]);
    made = readFileSync(join(folder, 'clip.mp4'));
    return made;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Web pages as a playlist may name them, on two origins, with the requests for each. */
interface PageServer {
  address(path: string): string;
  /** The same server under another origin. */
  elsewhere(path: string): string;
  /** Answers nothing until the function is called. */
  hold(path: string): () => void;
  /** Headers of the last request for that path, by lower-case name; null: never requested. */
  sent(path: string): Readonly<Record<string, unknown>> | null;
  close(): Promise<void>;
}

/** A real browser cannot look into a frame of another site: the page itself reports that it runs. */
const shown = "<script>parent.postMessage('shown', '*')</script><iframe></iframe>";

async function startPages(): Promise<PageServer> {
  const sent = new Map<string, Record<string, unknown>>();
  const held = new Map<string, Promise<void>>();
  const server = createServer(async (request, response) => {
    const url = request.url ?? '/';
    sent.set(url, { ...request.headers });
    await held.get(url);
    if (url.startsWith('/to?')) {
      response.writeHead(302, { location: url.slice('/to?'.length) }).end();
      return;
    }
    const forbidden = {
      'x-frame-options': 'DENY',
      'content-security-policy': "img-src *; frame-ancestors 'none'",
    };
    response.writeHead(url.startsWith('/status?') ? Number(url.slice('/status?'.length)) : 200, {
      'content-type': 'text/html',
      ...(url.startsWith('/forbidden') ? forbidden : {}),
    });
    response.end(url === '/with-picture' ? `${shown}<img src="/picture">` : shown);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (path) => `http://127.0.0.1:${port}${path}`,
    elsewhere: (path) => `http://localhost:${port}${path}`,
    sent: (path) => sent.get(path) ?? null,
    hold: (path) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(path, promise);
      return resolve;
    },
    close: () => closed(server),
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
