import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { show } from '../cms/still-plays.ts';
import { client, failure, rawServer } from '../cms/support.ts';
import { hurriedClock, hurries, limitsOfServers } from '../support/hurried.ts';
import { reportRow } from '../support/report-row.ts';

const gigabyte = 2 ** 30;

/** A list that never ends: one record again and again. */
function* records(bytes: number): Generator<Buffer> {
  const chunk = Buffer.from(
    '{"id":1,"name":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"},'.repeat(2000),
  );
  yield Buffer.from('[');
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
}

test('row 55 · nested 5 million deep: refused before it is parsed, and the show goes on', async () => {
  const { rig, refused } = await show();
  rig.demo.intercept = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('['.repeat(5_000_000));
    return true;
  };
  expect(await refused('cms-too-deep')).toMatchObject({ kind: 'permanent' });
  rig.demo.intercept = (_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}`);
    return true;
  };
  await refused('cms-too-deep');
});

test('row 55 · a body of 1 GB is cut at the cap, with flat memory', async () => {
  const { rig, refused } = await show();
  let sent = 0;
  rig.demo.intercept = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const body = Readable.from(records(gigabyte), { objectMode: false });
    body.on('data', (chunk: Buffer) => {
      sent += chunk.length;
    });
    body.pipe(response).on('close', () => body.destroy());
    return true;
  };
  const before = process.memoryUsage().rss;
  expect(await refused('cms-too-large')).toMatchObject({ kind: 'permanent' });
  // Cap and what is under way; the sender's own buffers are in this process too.
  expect(sent).toBeLessThan(160 * 2 ** 20);
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20);
});

test('row 55 · an announced 1 GB is not even begun', async () => {
  const server = await rawServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': gigabyte });
    response.write('[');
  });
  expect(await failure(client(server.baseUrl).cms.playlists())).toMatchObject({ code: 'cms-too-large' });
});

test('row 55 · what is small on the wire and 1 GB unpacked is cut at the same cap', async () => {
  const server = await rawServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    const body = Readable.from(records(gigabyte), { objectMode: false });
    const packed = createGzip({ level: 1 });
    body
      .pipe(packed)
      .pipe(response)
      .on('close', () => body.destroy());
  });
  expect(await failure(client(server.baseUrl).cms.playlists())).toMatchObject({ code: 'cms-too-large' });
});

test('row 55 · a refusal with an endless body is read no further than its first lines', async () => {
  let sent = 0;
  const server = await rawServer((_, response) => {
    response.writeHead(403, { 'content-type': 'text/plain' });
    const body = Readable.from(records(gigabyte), { objectMode: false });
    body.on('data', (chunk: Buffer) => {
      sent += chunk.length;
    });
    body.pipe(response).on('close', () => body.destroy());
  });
  expect(await failure(client(server.baseUrl).cms.playlists())).toMatchObject({ code: 'cms-forbidden' });
  expect(sent).toBeLessThan(16 * 2 ** 20);
});

test('row 55 · endless pages: a circle is seen, and there is a last page to anything', async () => {
  const circle = await rawServer((request, response) => {
    const next = request.url?.includes('page=2') ? '/api/v1.0/device' : '/api/v1.0/device?page=2';
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: [], next_page_url: next }));
  });
  expect(await failure(client(circle.baseUrl).cms.devices())).toMatchObject({ code: 'cms-bad-paging' });
  let page = 1;
  const endless = await rawServer((_, response) => {
    page++;
    const body = { data: [{ id: page, name: 'p' }], next_page_url: `/api/v1.0/device?page=${page}` };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  expect(await failure(client(endless.baseUrl, { limits: { pages: 50 } }).cms.devices())).toMatchObject({
    code: 'cms-bad-paging',
  });
  expect(page).toBe(51);
  const full = await failure(client(endless.baseUrl, { limits: { records: 20 } }).cms.devices());
  expect(full.message).toContain('more than 20 records');
});

test('row 55 · a trickle and a hang in mid-answer are cut', async () => {
  const clock = hurriedClock();
  const trickle = await rawServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    hurries(clock, response, () => response.write(' '));
  });
  const hang = await rawServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('[');
    hurries(clock, response);
  });
  const limits = { retries: 0, ...limitsOfServers, floorBytesPerSecond: 25_000 };
  for (const server of [trickle, hang]) {
    expect(await failure(client(server.baseUrl, { clock, limits }).cms.playlists())).toMatchObject({
      code: 'cms-unreachable-timeout',
    });
  }
});

test('row 55 · control: without the cap all of it is taken into memory', async () => {
  const beyondCap = 65 * 2 ** 20;
  let taken = 0;
  const server = await rawServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const body = Buffer.alloc(beyondCap, 'x');
    response.end(body, () => {
      taken = body.length;
    });
  });
  const { cms } = client(server.baseUrl, { limits: { retries: 0, bytes: Number.POSITIVE_INFINITY } });
  expect(await failure(cms.playlists())).toMatchObject({ code: 'cms-not-json' });
  expect(taken).toBe(beyondCap);
  reportRow(55, { negativeControl: true });
});
