import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { feedCache } from '../../src/main/feed/cache.ts';
import { Feed } from '../../src/main/feed/feed.ts';
import { createFeedReader } from '../../src/main/feed/fetch.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { createNetwork, type Network } from '../../src/main/net/network.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { onLoopback } from '../support/on-loopback.ts';

const feedOf = (...titles: readonly string[]): string =>
  `<rss><channel>${titles.map((title) => `<item><title>${title}</title></item>`).join('')}</channel></rss>`;

let folder: string;
let server: Server;
let address: string;
let network: Network;
let clock: ManualClock;
let requested: IncomingMessage[];
let answer: (response: ServerResponse) => void;
let changes: number;
let lines: LogLine[];
const feeds: Feed[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-feed-'));
  requested = [];
  lines = [];
  changes = 0;
  clock = new ManualClock();
  answer = (response) => response.end(feedOf('One', 'Two'));
  server = createServer((request, response) => {
    requested.push(request);
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/news`;
  network = createNetwork({ env: {}, reach: onLoopback() });
});

afterEach(async () => {
  for (const feed of feeds.splice(0)) await feed.stop();
  network.close();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

function open(dataDir = folder): Feed {
  const feed = new Feed({
    read: createFeedReader(network, clock),
    cache: feedCache(realFileSystem, dataDir),
    clock,
    log: createLog((line) => lines.push(line)),
    random: () => 0.5,
    onChanged: () => changes++,
  });
  feeds.push(feed);
  return feed;
}

const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 5 });

test('a feed is read at once and then every ten minutes, and reports changes', async () => {
  const feed = open();
  feed.follow(address);
  await soon(() => expect(feed.titles).toEqual(['One', 'Two']));
  expect(requested[0]?.headers).not.toHaveProperty('authorization');
  await soon(() => expect(lines.some(({ message }) => message === 'Cached the headlines')).toBe(true));
  await clock.advance(9 * 60_000);
  expect(requested).toHaveLength(1);
  await clock.advance(2 * 60_000);
  await soon(() => expect(requested).toHaveLength(2));
  answer = (response) => response.end(feedOf('Three'));
  feed.follow(address);
  await soon(async () => {
    await clock.advance(60_000);
    expect(feed.titles).toEqual(['Three']);
  });
  expect(changes).toBe(2);
});

test('the last headlines survive a restart without a network', async () => {
  const first = open();
  first.follow(address);
  await soon(() => expect(lines.some(({ message }) => message === 'Cached the headlines')).toBe(true));
  await first.stop();
  answer = (response) => response.destroy();
  const feed = open();
  feed.follow(address);
  await soon(() => expect(feed.titles).toEqual(['One', 'Two']));
  await soon(() => expect(lines.some(({ level }) => level === 'warn')).toBe(true));
  expect(feed.titles).toEqual(['One', 'Two']);
  await clock.advance(8 * 24 * 3600_000);
  expect(feed.titles).toEqual([]);
});

test('a damaged cache or the cache of another feed is ignored', async () => {
  const first = open();
  first.follow(address);
  await soon(() => expect(lines.some(({ message }) => message === 'Cached the headlines')).toBe(true));
  await first.stop();
  answer = (response) => response.destroy();
  const other = open();
  other.follow(`${address}/other`);
  await soon(() => expect(requested.length).toBeGreaterThan(1));
  await writeFile(join(folder, 'feed.json'), '{"titles":["x"]}');
  const damaged = open();
  damaged.follow(address);
  await soon(() => expect(requested.length).toBeGreaterThan(2));
  expect([...other.titles, ...damaged.titles]).toEqual([]);
});

test.each([
  ['a page', (response: ServerResponse) => response.end('<html><title>Log in</title></html>')],
  ['an error', (response: ServerResponse) => response.writeHead(500).end(feedOf('no'))],
  [
    'more than two megabytes',
    (response: ServerResponse) => response.end(`<rss>${' '.repeat(3_000_000)}</rss>`),
  ],
])('%s is refused and retried ever later, and the headlines stay', async (_, bad) => {
  const feed = open();
  feed.follow(address);
  await soon(() => expect(feed.titles).toHaveLength(2));
  await soon(() => expect(lines.some(({ message }) => message === 'Cached the headlines')).toBe(true));
  answer = bad;
  const failed = (count: number) => soon(() => expect(requested).toHaveLength(count));
  await clock.advance(11 * 60_000);
  await failed(2);
  await soon(() => expect(lines.at(-1)?.level).toBe('warn'));
  expect(feed.titles).toEqual(['One', 'Two']);
  await clock.advance(14_000);
  expect(requested).toHaveLength(2);
  await clock.advance(2_000);
  await failed(3);
});

test('each feed caches its headlines in its own file', async () => {
  const caches = [0, 1, 2].map((number) => feedCache(realFileSystem, folder, number));
  for (const [at, cache] of caches.entries()) {
    await cache.write({ address, titles: [`Feed ${at}`], fetchedAt: at });
  }
  expect(await Promise.all(caches.map((cache) => cache.read()))).toMatchObject([
    { titles: ['Feed 0'] },
    { titles: ['Feed 1'] },
    { titles: ['Feed 2'] },
  ]);
  expect((await readdir(folder)).sort()).toEqual(['feed-1.json', 'feed-2.json', 'feed.json']);
});

test('equal headlines are no change, and another feed removes the old ones at once', async () => {
  const feed = open();
  feed.follow(address);
  await soon(() => expect(changes).toBe(1));
  await soon(() => expect(lines.some(({ message }) => message === 'Cached the headlines')).toBe(true));
  await clock.advance(11 * 60_000);
  await soon(() => expect(requested).toHaveLength(2));
  await feed.stop();
  expect(changes).toBe(1);
  const other = open(join(folder, 'other'));
  other.follow(address);
  await soon(() => expect(other.titles).toHaveLength(2));
  answer = () => undefined;
  other.follow(`${address}/other`);
  expect([other.titles, changes]).toEqual([[], 3]);
});

test('a late answer of the previous feed is dropped', async () => {
  const held: ServerResponse[] = [];
  answer = (response) => void held.push(response);
  const feed = open();
  feed.follow(address);
  await soon(() => expect(held).toHaveLength(1));
  const closed = new Promise((resolve) => held[0]?.once('close', resolve));
  answer = (response) => response.end(feedOf('Other'));
  feed.follow(`${address}/other`);
  await soon(() => expect(feed.titles).toEqual(['Other']));
  // The first request was aborted.
  await closed;
  expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
});

test('the wait doubles with each failure up to ten minutes, and a success resets it', async () => {
  answer = (response) => response.writeHead(500).end();
  const feed = open();
  feed.follow(address);
  const waits: (number | undefined)[] = [];
  for (let failures = 1; failures <= 7; failures++) {
    await soon(() => expect(requested).toHaveLength(failures));
    await soon(() => expect(clock.waits.filter((ms) => ms % 1000 === 0 && ms > 0)).toHaveLength(1));
    waits.push(clock.waits.find((ms) => ms % 1000 === 0));
    if (failures === 6) answer = (response) => response.end(feedOf('One'));
    clock.pass(waits.at(-1) ?? 0);
  }
  expect(waits.map((ms) => (ms ?? 0) / 1000)).toEqual([15, 30, 60, 120, 240, 450, 600]);
});

test('a feed that is no longer followed loses its headlines and sends no requests', async () => {
  const feed = open();
  feed.follow(address);
  await soon(() => expect(feed.titles).toHaveLength(2));
  feed.follow(null);
  expect(feed.titles).toEqual([]);
  await soon(() => expect(clock.waits).toEqual([]));
  await clock.advance(3600_000);
  expect(requested).toHaveLength(1);
});

test('headlines show even if the disk rejects them', async () => {
  const feed = open(join(folder, 'not', 'there'));
  feed.follow(address);
  await soon(() => expect(feed.titles).toHaveLength(2));
  await soon(() => expect(lines.some(({ message }) => message === 'Cannot cache the headlines')).toBe(true));
});
