import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { CapFeed } from '../../src/main/cap/feed.ts';
import { CapReader } from '../../src/main/cap/reader.ts';
import type { Wanted } from '../../src/main/cap/warnings.ts';
import { realFileSystem } from '../../src/main/ground/fs.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { InterruptFeeds } from '../../src/main/interrupt/feeds.ts';
import { Interrupts } from '../../src/main/interrupt/interrupts.ts';
import { createNetwork, type Network } from '../../src/main/net/network.ts';
import { inEnglish } from '../../src/shared/languages/message.ts';
import { type Certificates, makeCertificates } from '../cms/certificates.ts';
import { noMedia } from '../interrupt/no-media.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { onLoopback } from '../support/on-loopback.ts';
import { until } from '../support/until.ts';
import { alertXml, atom, rss } from './messages.ts';

let certificates: Certificates;
let keys: string;
let server: Server;
let network: Network;
let origin: string;
/** By path; a number is a status. */
let pages: Map<string, string | number>;
let requests: string[];
let clock: ManualClock;
let dataDir: string;
let interrupts: Interrupts;
let feeds: InterruptFeeds;
let feed: CapFeed | null;
let readings: number;
let isTrusted: boolean;

const wanted: Wanted = {
  severity: 'Severe',
  language: 'en',
  layout: 'full',
  sound: false,
  point: null,
  areas: [],
};

beforeAll(async () => {
  certificates = await makeCertificates();
  keys = mkdtempSync(join(tmpdir(), 'vitrine-cap-keys-'));
  for (const name of ['agency', 'other'])
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`, '-days', '30'],
        ...['-keyout', `${name}.key`, '-out', `${name}.pem`],
      ],
      { cwd: keys, stdio: 'ignore' },
    );
  server = createServer(certificates.valid, ({ url = '' }, response) => {
    requests.push(url);
    const page = pages.get(url) ?? 404;
    if (typeof page === 'number') response.writeHead(page).end();
    else response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  network = createNetwork({ env: {}, reach: onLoopback(), caFile: certificates.caFile });
});

afterAll(async () => {
  network.close();
  server.closeAllConnections();
  server.close();
  rmSync(keys, { recursive: true, force: true });
  await certificates.remove();
});

beforeEach(() => {
  [pages, requests, feed, readings, isTrusted] = [new Map(), [], null, 0, true];
  clock = new ManualClock({ at: '2026-01-01T00:10:00Z' });
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-cap-'));
  interrupts = begin();
});

afterEach(async () => {
  await feed?.stop();
  await interrupts.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function begin(): Interrupts {
  const made = new Interrupts({
    dataDir,
    media: noMedia(),
    clock,
    log: createLog(() => undefined),
    fs: realFileSystem,
    language: () => 'en',
    screens: () => ['1'],
    isClockTrusted: () => isTrusted,
    send: () => undefined,
    onEvent: () => undefined,
  });
  made.start();
  feeds = new InterruptFeeds(made);
  return made;
}

/** Reads the feed once more. */
async function read(path = '/feed', certificate: string | null = null): Promise<void> {
  const before = readings;
  if (feed === null) {
    const made: CapFeed = new CapFeed({
      name: 'test',
      reader: () => new CapReader(`${origin}${path}`, certificate, network, clock),
      wanted: () => wanted,
      everyMs: 60_000,
      clock,
      log: createLog(() => undefined),
      random: () => 0.5,
      onChanged: () => {
        readings++;
        feeds.take([made.state]);
      },
    });
    feed = made;
    made.start();
  } else clock.pass(120_000);
  await until('a reading', async () => readings > before);
}

const titles = () => interrupts.list().live.map(({ interrupt }) => interrupt.title);
const report = () => {
  const [source] = interrupts.list().sources;
  const refused = source?.refused.map(({ why }) => inEnglish(why)) ?? [];
  return [source?.why ? inEnglish(source.why) : null, ...refused];
};
const named = (identifier: string, more: object = {}) =>
  alertXml({ identifier, infos: [{ headline: identifier }], ...more });

describe('a feed of alerts', () => {
  it.each([
    ['in Atom', () => atom(['/1', '/2'])],
    ['in RSS', () => rss([`${origin}/1`, `${origin}/2`])],
  ])('%s shows each alert, fetches it once, and follows updates and cancellations', async (_, index) => {
    pages = new Map([
      ['/feed', index()],
      ['/1', named('one')],
      ['/2', named('two')],
    ]);
    await read();
    expect(titles().toSorted()).toEqual(['one', 'two']);
    await read();
    expect(requests.toSorted()).toEqual(['/1', '/2', '/feed', '/feed']);
    pages.set('/3', named('three', { msgType: 'Update', references: ['one'] }));
    pages.set('/4', named('four', { msgType: 'Cancel', references: ['two'] }));
    pages.set('/feed', atom(['/3', '/4']));
    await read();
    expect(titles()).toEqual(['three']);
    expect(interrupts.list().ended.map(({ end }) => end)).toEqual(['cancelled', 'cancelled']);
  });

  it('may be a single alert, which stays until it expires, whatever the feed says meanwhile', async () => {
    pages.set('/feed', named('one'));
    await read();
    expect(titles()).toEqual(['one']);
    for (const [answer, why] of [
      [503, /status 503/],
      ['garbage', /not valid XML/],
      ['<html><body>Log in</body></html>', /neither/],
      [`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]>${named('two')}`, /not valid XML/],
      ['x'.repeat(2 * 1024 * 1024), /cannot be fetched/],
      [atom([]), null],
    ] as const) {
      pages.set('/feed', answer);
      await read();
      expect(titles()).toEqual(['one']);
      if (why === null) expect(report()).toEqual([null]);
      else expect(report()[0]).toMatch(why);
    }
    pages.set('/feed', named('two'));
    await read();
    expect(titles()).toEqual(['two', 'one']);
    clock.pass(3_600_000);
    expect(titles()).toEqual([]);
  });

  it('is shown once the clock is right, although its server is away by then', async () => {
    isTrusted = false;
    pages.set('/feed', named('one'));
    await read();
    expect(titles()).toEqual([]);
    pages.set('/feed', 503);
    await read();
    isTrusted = true;
    feeds.look();
    expect(titles()).toEqual(['one']);
    expect(report()[0]).toContain('503');
  });

  it('goes on when its server was away', async () => {
    pages.set('/feed', named('one'));
    const { port } = server.address() as AddressInfo;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await read();
    expect(report()[0]).toMatch(/cannot be fetched/);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    await read();
    expect([titles(), report()]).toEqual([['one'], [null]]);
  });

  it('survives a restart without network, and shows nothing twice', async () => {
    pages.set('/feed', atom(['/1', '/2']));
    pages.set('/1', named('one'));
    pages.set('/2', named('two'));
    await read();
    interrupts.cancel(
      interrupts.list().live.find(({ interrupt }) => interrupt.title === 'two')?.interrupt.id ?? '',
    );
    await interrupts.stop();
    await feed?.stop();
    feed = null;
    interrupts = begin();
    expect(titles()).toEqual(['one']);
    await read();
    expect(titles()).toEqual(['one']);
  });

  it('shows no alert again that was cancelled, whatever its feed lists or the player can read meanwhile', async () => {
    pages = new Map<string, string | number>([
      ['/feed', atom(['/1', '/2'])],
      ['/1', named('one')],
      ['/2', named('two')],
    ]);
    await read();
    pages.set('/3', named('three', { msgType: 'Cancel', references: ['one'] }));
    pages.set('/feed', atom(['/1', '/2', '/3']));
    await read();
    interrupts.cancelAll();
    await interrupts.stop();
    await feed?.stop();
    feed = null;
    interrupts = begin();
    pages.set('/2', 503);
    pages.set('/3', 503);
    await read();
    expect(titles()).toEqual([]);
    pages.set('/2', named('two'));
    pages.set('/feed', atom(['/1', '/2']));
    await read();
    expect(titles()).toEqual([]);
  });

  it('shows the good ones of an index and names the others with the reason', async () => {
    pages = new Map<string, string | number>([
      ['/feed', atom(['/1', '/gone', '/wrong', 'https://example.org/elsewhere'])],
      ['/1', named('one')],
      ['/wrong', '<alert/>'],
    ]);
    await read();
    expect(titles()).toEqual(['one']);
    expect(report()).toEqual([
      null,
      expect.stringMatching(/status 404/),
      expect.stringMatching(/not a usable CAP 1.2 message/),
      expect.stringMatching(/same server/),
    ]);
    // Its cause goes, and so does the refusal.
    pages.set('/gone', named('back'));
    await read();
    expect(titles()).toEqual(['back', 'one']);
  });

  it('reads a hundred alerts of a longer index, and says so', async () => {
    const paths = Array.from({ length: 2_000 }, (_, index) => `/n${index}`);
    for (const path of paths) pages.set(path, named(path.slice(1)));
    pages.set('/feed', atom(paths));
    await read();
    expect(requests).toHaveLength(101);
    expect(titles()).toHaveLength(100);
    expect(report()).toEqual([null, 'The feed has more than 100 alerts; the others are not read.']);
  });

  it('ends its alerts when it is no longer configured', async () => {
    pages.set('/feed', named('one'));
    await read();
    feeds.take([]);
    expect([titles(), interrupts.list().sources]).toEqual([[], []]);
  });
});

describe('a feed with a certificate', () => {
  const at = (name: string) => join(keys, name);
  function signed(
    xml: string,
    { by = 'agency', digest = 'sha256', signature = 'rsa-sha256', of = '/*' } = {},
  ): string {
    const more = signature === 'rsa-sha1' ? '2000/09/xmldsig#' : '2001/04/xmldsig-more#';
    const digests = digest === 'sha1' ? '2000/09/xmldsig#' : '2001/04/xmlenc#';
    const maker = new SignedXml({
      privateKey: readFileSync(at(`${by}.key`)),
      publicCert: readFileSync(at(`${by}.pem`)),
      signatureAlgorithm: `http://www.w3.org/${more}${signature}`,
      canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    });
    maker.addReference({
      xpath: of,
      isEmptyUri: of === '/*',
      digestAlgorithm: `http://www.w3.org/${digests}${digest}`,
      transforms: [
        'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
        'http://www.w3.org/2001/10/xml-exc-c14n#',
      ],
    });
    maker.computeSignature(xml);
    return maker.getSignedXml();
  }

  it('shows what its agency has signed', async () => {
    pages.set('/feed', atom(['/1']));
    pages.set('/1', signed(named('one')));
    await read('/feed', at('agency.pem'));
    expect([titles(), report()]).toEqual([['one'], [null]]);
  });

  it.each([
    ['unsigned', () => named('one'), /not signed/],
    ['signed by somebody else', () => signed(named('one'), { by: 'other' }), /signature/],
    [
      'changed afterwards',
      () => signed(named('one')).replace('The river rises.', 'All is well.'),
      /signature/,
    ],
    ['with a weak signature', () => signed(named('one'), { signature: 'rsa-sha1' }), /signature/],
    ['with a weak digest', () => signed(named('one'), { digest: 'sha1' }), /signature/],
    [
      'signed in part',
      () => signed(named('one'), { of: "//*[local-name()='info']" }),
      /not a usable CAP 1.2 message/,
    ],
    [
      'wrapped around one that is signed',
      () => {
        const whole = signed(named('one'));
        const signature = /<Signature[\s\S]*<\/Signature>/.exec(whole)?.[0] ?? '';
        return named('forged').replace(
          '</alert>',
          `${signature}${whole.replace(/<\?xml[^>]*>/, '')}</alert>`,
        );
      },
      /signature/,
    ],
    ['signed twice', () => signed(signed(named('one')), { by: 'other' }), /signature/],
  ])('refuses an alert %s', async (_, xml, why) => {
    pages.set('/feed', xml());
    await read('/feed', at('agency.pem'));
    expect(titles()).toEqual([]);
    expect(report()[0]).toMatch(why);
  });

  it.each([
    ['references', /<Reference .*<\/Reference>/s],
    ['steps', /<Transform .*?\/>/s],
  ])('computes nothing for a signature with many %s', async (_, part) => {
    const check = vi.spyOn(SignedXml.prototype, 'checkSignature');
    pages.set(
      '/feed',
      signed(named('one')).replace(part, (one) => one.repeat(500)),
    );
    await read('/feed', at('agency.pem'));
    expect(report()[0]).toMatch(/signature/);
    expect(check).not.toHaveBeenCalled();
    check.mockRestore();
  });

  it('says that its certificate is missing, and reads it when it is there', async () => {
    pages.set('/feed', signed(named('one')));
    await read('/feed', at('late.pem'));
    expect(report()[0]).toMatch(/certificate/);
    execFileSync('cp', ['agency.pem', 'late.pem'], { cwd: keys });
    await read();
    expect(titles()).toEqual(['one']);
  });
});
