import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import type { Edition } from '../../src/main/edition/edition.ts';
import { Headlines } from '../../src/main/engine/headlines.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { onLoopback } from '../support/on-loopback.ts';
import { edition } from '../support/records.ts';

let folder: string;
let server: Server;
let origin: string;
const requested: string[] = [];
const opened: Headlines[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-headlines-'));
  server = createServer((request, response) => {
    requested.push(request.url ?? '');
    response.end(`<rss><channel><item><title>Of ${request.url}</title></item></channel></rss>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  for (const headlines of opened.splice(0)) await headlines.stop();
  requested.length = 0;
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

async function headlinesFor(look: object): Promise<Headlines> {
  const file = join(folder, 'config.json');
  await writeFile(file, JSON.stringify({ dataDir: '.', ...look }));
  const headlines = new Headlines({
    reach: onLoopback(),
    config: loadConfig({ file, env: {} }),
    clock: new ManualClock(),
    log: createLog(() => undefined),
    onChanged: () => undefined,
  });
  opened.push(headlines);
  return headlines;
}

/** An edition whose ticker names this feed. */
function withFeed(rssFeed: string | null): Edition {
  const { settings, ...rest } = edition([]);
  const look = { color: null, backgroundColor: null, speed: null, direction: null, position: null };
  const clock = { clockActive: false, clockFormat: null, clockPosition: null };
  return {
    ...rest,
    settings: { ...settings, ticker: { text: '', active: true, rssFeed, ...look, ...clock } },
  };
}

const read = (headlines: Headlines, ...paths: readonly string[]) =>
  vi.waitFor(
    () => {
      for (const path of paths) expect(headlines.of(`${origin}${path}`)).toEqual([`Of ${path}`]);
    },
    { timeout: 60_000, interval: 5 },
  );

test('a screen with its own ticker has its headlines, the others have those of the CMS', async () => {
  const ticker = { feed: `${origin}/own` };
  const screens = [{ id: 'a' }, { id: 'b', ticker }, { id: 'c', ticker }];
  const headlines = await headlinesFor({ screens });
  headlines.follow(withFeed(`${origin}/cms`));
  await read(headlines, '/cms', '/own');
  expect(requested.toSorted()).toEqual(['/cms', '/own']);
  await headlines.stop();
  const kept = (await readdir(folder)).filter((name) => name.startsWith('feed'));
  expect(kept.toSorted()).toEqual(['feed-1.json', 'feed.json']);
});

test('a configured feed is followed without a group and before the first show', async () => {
  const headlines = await headlinesFor({ screen: { ticker: { feed: `${origin}/own` } } });
  headlines.follow(null);
  await read(headlines, '/own');
  headlines.follow(withFeed(`${origin}/cms`));
  expect(headlines.of(`${origin}/cms`)).toEqual([]);
  expect(requested).toEqual(['/own']);
});

test('a feed that no ticker names is no longer followed', async () => {
  const headlines = await headlinesFor({});
  headlines.follow(withFeed(`${origin}/one`));
  await read(headlines, '/one');
  headlines.follow(withFeed(`${origin}/two`));
  expect(headlines.of(`${origin}/one`)).toEqual([]);
  await read(headlines, '/two');
  headlines.follow(withFeed(null));
  expect(headlines.of(`${origin}/two`)).toEqual([]);
});
