import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { show } from '../cms/still-plays.ts';
import { client, failure, rawServer } from '../cms/support.ts';
import { hurriedClock, hurries, limitsOfServers } from '../support/hurried.ts';
import { reportRow } from '../support/report-row.ts';

const gigabyte = 2 ** 30;

/** A list that never ends: the same record repeatedly. */
function* records(bytes: number): Generator<Buffer> {
  const chunk = Buffer.from(
    '{"id":1,"name":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"},'.repeat(2000),
  );
  yield Buffer.from('[');
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
}

test('row 55 · JSON nested 5 million deep is refused before it is parsed, and the show goes on', async () => {
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

test('row 55 · a body of 1 GB is cut at the limit, in flat memory', async () => {
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
  // The limit and the data in transit; the sender's buffers are in this process too.
  expect(sent).toBeLessThan(160 * 2 ** 20);
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20);
});

test('row 55 · an announced 1 GB is not read at all', async () => {
  const server = await rawServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': gigabyte });
    response.write('[');
  });
  expect(await failure(client(server.baseUrl).cms.playlists())).toMatchObject({ code: 'cms-too-large' });
});

test('row 55 · a small body that unpacks to 1 GB is cut at the same limit', async () => {
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

test('row 55 · an error with an endless body is read for its first lines only', async () => {
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

test('row 55 · endless paging: a cycle is detected, and the number of pages is limited', async () => {
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

test('row 55 · a trickle and a hang in an answer are cut', async () => {
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

test('row 55 · control: without the limit everything is read into memory', async () => {
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
