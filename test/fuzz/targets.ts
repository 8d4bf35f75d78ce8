import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDecoders } from '../../src/main/cms/decode/decoders.ts';
import { RefusedRecord } from '../../src/main/cms/decode/fields.ts';
import { parseAnswer } from '../../src/main/cms/documents.ts';
import { readPage } from '../../src/main/cms/page.ts';
import { completeProfile, parseProfile } from '../../src/main/cms/profile.ts';
import { readBaseUrl } from '../../src/main/config/cms-address.ts';
import { readConfig } from '../../src/main/config/config.ts';
import { contentRange } from '../../src/main/download/response.ts';
import { titlesOf } from '../../src/main/feed/titles.ts';
import { kindOf, readNetwork } from '../../src/main/ground/address-kind.ts';
import { unsealed } from '../../src/main/ground/durable-file.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { retryAfterMs } from '../../src/main/ground/retry.ts';
import { openAppServer } from '../../src/main/host/chromium/app-server.ts';
import { bytesInMemory } from '../../src/main/media/byte-source.ts';
import { describe } from '../../src/main/media/describe.ts';
import { firstHop, nextHop } from '../../src/main/net/redirect.ts';
import { createAppHandler } from '../../src/main/show/handler.ts';
import { parseEdition, parsePointer } from '../../src/main/store/editions/edition-sidecar.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { parseFromScreen } from '../../src/shared/messages.ts';
import { calmPlayer } from '../support/calm-player.ts';
import { browserTargets } from './browser-targets.ts';
import { releaseTargets } from './release-targets.ts';

/** Something that reads what others have written. */
export interface Target {
  readonly seeds: readonly Buffer[];
  /** What it reads with interest. */
  readonly words: readonly string[];
  /** The longest input that it takes, where that is more than usual. */
  readonly mostBytes?: number;
  /** Throws when something is wrong with the player; what it refuses by design is no failure. */
  run(input: Buffer): unknown;
  close?(): unknown;
}

const corpus = new URL('corpus/', import.meta.url);
const text = (...seeds: readonly string[]): readonly Buffer[] => seeds.map((seed) => Buffer.from(seed));
const json = (...seeds: readonly unknown[]): readonly Buffer[] =>
  text(...seeds.map((seed) => JSON.stringify(seed)));

/** Made when it is used: some open servers and folders. */
export const targets: Readonly<Record<string, () => Target | Promise<Target>>> = {
  ...releaseTargets,
  ...browserTargets,
  sniffers: () => ({
    seeds: [
      ...readdirSync(corpus).map((name) => readFileSync(new URL(name, corpus))),
      ...text(
        '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x" "y"><svg viewBox="0 0 20 10"><rect/></svg>',
        '<!doctype html><html><body>Log in</body></html>',
        '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n',
        'Just some words.\n',
      ),
    ],
    words: [
      'ftyp',
      'moov',
      'trak',
      'mdat',
      'moof',
      'IHDR',
      'ID3',
      'OggS',
      'RIFF',
      '<svg',
      '<!ENTITY',
      '\x1aE\xdf\xa3',
    ],
    async run(input) {
      for (const kind of ['image', 'text'] as const) await describe(bytesInMemory(input), kind);
    },
  }),
  decoders: () => {
    const profile = completeProfile();
    const decoders = createDecoders(profile, 'https://cms.example.com/api/v1.0/');
    const entry = {
      id: 1,
      index: 0,
      duration: 10,
      play_rule: 0,
      weekdays: 62,
      start_date: '2026-01-01',
      start_time: '08:00:00',
      media_file_id: 3,
      playlist_id_as_nested_playlist: null,
    };
    const attachable = { id: 4, file_hash: 'a'.repeat(32), mime_type: 'image/png', file_size: 12, width: 4 };
    const mediaFile = { id: 3, name: 'a', status: 3, attachable_type: 'PhysicalFile', attachable };
    const page = {
      attachable_type: 'Website',
      attachable: { url: 'https://x.example/', header: '{"A":"b"}' },
    };
    const ticker = { text: 'News', rss_feed: 'https://x.example/', is_active: 1, speed: 5, color: '#fff' };
    const group = {
      id: 7,
      name: 'g',
      playlist_id: 5,
      timezone: 'Europe/Berlin',
      rotation: 90,
      live_ticker: ticker,
    };
    const playlist = { id: 5, name: 'p', updated_at: '2026-01-01 10:00:00', playlist_entries: [entry] };
    return {
      seeds: json(
        ...[[playlist], { data: [playlist], meta: { current_page: 1, last_page: 3 } }, playlist, entry],
        ...[[mediaFile], { ...mediaFile, ...page }, [group], { id: 9, device_group: group, name: 'd' }],
        { items: { 0: playlist, 1: playlist }, links: { next: '/api/v1.0/playlist?page=2' } },
      ),
      words: [
        '"__proto__":',
        '"constructor":',
        '"id":',
        'null',
        '[[[[',
        '"data":',
        '{"a":',
        '9007199254740993',
        '""',
      ],
      run(input) {
        const url = 'https://cms.example.com/api/v1.0/playlist';
        const answer = { status: 200, headers: {}, body: input, url };
        const body = parseAnswer(answer, { bytes: 1 << 20, depth: 64 });
        const decode = { playlist: decoders.playlist, mediafile: decoders.mediaFile } as const;
        const all = { ...decode, device: decoders.device, devicegroup: decoders.deviceGroup } as const;
        for (const resource of ['playlist', 'mediafile', 'device', 'devicegroup'] as const) {
          refusing(() => all[resource](decoders.single(resource, body)));
          refusing(() => {
            for (const raw of readPage(body, decoders.envelope[resource], url, undefined).elements)
              refusing(() => all[resource](raw));
          });
        }
        refusing(() => decoders.entry(body, 0));
        refusing(() => parseProfile(body));
      },
    };
  },
  feeds: () => ({
    mostBytes: 2 * 1024 * 1024,
    seeds: text(
      '<?xml version="1.0"?><rss version="2.0"><channel><title>N</title><item><title>One &amp; two</title></item></channel></rss>',
      '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title type="html">&lt;b&gt;A&lt;/b&gt;</title></entry></feed>',
      '<rdf:RDF xmlns:rdf="r"><item><title><![CDATA[x]]></title></item></rdf:RDF>',
    ),
    words: [
      '<!ENTITY a "b">',
      '<!DOCTYPE',
      '<![CDATA[',
      '<item>',
      '<title>',
      '&#x41;',
      '&',
      ']]>',
      '<a:b ',
      '<!--',
    ],
    run(input) {
      const titles = titlesOf(input.toString('utf8')) ?? [];
      if (titles.length > 30 || titles.some((title) => title.length > 300))
        throw new Error('too much is shown');
    },
  }),
  configuration: () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-fuzz-'));
    const file = join(folder, 'config.json');
    return {
      seeds: json(
        { cms: { url: 'https://cms.example.com', token: 't', oauth: { clientId: 'x' } }, device: 'Lobby' },
        {
          screens: [{ id: 'a', display: 0, rotation: 90, ticker: { text: 'x' } }],
          storage: { freeBytes: 1 },
        },
        { network: { allow: ['10.0.0.0/8', 'x.lan'] }, downloads: { hours: { from: '22:00', to: '06:00' } } },
        { screens: 'all', timeZone: 'Europe/Berlin', chromium: { executable: '/bin/x' }, syncSeconds: 60 },
      ),
      words: ['"__proto__":{', '"cms":', '"screens":', 'null', '[[', '""', '1e99', '"dataDir":"\\u0000"'],
      run(input) {
        writeFileSync(file, input);
        readConfig({ file, env: { HOME: folder } });
      },
      close: () => rmSync(folder, { recursive: true }),
    };
  },
  'screen messages': () => {
    const showingId = '6f1c1a9e-3a53-4f6e-9a39-0f6f0b1f0c11';
    const mark = { cueId: 'c', pass: 0, index: 1 };
    return {
      seeds: json(
        { type: 'ready', protocol: 1 },
        {
          type: 'heartbeat',
          mono: 1.5,
          frames: 60,
          droppedFrames: 0,
          programmeId: 'p',
          cueId: null,
          sleeps: false,
        },
        { type: 'started', showingId, ...mark, at: 1 },
        { type: 'ended', showingId, cueId: 'c', at: 1, outcome: 'failed', reason: 'decode' },
        { type: 'streams', browser: 'x', decodes: { 'video/mp4': true } },
        { type: 'preparing', turn: { showingId, ...mark } },
      ),
      words: ['"type":', '"__proto__":', 'null', '1e309', '[', '"reason":', '"decodes":{"constructor":true}'],
      run(input) {
        const message = parseFromScreen(parsed(input));
        if (message && 'reason' in message && (message.reason?.length ?? 0) > 500)
          throw new Error('too long');
      },
    };
  },
  'kept files': () => ({
    seeds: text(
      '00000000 {"a":1}',
      '{"format":1,"edition":"x","state":"active"}',
      '{"source":"x","screens":{"1":"5"}}',
    ),
    words: ['"__proto__":', '"mediaFiles":', '"playlists":', '"entries":', 'null'],
    run(input) {
      const line = input.toString('utf8');
      // A checksum that fits is never made by chance.
      unsealed(line);
      parsePointer(line);
      parseEdition(parsed(input));
    },
  }),
  'words of servers': () => ({
    seeds: text(
      ...[
        '3600',
        'Thu, 01 Jan 2026 00:00:00 GMT',
        'bytes 100-199/1000',
        '/there?x=1',
        'http://[::ffff:7f00:1]/',
      ],
      ...[
        '10.0.0.0/8',
        'fe80::1%eth0',
        '64:ff9b::10.0.0.1',
        'cms.example.com',
        'https://user:pw@x.example/#a',
      ],
    ),
    words: ['::', '%', '/', '\\', '//', 'bytes ', '*', '@', '[', ']', '\u0000', '٣', '。'],
    run(input) {
      const word = input.toString('utf8').slice(0, 10_000);
      retryAfterMs(word, word, 0);
      contentRange({ status: 206, headers: { 'content-range': word } });
      nextHop(firstHop('https://cms.example.com/'), { status: 302, location: word });
      readBaseUrl(word);
      readNetwork(word);
      const host = URL.parse(word)?.hostname.replace(/^\[|\]$/g, '') ?? word;
      if (readNetwork(host) !== null && !host.includes('/')) kindOf(host);
    },
  }),
  'app files': () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-fuzz-'));
    const renderer = join(folder, 'renderer');
    const hash = 'ab'.repeat(32);
    for (const path of [renderer, join(folder, 'data', 'objects', 'ab')])
      mkdirSync(path, { recursive: true });
    writeFileSync(join(renderer, 'index.html'), '<p>app');
    writeFileSync(join(folder, 'data', 'objects', 'ab', hash), 'picture');
    writeFileSync(join(folder, 'data', 'secret'), 'never to be seen');
    const handler = createAppHandler({ renderer, dataDir: join(folder, 'data') });
    return {
      seeds: text(
        `/media/${hash}.png\nbytes=0-3`,
        `/media/${hash}.mp4\nbytes=-2`,
        '/index.html\n',
        '/../data/secret\n',
      ),
      words: [
        '..',
        '%2e%2e',
        '/',
        '\\',
        '%00',
        'bytes=',
        '-',
        ',',
        'media',
        'data/secret',
        '%c0%af',
        '?',
        '#',
      ],
      async run(input) {
        const [path = '', range = ''] = input.toString('latin1').split('\n');
        const address = URL.parse(`vitrine://app${path.startsWith('/') ? '' : '/'}${path}`);
        if (address === null) return;
        const headers = /^[\x20-\x7e]*$/.test(range) ? { range } : {};
        const response = await handler(new Request(address, { headers }));
        if ((await response.text()).includes('never to be seen')) throw new Error('a file outside was given');
      },
      close: () => rmSync(folder, { recursive: true }),
    };
  },
  'status page': async () => {
    const app = (await admin()).adminApp(player, 'web');
    return {
      seeds: text(
        'GET /\nhost: 127.0.0.1',
        'GET /api/status\nhost: 127.0.0.1',
        'GET /api/schedule?at=2026-01-01&limit=5\nhost: localhost:8780\norigin: null',
        'POST /api/screens/1/picture\nhost: [::1]\nupgrade: websocket\nsec-fetch-site: none',
      ),
      words: [
        '/api/',
        '%00',
        '..',
        'limit=',
        'at=',
        'host: ',
        'origin: ',
        'x-',
        'DELETE ',
        'HEAD ',
        ': ',
        '\n',
      ],
      async run(input) {
        const [first = '', ...lines] = input.toString('latin1').split('\n');
        const [method = '', path = ''] = first.split(' ');
        const request = made(
          () => new Request(`http://127.0.0.1/${path.slice(1)}`, { method, headers: pairs(lines) }),
        );
        if (request === null) return;
        const { status } = await app.request(request);
        if (status >= 500) throw new Error(`it answered ${status}`);
      },
    };
  },
  'stage server': async () => {
    const asked: string[] = [];
    const server = await openAppServer(
      async ({ url }) => {
        asked.push(url);
        return new Response('of the stage');
      },
      createLog(() => undefined),
    );
    const { host, port, pathname } = new URL(server.appAddress);
    const head = `host: ${host.replace(port, 'PORT')}\r\n`;
    const life = `${head}upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n`;
    return {
      // What is another one at each start stands for itself until it is sent.
      seeds: text(
        `GET SECRETindex.html HTTP/1.1\r\n${head}range: bytes=0-\r\nconnection: close\r\n\r\n`,
        `GET SECRETlife/page/1 HTTP/1.1\r\n${life}sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        // Frames of a WebSocket: words, a ping, a close, one that says it has 2 ^ 62 bytes, and one that goes on for ever.
        ...[
          '\x81\x85\0\0\0\0hello',
          '\x89\x80\0\0\0\0',
          '\x88\x82\0\0\0\0\x03\xe8',
          `\x82\xff@${'\0'.repeat(11)}`,
          '\x01\x80\0\0\0\0',
        ].map(
          (frame) =>
            `GET SECRETlife/page/2 HTTP/1.1\r\n${life}sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n${frame}`,
        ),
        `GET /media/x.png HTTP/1.1\r\n${head}origin: null\r\nsec-fetch-site: cross-site\r\n\r\n`,
      ),
      words: [
        'SECRET',
        'life/',
        '\r\n',
        'origin: ',
        'upgrade: h2c',
        '%00',
        '..',
        '\x81\xfe\xff\xff',
        '\x88\x80',
        'PORT',
      ],
      async run(input) {
        const sent = input.toString('latin1').replaceAll('SECRET', pathname).replaceAll('PORT', port);
        await exchange(Number(port), Buffer.from(sent, 'latin1'));
        const knows = sent.includes(pathname);
        if (asked.splice(0).length > 0 && !knows) throw new Error('it answered somebody without the secret');
      },
      close: () => server.close(),
    };
  },
  'control socket': async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-fuzz-'));
    const { startAdmin } = await adminServer();
    const server = await startAdmin({ player, dataDir: folder, port: 0, log: createLog(() => undefined) });
    return {
      seeds: text(
        'GET /api/status HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
        'POST /api/actions/overlay HTTP/1.1\r\nhost: x\r\ncontent-length: 16\r\n\r\n{"visible": true}',
        'POST /api/actions/sync HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
        'GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
      ),
      words: [
        '\r\n',
        'HTTP/1.1',
        'content-length: 99999999',
        'transfer-encoding: chunked',
        'expect: 100-continue',
        '%00',
      ],
      run: (input) => exchange(join(folder, 'control.sock'), input),
      close: async () => {
        await server.stop();
        rmSync(folder, { recursive: true });
      },
    };
  },
};

const player = calmPlayer({
  status: async () => ({ version: '9' }) as never,
  health: () => ({}) as never,
  schedule: async (at: string | null) => {
    if (at !== null && Number.isNaN(Date.parse(at)))
      throw new VitrineError('usage', 'bad-instant', verbatim('No instant.'));
    return {} as never;
  },
  day: async () => ({}) as never,
  picture: async () => ({ mimeType: 'image/png' as const, bytes: new Uint8Array(4) }),
  syncNow: async () => ({}) as never,
  pauseSync: async () => undefined,
  resumeSync: async () => undefined,
  rollback: async () => ({ edition: 'x' }),
});

/** Sends that and nothing more; resolves when the connection is over. */
function exchange(to: string | number, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = typeof to === 'string' ? connect(to) : connect(to, '127.0.0.1');
    socket.on('error', () => resolve()).once('close', () => resolve());
    socket.on('data', () => undefined).end(bytes);
  });
}

const admin = () => import('../../src/main/admin/app.ts');

const adminServer = () => import('../../src/main/admin/server.ts');

function refusing(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof VitrineError || error instanceof RefusedRecord)) throw error;
  }
}

function parsed(input: Buffer): unknown {
  try {
    return JSON.parse(input.toString('utf8'));
  } catch {
    return null;
  }
}

/** Null for what no client can send. */
function made<Value>(make: () => Value): Value | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function pairs(lines: readonly string[]): [string, string][] {
  return lines.flatMap((line) => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as [string, string]];
  });
}
