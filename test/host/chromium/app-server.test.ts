import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type AppServer, openAppServer } from '../../../src/main/host/chromium/app-server.ts';
import { createLog } from '../../../src/main/log.ts';

let server: AppServer;
let asked: string[];
let cancelled: number;

beforeAll(async () => {
  server = await openAppServer(
    async (given) => {
      asked.push(`${given.method} ${given.url} ${given.headers.get('range')} ${given.headers.get('cookie')}`);
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
  asked = [];
  cancelled = 0;
});

afterAll(() => server.close());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** As raw as it gets: a browser would not let a page set these headers, another program on the machine does. */
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

test('the app is under its secret, and told nothing but the range', async () => {
  const answer = await ask(`${appPath()}index.html?x=1`, { range: 'bytes=0-1', cookie: 'from=elsewhere' });
  expect(answer).toMatchObject({ status: 200, text: 'the app' });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(answer.headers).not.toHaveProperty('set-cookie');
  expect(asked).toEqual(['GET vitrine://app/index.html?x=1 bytes=0-1 null']);
});

test('the start page holds nothing', async () => {
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
])('a request that names %s is refused before anything is looked up', async (_, headers) => {
  expect(await ask(`${appPath()}index.html`, headers)).toMatchObject({ status: 403, text: '' });
  expect(await ask('/', headers)).toMatchObject({ status: 403, text: '' });
  expect(asked).toEqual([]);
});

test.each([
  '/index.html',
  '/wrong/index.html',
  '//',
  '/favicon.ico',
])('without the secret there is nothing: %s', async (path) => {
  expect(await ask(path)).toMatchObject({ status: 404, text: '' });
  expect(asked).toEqual([]);
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

test('only reading is answered', async () => {
  expect((await ask(`${appPath()}index.html`, {}, 'POST')).status).toBe(405);
  expect((await ask(`${appPath()}index.html`, {}, 'HEAD')).status).toBe(200);
});

test('who stops listening ends the reading behind it', async () => {
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
  await vi.waitUntil(() => cancelled === 1, { timeout: 3000, interval: 5 });
});
