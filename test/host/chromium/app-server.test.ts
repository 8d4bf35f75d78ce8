import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createLog, type LogLine } from '../../../src/main/ground/log.ts';
import { type AppServer, openAppServer } from '../../../src/main/host/chromium/app-server.ts';
import { createAppHandler } from '../../../src/main/show/handler.ts';
import { objectPath } from '../../../src/main/store/objects/layout.ts';

let server: AppServer;
let requested: string[];
let cancelled: number;

beforeAll(async () => {
  server = await openAppServer(
    async (given) => {
      requested.push(
        `${given.method} ${given.url} ${given.headers.get('range')} ${given.headers.get('cookie')}`,
      );
      if (given.url.endsWith('/endless')) {
        const body = new ReadableStream<Uint8Array>({
          pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
          cancel: () => void cancelled++,
        });
        return new Response(body);
      }
      return new Response('the app', { headers: { 'content-type': 'text/html' } });
    },
    createLog(() => undefined),
  );
});

beforeEach(() => {
  requested = [];
  cancelled = 0;
});

afterAll(() => server.close());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A raw request: a browser does not let a page set these headers, but another program on the machine can. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
  const { port, host } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, path, method, headers: { host, ...headers } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    sent.on('error', reject).end();
  });
}

const appPath = (): string => new URL(server.appAddress).pathname;

test('the app is served under its secret, and only the range header is passed on', async () => {
  const answer = await ask(`${appPath()}index.html?x=1`, { range: 'bytes=0-1', cookie: 'from=elsewhere' });
  expect(answer).toMatchObject({ status: 200, text: 'the app' });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(answer.headers).not.toHaveProperty('set-cookie');
  expect(requested).toEqual(['GET vitrine://app/index.html?x=1 bytes=0-1 null']);
});

test('the start page contains no secret', async () => {
  const { status, text } = await ask('/');
  expect(status).toBe(200);
  expect(text).not.toContain(appPath());
  expect(text).not.toContain('<script');
});

test.each([
  ['another host', { host: 'localhost' }],
  ['the bare address', { host: '127.0.0.1' }],
  ['another port', { host: 'vitrine.localhost:1' }],
  ['another origin', { origin: 'http://127.0.0.1:8080' }],
  ['no origin at all, as a sandboxed frame has it', { origin: 'null' }],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page of the same site', { 'sec-fetch-site': 'same-site' }],
])('a request that names %s is refused before any lookup', async (_, headers) => {
  expect(await ask(`${appPath()}index.html`, headers)).toMatchObject({ status: 403, text: '' });
  expect(await ask('/', headers)).toMatchObject({ status: 403, text: '' });
  expect(requested).toEqual([]);
});

test.each([
  '/index.html',
  '/wrong/index.html',
  '//',
  '/favicon.ico',
])('a request without the secret finds nothing: %s', async (path) => {
  expect(await ask(path)).toMatchObject({ status: 404, text: '' });
  expect(requested).toEqual([]);
});

test('the secret is long, and new with each server', async () => {
  const other = await openAppServer(
    async () => new Response(),
    createLog(() => undefined),
  );
  expect(appPath().length).toBeGreaterThan(30);
  expect(new URL(other.appAddress).pathname).not.toBe(appPath());
  await other.close();
});

test('only reading methods are answered', async () => {
  expect((await ask(`${appPath()}index.html`, {}, 'POST')).status).toBe(405);
  expect((await ask(`${appPath()}index.html`, {}, 'HEAD')).status).toBe(200);
});

test('a dropped request cancels its stream', async () => {
  const { port, host } = new URL(server.origin);
  await new Promise<void>((resolve) => {
    const sent = request(
      { host: '127.0.0.1', port, path: `${appPath()}endless`, headers: { host } },
      (answer) => {
        answer.once('data', () => {
          sent.destroy();
          resolve();
        });
      },
    );
    sent.on('error', () => undefined).end();
  });
  await vi.waitUntil(() => cancelled === 1, { timeout: 60_000, interval: 5 });
});

test('a file is closed when its request is dropped, early or late', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-dropped-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const name = 'a'.repeat(64);
  const file = objectPath(dataDir, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  truncateSync(file, 64 * 2 ** 20);
  let opened = 0;
  const handler = createAppHandler({ renderer: dataDir, dataDir });
  const counting = async (given: Request): Promise<Response> => {
    const answer = await handler(given);
    opened++;
    return answer;
  };
  const media = await openAppServer(
    counting,
    createLog(() => undefined),
  );
  onTestFinished(() => media.close());
  const { host, port, pathname } = new URL(media.appAddress);
  const drop = (after: 'asking' | 'its head' | 'a piece', range: string): Promise<void> =>
    new Promise((resolve) => {
      const path = `${pathname}media/${name}.mp4`;
      const sent = request({ host: '127.0.0.1', port, path, headers: { host, range } }, (answer) => {
        if (after === 'a piece') answer.once('data', () => sent.destroy());
        else sent.destroy();
        answer.on('error', () => undefined);
      });
      sent.on('error', () => undefined).once('close', () => resolve());
      sent.end(() => (after === 'asking' ? setImmediate(() => sent.destroy()) : undefined));
    });
  for (let time = 0; time < 10; time++) {
    for (const after of ['asking', 'its head', 'a piece'] as const) {
      await drop(after, 'bytes=0-');
      await drop(after, 'bytes=1000000-2000000');
    }
  }
  expect(opened).toBeGreaterThan(20);
  const open = async (): Promise<readonly string[]> => {
    const links = (await readdir('/proc/self/fd')).map((fd) =>
      readlink(`/proc/self/fd/${fd}`).catch(() => ''),
    );
    return (await Promise.all(links)).filter((link) => link.startsWith(dataDir));
  };
  await expect.poll(open).toEqual([]);
});

test('an answer that fails midway is cut and logged', async () => {
  const lines: LogLine[] = [];
  let pieces = 0;
  // The listener itself logs it to stderr.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  const breaking = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (pieces++ > 3) throw new Error('the disk');
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const other = await openAppServer(
    async () => new Response(breaking, { headers: { 'content-length': '1000000' } }),
    createLog((line) => lines.push(line)),
  );
  onTestFinished(() => other.close());
  const { host, port, pathname } = new URL(other.appAddress);
  const ended = await new Promise<string>((resolve) => {
    request({ host: '127.0.0.1', port, path: pathname, headers: { host } }, (answer) => {
      answer
        .on('error', () => resolve('cut'))
        .on('end', () => resolve('whole'))
        .resume();
    }).end();
  });
  expect(ended).toBe('cut');
  await expect.poll(() => lines).toMatchObject([{ level: 'warn', fields: { error: expect.anything() } }]);
});

test.each([
  ['by the stage', {}, true],
  ['by who does not know the secret', { path: '/life/page/1' }, false],
  ['by a page of another origin', { origin: 'http://127.0.0.1:8080' }, false],
  ['for anything else', { path: 'media/page/1' }, false],
])('a connection is kept open after a request for %s', async (_, given, isHeld) => {
  const { host, port, origin } = new URL(server.origin);
  const cut = vi.fn();
  onTestFinished(server.lifelines.hold('page', { cut, mended: () => undefined }));
  const { path, ...headers } = { path: `${appPath()}life/page/1`, origin, ...given };
  const upgrade = { host, connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'x' };
  const whole = path.startsWith('/') ? path : `${appPath()}${path}`;
  const answered = await new Promise<string>((resolve) => {
    const sent = request({ host: '127.0.0.1', port, path: whole, headers: { ...upgrade, ...headers } });
    sent.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(String(answer.headers['sec-websocket-accept']));
    });
    sent.on('error', () => resolve('refused')).end();
  });
  expect(answered).toBe(isHeld ? 'JVxkmtKFjDcI/Pm/AGPEKSN6wT8=' : 'refused');
  if (isHeld) await expect.poll(() => cut).toHaveBeenCalledOnce();
  else expect(cut).not.toHaveBeenCalled();
});
