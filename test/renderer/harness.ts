import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { featuresOff, stageFlags, windowFlags } from '../../src/main/host/chromium/launch.ts';
import { knownExtension, mediaTypes } from '../../src/shared/media-types.ts';
import type { FromScreen, ToScreen } from '../../src/shared/messages.ts';
import { startDisplay } from '../e2e/support/display.ts';
import { rendererFolder } from '../support/built.ts';

/** The renderer in a real browser on a real (virtual) display, with this test in the place of the host. */
export interface StageUnderTest {
  readonly page: Page;
  readonly display: string;
  readonly width: number;
  readonly height: number;
  readonly folder: string;
  readonly origin: string;
  /** Everything that the stage wrote to its console, except expected lines. */
  readonly console: readonly string[];
  /** Everything that the stage said, in order. */
  readonly messages: readonly FromScreen[];
  send(message: ToScreen): Promise<void>;
  /** Resolves with the first message, said already or later, that fits. */
  heard<T extends FromScreen['type']>(
    type: T,
    fits?: (message: Extract<FromScreen, { type: T }>) => boolean,
    withinMs?: number,
  ): Promise<Extract<FromScreen, { type: T }>>;
  /** What the display shows now, as a PNG file. */
  screenshot(file: string): Promise<void>;
  /** Colours of points of the display, each as [red, green, blue]; positions are fractions of its size. */
  colors(points: readonly (readonly [number, number])[]): Promise<[number, number, number][]>;
  close(): Promise<void>;
}

export interface StageOptions {
  readonly width?: number;
  readonly height?: number;
  /** Main's clock minus the true one. */
  readonly clockAheadMs?: number;
  readonly flags?: readonly string[];
  /** Media files, served under `media/`. */
  readonly media: string;
}

export async function openStage(options: StageOptions): Promise<StageUnderTest> {
  const { width = 1280, height = 720, clockAheadMs = 0 } = options;
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-stage-'));
  const display = await startDisplay(width, height);
  const server = await serveApp(rendererFolder, options.media);
  const origin = `http://vitrine.localhost:${portOf(server)}`;
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: '/usr/bin/chromium',
    headless: false,
    // Only pages of these tests are shown here, and root cannot have the sandbox.
    chromiumSandbox: false,
    viewport: null,
    env: { ...process.env, DISPLAY: display.name },
    ignoreDefaultArgs: ['--enable-automation', '--hide-scrollbars', '--disable-field-trial-config'],
    args: [
      ...windowFlags({ width, height }),
      ...stageFlags,
      '--no-first-run',
      `--disable-features=${featuresOff.join(',')}`,
      ...(options.flags ?? []),
    ],
  });
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(60_000);
  const messages: FromScreen[] = [];
  const lines: string[] = [];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`));
  const waiting = new Set<(message: FromScreen) => void>();
  const send = async (message: ToScreen): Promise<void> => {
    await page.evaluate((value) => {
      for (const listener of (globalThis as unknown as HarnessWindow).screenListeners) listener(value);
    }, message);
  };
  // What a host tells of the documents of web pages, and as a host does: before the document itself comes.
  const pageFailed = (address: string, reason: string) => send({ type: 'page-failed', address, reason });
  await page.route(
    (address) => address.origin !== origin,
    async (route) => {
      const address = route.request().url();
      if (!route.request().isNavigationRequest()) return route.continue();
      try {
        const response = await route.fetch({ timeout: 0 });
        if (response.status() >= 400) await pageFailed(address, `status ${response.status()}`);
        await route.fulfill({ response });
      } catch (error) {
        if (page.isClosed()) return;
        await pageFailed(address, `unreachable: ${String(error)}`);
        await route.abort();
      }
    },
  );
  await page.exposeFunction('sayToHarness', (message: FromScreen) => {
    messages.push(message);
    for (const listener of [...waiting]) listener(message);
    if (message.type === 'heartbeat')
      send({
        type: 'clock',
        echo: message.mono,
        epochMs: Date.now() + clockAheadMs,
        slowness: 1,
      }).catch(() => undefined);
  });
  await page.addInitScript(installBridge);
  await page.goto(`${origin}/index.html`);
  const heard: StageUnderTest['heard'] = (type, fits = () => true, withinMs = 120_000) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(listen);
        reject(new Error(`the stage did not say '${type}' in time`));
      }, withinMs);
      const listen = (message: FromScreen): void => {
        if (message.type !== type || !fits(message as never)) return;
        clearTimeout(timer);
        waiting.delete(listen);
        resolve(message as never);
      };
      waiting.add(listen);
      for (const message of messages) listen(message);
    });
  await heard('ready');
  return {
    page,
    display: display.name,
    width,
    height,
    folder,
    origin,
    messages,
    console: lines,
    send,
    heard,
    screenshot: (file) => display.screenshot(file),
    colors: async (points) =>
      (await display.colors(points)).map(([red = 0, green = 0, blue = 0]) => [red, green, blue]),
    async close() {
      await closeContext(context);
      server.closeAllConnections();
      server.close();
      await display.stop();
      // A browser that would not close in time writes into it for a moment yet.
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

interface HarnessWindow {
  screenListeners: ((message: ToScreen) => void)[];
  sayToHarness(message: FromScreen): void;
  bridge: unknown;
  readonly top: unknown;
}

function installBridge(): void {
  const own = globalThis as unknown as HarnessWindow;
  if (own.top !== own) return;
  own.screenListeners = [];
  own.bridge = {
    send: (message: FromScreen) => own.sayToHarness(message),
    onMessage: (listener: (message: ToScreen) => void) => own.screenListeners.push(listener),
  };
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

function mediaTypeOf(file: string): string | null {
  const extension = knownExtension(extname(file).slice(1));
  return extension && mediaTypes[extension].mimeType;
}

/**
 * App files and media on loopback, with ranges. A media file named `hang…` never answers, one named `stall…` stops
 * in the middle.
 */
async function serveApp(app: string, media: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://any');
    const path = normalize(decodeURIComponent(pathname));
    if (path.startsWith('/media/hang')) return;
    const file = path.startsWith('/media/') ? join(media, path.slice(7)) : join(app, path);
    try {
      const { size } = await stat(file);
      const requested = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
      const start = requested ? Number(requested[1]) : 0;
      const end = requested?.[2] ? Math.min(Number(requested[2]), size - 1) : size - 1;
      const headers: Record<string, string | number> = {
        'Content-Type': types[extname(file)] ?? mediaTypeOf(file) ?? 'application/octet-stream',
        'Accept-Ranges': 'bytes',
        'Content-Length': Math.max(0, end - start + 1),
      };
      if (requested) headers['Content-Range'] = `bytes ${start}-${end}/${size}`;
      response.writeHead(requested ? 206 : 200, headers);
      const half = Math.floor(size / 2);
      if (size === 0) response.end();
      else if (path.startsWith('/media/stall')) {
        if (start < half) createReadStream(file, { start, end: half }).pipe(response, { end: false });
      } else createReadStream(file, { start, end }).pipe(response);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.race([context.close(), new Promise((resolve) => setTimeout(resolve, 5_000))]);
}
