import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { parseAsk } from '../../src/main/setup/conversation.ts';
import { type Listener, listen } from '../../src/main/setup/listener.ts';
import type { SealedRequest } from '../../src/shared/setup.ts';

const box = 'A'.repeat(22);
const sealed: SealedRequest = { session: `${'b'.repeat(21)}Q`, half: null, count: 1, box };

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

async function listening(port = 0) {
  const heard: SealedRequest[] = [];
  const requested: string[] = [];
  const listener: Listener = await listen({
    address: '127.0.0.1',
    port,
    files: async ({ url }) => {
      requested.push(new URL(url).pathname);
      return new Response('page', { status: 203, headers: { 'content-type': 'text/html' } });
    },
    door: (language) => ({ language }),
    offer: (from) => ({ from }),
    hear: async (ask) => {
      heard.push(ask);
      return { turned: 'again' };
    },
  });
  onTestFinished(() => listener.stop());
  const { authority } = listener;
  const ask = async (
    method: string,
    path: string,
    { body = '', ...headers }: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const sent = request(`http://${authority}${path}`, { method, headers, agent: false });
    sent.end(body);
    const [response] = await once(sent, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() };
  };
  const say = (ask_: unknown) => ask('POST', '/setup/say', { body: JSON.stringify(ask_) });
  return { authority, ask, say, heard, requested };
}

test('a sealed message arrives as it was sent', async () => {
  const { say, heard } = await listening();
  const half = 'c'.repeat(43);
  for (const one of [sealed, { ...sealed, half, count: 7 }]) {
    const { status, headers, body } = await say(one);
    expect([status, body]).toEqual([200, '{"turned":"again"}']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  }
  expect(heard).toEqual([sealed, { ...sealed, half, count: 7 }]);
});

test.each([
  ['no JSON', '{'],
  ['a session with bits to spare', { ...sealed, session: 'b'.repeat(22) }],
  ['a half that is too short', { ...sealed, half: 'c'.repeat(42) }],
  ['a count of nought', { ...sealed, count: 0 }],
  ['a box without its tag', { ...sealed, box: box.slice(1) }],
  ['another field', { ...sealed, more: 1 }],
])('a message is refused that is %s', async (_, message) => {
  const { ask, heard } = await listening();
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  expect(await ask('POST', '/setup/say', { body })).toMatchObject({
    status: 400,
    body: '{"turned":"not-understood"}',
  });
  expect(heard).toEqual([]);
});

test('a message of more than 64 KiB is refused, whether or not it declares its length', async () => {
  const { ask, say, heard } = await listening();
  const size = (length: number) => ({
    ...sealed,
    box: 'A'.repeat(length - JSON.stringify(sealed).length + 22),
  });
  expect((await say(size(64 * 1024))).status).toBe(200);
  expect((await say(size(64 * 1024 + 1))).status).toBe(413);
  const chunked = { 'transfer-encoding': 'chunked', body: JSON.stringify(size(64 * 1024 + 1)) };
  expect((await ask('POST', '/setup/say', chunked)).body).toBe('{"turned":"too-long"}');
  expect(heard).toHaveLength(1);
});

test('requests to another name of this machine, and from a page of another site, are refused', async () => {
  const { authority, ask } = await listening();
  expect(await ask('GET', '/setup', { host: 'other.example' })).toMatchObject({ status: 421 });
  for (const origin of [`https://${authority}`, 'http://other.example', 'null'])
    expect(await ask('GET', '/setup', { origin })).toMatchObject({
      status: 403,
      body: '{"turned":"origin"}',
    });
  expect(await ask('GET', '/setup', { origin: `http://${authority}` })).toMatchObject({ status: 203 });
});

test('only a POST of our own page gets an offer for the PIN', async () => {
  const { authority, ask } = await listening();
  const origin = `http://${authority}`;
  expect(await ask('POST', '/setup/half')).toMatchObject({ status: 403, body: '{"turned":"origin"}' });
  expect(await ask('GET', '/setup/half', { origin })).toMatchObject({ status: 405 });
  const { status, body } = await ask('POST', '/setup/half', { origin });
  expect([status, body]).toEqual([200, '{"from":"127.0.0.1"}']);
});

test('files are served below /setup, for GET only', async () => {
  const { ask, requested } = await listening();
  expect(await ask('GET', '/')).toMatchObject({ status: 302, headers: { location: '/setup' } });
  expect(await ask('GET', '/setup/door?language=de')).toMatchObject({
    status: 200,
    body: '{"language":"de"}',
  });
  expect(await ask('GET', '/setup/door')).toMatchObject({ body: '{"language":""}' });
  for (const path of ['/setup', '/setup/main.js', '/setups'])
    expect(await ask('GET', path)).toMatchObject({ status: 203, body: 'page' });
  for (const [method, path] of [
    ['POST', '/setup'],
    ['PUT', '/setup/say'],
  ] as const)
    expect(await ask(method, path)).toMatchObject({ status: 405, body: '{"turned":"method"}' });
  expect(requested).toEqual(['/index.html', '/main.js', '/setups']);
});

test('another port is used where the usual one is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { authority } = await listening(port);
  expect(authority).toMatch(/^127\.0\.0\.1:\d+$/);
  expect(authority).not.toBe(`127.0.0.1:${port}`);
});

test('an address that this machine does not have is refused with the reason', async () => {
  const refused = listen({
    address: '192.0.2.1',
    port: 0,
    files: async () => new Response(),
    hear: async () => null,
    door: () => null,
    offer: () => null,
  });
  await expect(refused).rejects.toMatchObject({ code: 'setup-not-listening', kind: 'temporary' });
});

test('requests of a phone are parsed within limits', () => {
  const choice = {
    act: 'choose',
    kind: 'device',
    id: ' 3 ',
    rotation: 90,
    volume: 100,
    timeZone: 'UTC',
    language: 'de',
  };
  expect(parseAsk(JSON.stringify(choice))).toEqual({ ...choice, id: '3' });
  expect(parseAsk('{"act":"look"}')).toEqual({ act: 'look' });
  for (const wrong of [
    ...[{ volume: 101 }, { volume: -1 }, { rotation: 45 }, { timeZone: 'Mars/Base' }, { language: 'xx' }],
    ...[{ id: ' ' }, { id: 'x'.repeat(201) }, { kind: 'screen' }, { more: 1 }],
  ])
    expect(() => parseAsk(JSON.stringify({ ...choice, ...wrong }))).toThrow(
      expect.objectContaining({ code: 'setup-not-understood' }),
    );
});
