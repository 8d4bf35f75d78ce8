import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/main/config/config.ts';
import { InterruptFiles } from '../../src/main/engine/interrupt-files.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog } from '../../src/main/ground/log.ts';
import type { MediaReport, WantedMedium } from '../../src/main/interrupt/media.ts';
import { openStore } from '../../src/main/store/store.ts';
import { inEnglish } from '../../src/shared/languages/message.ts';
import { picture } from '../e2e/support/pictures.ts';
import { hurriedClock, hurries } from '../support/hurried.ts';
import { until } from '../support/until.ts';

const png = Buffer.from(picture('green'));
/** A second of silence. */
const wave = ((): Buffer => {
  const [header, data] = [Buffer.alloc(44), Buffer.alloc(8_000, 128)];
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [1, 32],
    [8, 34],
  ] as const)
    header.writeUInt16LE(value, at);
  for (const at of [24, 28]) header.writeUInt32LE(8_000, at);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
})();
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const mebibyte = 1024 * 1024;

let dataDir: string;
let lines: string[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-interrupt-files-'));
  lines = [];
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** A real server; `heard` counts its requests. */
async function server(answer: RequestListener) {
  const heard: string[] = [];
  const made = createServer((request, response) => {
    heard.push(request.url ?? '');
    answer(request, response);
  });
  made.listen(0, '127.0.0.1');
  await once(made, 'listening');
  const stop = (): void => {
    made.close();
    made.closeAllConnections();
  };
  onTestFinished(stop);
  const { port } = made.address() as AddressInfo;
  return { heard, port, origin: `http://127.0.0.1:${port}`, stop };
}

/** A player's engine that may reach only this port of the machine. */
async function open(
  port: number,
  media: Readonly<Record<string, { address: string; sha256?: string }>> = {},
  clock = systemClock,
  isMistaken = false,
) {
  const file = join(dataDir, 'vitrine.json');
  const network = { allow: [`127.0.0.1:${port}`] };
  writeFileSync(file, JSON.stringify({ dataDir, network, interrupts: { media } }), { mode: 0o600 });
  const log = createLog((line) => lines.push(JSON.stringify(line)));
  const store = await openStore({ dataDir, clock: systemClock, log });
  let report: MediaReport = { isNew: true, media: [], prepared: [] };
  const config = loadConfig({ file, env: {} });
  const files = new InterruptFiles({
    config,
    clock,
    log,
    store,
    isMistaken,
    emit: (next) => (report = next),
  });
  files.start();
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await files.stop();
    await store.close();
  };
  onTestFinished(close);
  return {
    store,
    close,
    want: (...wanted: readonly WantedMedium[]) => files.want(wanted),
    prepared: () => report.prepared,
    state: (key: string) => report.media.find(([one]) => one === key)?.[1],
    settled: (key = 'one') =>
      until(`${key} is settled`, () => {
        const found = report.media.find(([one]) => one === key)?.[1];
        return found !== undefined && found.state !== 'loading' ? found : null;
      }),
  };
}

const one = (from: string, kind: WantedMedium['kind'] = 'picture'): WantedMedium => ({
  key: 'one',
  kind,
  from,
});
async function failure(of: Promise<{ readonly state: string } | null>): Promise<string> {
  const found = await of;
  return found !== null && 'why' in found ? inEnglish(found.why as Parameters<typeof inEnglish>[0]) : '';
}

describe('a prepared medium', () => {
  test('is fetched once, and is here without a network after a restart', async () => {
    const { origin, port, heard, stop } = await server((_, response) => response.end(png));
    const media = { door: { address: `${origin}/door.png`, sha256: hashOf(png) } };
    const first = await open(port, media);
    expect(first.prepared()).toMatchObject([{ name: 'door', state: 'loading', kind: null }]);
    await until('it is here', () => first.prepared()[0]?.state === 'here');
    expect(first.prepared()).toEqual([{ name: 'door', state: 'here', kind: 'picture', why: null }]);
    first.want(one('door'));
    expect(await first.settled()).toMatchObject({ kind: 'image', source: `media/${hashOf(png)}.png` });
    await first.close();
    stop();
    const second = await open(port, media);
    second.want(one('door'));
    expect(second.state('one')).toMatchObject({ state: 'here', source: `media/${hashOf(png)}.png` });
    expect(heard).toEqual(['/door.png']);
    // No edition needs it, but the store keeps it.
    await second.store.reclaim();
    expect(second.store.object(hashOf(png))).not.toBeNull();
  });

  test('is kept while a mistake in the configuration hides it', async () => {
    const { origin, port, stop } = await server((_, response) => response.end(png));
    const media = { door: { address: `${origin}/door.png` } };
    const first = await open(port, media);
    await until('it is here', () => first.prepared()[0]?.state === 'here');
    await first.close();
    stop();
    const mistaken = await open(port, {}, systemClock, true);
    mistaken.want();
    await mistaken.store.reclaim();
    await mistaken.close();
    const corrected = await open(port, media);
    expect(corrected.prepared()).toMatchObject([{ name: 'door', state: 'here' }]);
  });

  test('can be a sound, which is neither picture nor video', async () => {
    const { origin, port } = await server((_, response) => response.end(wave));
    const opened = await open(port, { gong: { address: `${origin}/gong.wav` } });
    await until('it is here', () => opened.prepared()[0]?.state === 'here');
    expect(opened.prepared()).toEqual([{ name: 'gong', state: 'here', kind: 'sound', why: null }]);
    opened.want(
      one('gong', 'sound'),
      { ...one('gong'), key: 'two' },
      { ...one('bell', 'sound'), key: 'three' },
    );
    expect(opened.state('one')).toMatchObject({ kind: 'audio', source: `media/${hashOf(wave)}.wav` });
    expect(await failure(opened.settled('two'))).toBe('The file is not a picture.');
    expect(await failure(opened.settled('three'))).toBe(
      'The configuration does not contain a media file “bell”.',
    );
  });

  test('with another hash is refused, and the list says why', async () => {
    const { origin, port } = await server((_, response) => response.end(png));
    const opened = await open(port, { door: { address: origin, sha256: '0'.repeat(64) } });
    await until('it is refused', () => opened.prepared()[0]?.state === 'failed');
    const [{ why = null } = {}] = opened.prepared();
    expect(why && inEnglish(why)).toMatch(/hash/);
    opened.want(one('door'), { ...one('gate'), key: 'two' });
    expect(opened.state('one')).toMatchObject({ state: 'failed' });
    expect(await failure(opened.settled('two'))).toBe(
      'The configuration does not contain a media file “gate”.',
    );
  });

  test('is fetched again when its object is damaged', async () => {
    const { origin, port, heard } = await server((_, response) => response.end(png));
    const opened = await open(port, { door: { address: origin } });
    await until('it is here', () => opened.prepared()[0]?.state === 'here');
    writeFileSync(join(dataDir, 'objects', hashOf(png).slice(0, 2), hashOf(png)), 'rotten');
    expect(await opened.store.suspect(hashOf(png))).toBe(false);
    await until('it is fetched again', () => heard.length === 2 && opened.prepared()[0]?.state === 'here');
  });

  test('a video does not serve as a picture', async () => {
    const { origin, port } = await server((_, response) => response.end(png));
    const opened = await open(port, { door: { address: origin } });
    opened.want(one('door', 'video'));
    expect(await failure(opened.settled())).toBe('The file is not a video.');
  });

  test('more than 100 are a mistake of the configuration', async () => {
    const media = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`m${index}`, { address: 'http://x/' }]),
      );
    const file = join(dataDir, 'vitrine.json');
    const read = (count: number) => {
      writeFileSync(file, JSON.stringify({ dataDir, interrupts: { media: media(count) } }), { mode: 0o600 });
      return loadConfig({ file, env: {} });
    };
    expect(Object.keys(read(100).interrupts.media)).toHaveLength(100);
    expect(() => read(10_000)).toThrow(/at most 100 media/);
  });
});

describe('a picture by address', () => {
  test('is kept over a restart while it is wanted, and given up after', async () => {
    const { origin, port, stop } = await server((_, response) => response.end(png));
    const first = await open(port);
    first.want(one(`${origin}/door?token=hidden-token`));
    expect(await first.settled()).toMatchObject({ state: 'here' });
    await first.close();
    stop();
    const second = await open(port);
    await second.store.reclaim();
    second.want(one(`${origin}/door?token=hidden-token`));
    expect(second.state('one')).toMatchObject({ state: 'here' });
    second.want();
    await second.store.reclaim();
    expect(second.store.object(hashOf(png))).toBeNull();
  });

  test('is fetched anew for another interrupt: the camera shows something else by then', async () => {
    const { origin, port, heard } = await server((_, response) => response.end(png));
    const opened = await open(port);
    opened.want(one(origin), { ...one(origin), key: 'two' });
    await opened.settled('two');
    await opened.settled('one');
    expect(heard).toHaveLength(2);
  });

  test.each([
    ['is a page', Buffer.from('<!doctype html><p>Log in'), /page/],
    ['is nothing known', Buffer.from('what is this'), /type/],
    ['is cut short', png.subarray(0, png.length - 20), /damaged|incomplete/],
    ['is a sound', wave, /^The file is not a picture\.$/],
  ] as const)('that %s is never shown', async (_, bytes, why) => {
    const { origin, port } = await server((_request, response) => response.end(bytes));
    const opened = await open(port);
    opened.want(one(origin));
    expect(await failure(opened.settled())).toMatch(why);
    expect(opened.store.storage().objects).toBe(0);
  });

  test('that was refused is tried again every hour, as an interrupt may last for weeks', async () => {
    const clock = hurriedClock();
    let answers = (response: ServerResponse): unknown => response.writeHead(404).end();
    const { origin, port, heard } = await server((_, response) => answers(response));
    const opened = await open(port, {}, clock);
    opened.want(one(origin));
    expect(await failure(opened.settled())).toMatch(/404/);
    answers = (response) => response.end(png);
    clock.pass(59 * 60_000);
    expect(heard).toHaveLength(1);
    clock.pass(60_000);
    await until('the picture is here', () => opened.state('one')?.state === 'here');
  });

  test('is not taken for a video', async () => {
    const { origin, port } = await server((_, response) => response.end(png));
    const opened = await open(port);
    opened.want(one(origin, 'video'));
    expect(await failure(opened.settled())).toBe('The file is not a video.');
    expect(opened.store.storage().objects).toBe(0);
  });

  test('that announces or sends more than 20 MB is cut off', async () => {
    const sent = { '/announced': 0, '/sent': 0 };
    const { origin, port } = await server(async ({ url }, response) => {
      const path = url === '/sent' ? '/sent' : '/announced';
      response.writeHead(200, path === '/sent' ? {} : { 'content-length': 40 * mebibyte });
      for (let each = 0; each < 40 && !response.destroyed; each++) {
        sent[path] += mebibyte;
        const bytes = Buffer.alloc(mebibyte, 1);
        png.copy(bytes);
        if (response.write(bytes)) continue;
        const waiting = new AbortController();
        const { signal } = waiting;
        await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
        waiting.abort();
      }
      response.end();
    });
    const opened = await open(port, {}, hurriedClock());
    opened.want(one(`${origin}/announced`), { ...one(`${origin}/sent`), key: 'two' });
    expect(await failure(opened.settled())).toBe('The file is larger than 20 MB.');
    expect(await failure(opened.settled('two'))).toBe('The file is larger than 20 MB.');
    expect(sent['/announced']).toBeLessThan(20 * mebibyte);
    expect(sent['/sent']).toBeLessThan(39 * mebibyte);
  });

  test('that takes longer than 15 s is given up, and tried again later', async () => {
    const clock = hurriedClock();
    const { origin, port, heard } = await server((_, response) => {
      response.writeHead(200, { 'content-length': 5_000 }).write(png.subarray(0, 100));
      hurries(clock, response);
    });
    const opened = await open(port, {}, clock);
    opened.want(one(origin));
    expect(await failure(opened.settled())).toMatch(/not complete after 15 s/);
    await until('it is tried again', () => heard.length > 1);
  });

  test('that leads to this machine is not read, by address, by name or by redirect', async () => {
    const victim = await server((_, response) => response.end(png));
    const { origin, port, heard } = await server((_, response) => {
      response.writeHead(302, { location: `${victim.origin}/secret` }).end();
    });
    const opened = await open(port);
    const keys = [
      `${victim.origin}/literal`,
      `http://localhost:${victim.port}/name`,
      `http://[::ffff:127.0.0.1]:${victim.port}/mapped`,
      `http://2130706433:${victim.port}/number`,
      'http://169.254.169.254/latest/meta-data',
      `${origin}/redirect`,
    ].map((from, index) => ({ ...one(from), key: `attack ${index}` }));
    opened.want(...keys);
    for (const { key } of keys) expect(await failure(opened.settled(key))).toMatch(/local network|network/);
    expect(victim.heard).toEqual([]);
    expect(heard).toEqual(['/redirect']);
  });

  test('never appears in the log with its query', async () => {
    const { port } = await server((_, response) => response.end('no picture'));
    const opened = await open(port);
    opened.want(one(`http://127.0.0.1:${port}/camera_proxy/door?token=hidden-token&x=deadbeef`));
    await opened.settled();
    expect(lines.join('\n')).toContain('A medium of an interrupt was not fetched');
    expect(lines.join('\n')).not.toMatch(/hidden-token|deadbeef|camera_proxy/);
  });

  test('of 10,000 names that nothing prepares all fail at once, and none is requested', async () => {
    const { port, heard } = await server((_, response) => response.end(png));
    const opened = await open(port);
    opened.want(...Array.from({ length: 10_000 }, (_, index) => ({ ...one(`n${index}`), key: `k${index}` })));
    expect(opened.state('k9999')).toMatchObject({ state: 'failed' });
    expect(heard).toEqual([]);
  });
});
