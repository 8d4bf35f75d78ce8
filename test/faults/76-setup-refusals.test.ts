import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Config, readConfig } from '../../src/main/config/config.ts';
import type { Values } from '../../src/main/config/written.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import { mostWrongPins, Reception } from '../../src/main/setup/reception.ts';
import { Setup } from '../../src/main/setup/setup.ts';
import type { StickReader } from '../../src/main/setup/sticks/plugged.ts';
import type { Invitation } from '../../src/shared/messages.ts';
import type { PinOffer, SealedRequest } from '../../src/shared/setup.ts';
import { makeCertificates } from '../cms/certificates.ts';
import { demo, rawServer, token } from '../cms/support.ts';
import { choice, TestKeyboard, TestPhone } from '../setup/support.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { until } from '../support/until.ts';

const minute = 60_000;
let offersMade = 0;
const offerOf = (reception: Reception): PinOffer => {
  const offer = reception.offer(`192.0.2.${offersMade++}`);
  if ('turned' in offer) throw new Error(offer.turned);
  return offer;
};
const wrong = (pin: string): string => (pin === '000000' ? '000001' : '000000');

describe('access to setup', () => {
  const opened = () => {
    const clock = new ManualClock();
    return { clock, reception: new Reception(clock) };
  };

  test('after five wrong PINs no PIN is accepted, but the code still is', () => {
    const { clock, reception } = opened();
    const { pin } = reception;
    const early = offerOf(reception);
    clock.pass(1_000);
    for (let tries = 1; tries < mostWrongPins; tries++)
      expect(reception.hear(TestPhone.withPin(wrong(pin), offerOf(reception)).says({}))).toEqual({
        turned: 'wrong-pin',
      });
    clock.pass(1_000);
    const fifth = TestPhone.withPin(wrong(pin), offerOf(reception)).says({});
    expect(reception.hear(fifth)).toEqual({ turned: 'no-more-pins' });
    expect(reception.offer('192.0.2.9')).toEqual({ turned: 'no-more-pins' });
    expect(reception.hear(TestPhone.withPin(pin, early).says({}))).toEqual({ turned: 'no-more-pins' });
    expect(reception.hear(TestPhone.withCode(reception.codeKey).says('hello'))).toMatchObject({
      text: '"hello"',
    });
  });

  test('the right PIN is accepted after four wrong ones', () => {
    const { clock, reception } = opened();
    const { pin } = reception;
    for (let tries = 1; tries < mostWrongPins; tries++)
      reception.hear(TestPhone.withPin(wrong(pin), offerOf(reception)).says({}));
    clock.pass(1_000);
    expect(reception.hear(TestPhone.withPin(pin, offerOf(reception)).says({}))).toMatchObject({ text: '{}' });
  });

  test('each attempt has its own offer, and only the needed offers are kept', () => {
    const { clock, reception } = opened();
    const { pin } = reception;
    const [spent, forgotten] = [offerOf(reception), offerOf(reception)];
    expect(reception.hear(TestPhone.withPin(wrong(pin), spent).says({}))).toEqual({ turned: 'wrong-pin' });
    // A used offer admits no second PIN, not even the right one.
    expect(reception.hear(TestPhone.withPin(pin, spent).says({}))).toEqual({ turned: 'again' });
    for (let requested = 0; requested < 64; requested++) {
      clock.pass(500);
      offerOf(reception);
    }
    expect(reception.hear(TestPhone.withPin(pin, forgotten).says({}))).toEqual({ turned: 'again' });
    clock.pass(250);
    const phone = TestPhone.withPin(pin, offerOf(reception));
    expect(reception.hear(phone.says(1))).toMatchObject({ text: '1' });
    expect(reception.hear(phone.says(2))).toMatchObject({ text: '2' });
  });

  test('a second phone waits until the first one has left', async () => {
    const { clock, reception } = opened();
    const [first, second] = [TestPhone.withCode(reception.codeKey), TestPhone.withCode(reception.codeKey)];
    expect(reception.hear(first.says(1))).toMatchObject({ text: '1' });
    expect(reception.hear(second.says(1))).toEqual({ turned: 'busy' });
    await clock.advance(44_000);
    expect(reception.hear(first.says(2))).toMatchObject({ text: '2' });
    await clock.advance(44_000);
    expect(reception.hear(second.says(2))).toEqual({ turned: 'busy' });
    await clock.advance(2_000);
    expect(reception.hear(second.says(3))).toMatchObject({ text: '3' });
    expect(reception.hear(first.says(4))).toEqual({ turned: 'busy' });
  });

  test('an eavesdropped message cannot be replayed, not even after another session', async () => {
    const { clock, reception } = opened();
    const first = TestPhone.withCode(reception.codeKey);
    const overheard = first.says('secret');
    expect(reception.hear(overheard)).toMatchObject({ text: '"secret"' });
    expect(reception.hear(overheard)).toEqual({ turned: 'again' });
    await clock.advance(minute);
    expect(reception.hear(TestPhone.withCode(reception.codeKey).says(1))).toMatchObject({ text: '1' });
    await clock.advance(minute);
    expect(reception.hear(overheard)).toEqual({ turned: 'again' });
  });

  test('nor in another encoding of the same bytes', async () => {
    const { clock, reception } = opened();
    const overheard = TestPhone.withCode(reception.codeKey).says('secret');
    expect(reception.hear(overheard)).toMatchObject({ text: '"secret"' });
    await clock.advance(46_000);
    const { session } = overheard;
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const spellings = [...letters]
      .map((last) => session.slice(0, -1) + last)
      .filter((other) => Buffer.from(other, 'base64url').equals(Buffer.from(session, 'base64url')));
    expect(spellings).toHaveLength(16);
    for (const other of spellings)
      expect(reception.hear({ ...overheard, session: other })).toEqual({ turned: 'again' });
  });

  test('a phone that cannot use a PIN, or requests too often, gets no offer', async () => {
    const { clock, reception } = opened();
    for (let requested = 0; requested < 2; requested++)
      expect(reception.offer('192.0.2.1')).toHaveProperty('half');
    expect(reception.offer('192.0.2.1')).toEqual({ turned: 'again' });
    for (let requested = 2; requested < 4; requested++)
      expect(reception.offer(`192.0.2.${requested}`)).toHaveProperty('half');
    expect(reception.offer('192.0.2.9')).toEqual({ turned: 'again' });
    clock.pass(1_000);
    expect(reception.offer('192.0.2.9')).toHaveProperty('half');
    reception.isAtKeyboard = true;
    expect(reception.offer('192.0.2.9')).toEqual({ turned: 'keyboard' });
    reception.isAtKeyboard = false;
    reception.hear(TestPhone.withCode(reception.codeKey).says(1));
    expect(reception.offer('192.0.2.9')).toEqual({ turned: 'busy' });
    await clock.advance(15 * minute);
    expect(reception.offer('192.0.2.9')).toEqual({ turned: 'closed' });
  });

  test('setup closes after a quarter of an hour, or half an hour with an active phone', async () => {
    const { clock, reception } = opened();
    await clock.advance(15 * minute);
    expect(reception.hear(TestPhone.withCode(reception.codeKey).says(1))).toEqual({ turned: 'closed' });
    const other = opened();
    const phone = TestPhone.withCode(other.reception.codeKey);
    for (let passed = 0; passed < 29; passed++) {
      for (const _ of [1, 2]) {
        await other.clock.advance(minute / 2);
        expect(other.reception.hear(phone.says(passed))).toMatchObject({ text: `${passed}` });
      }
    }
    await other.clock.advance(minute / 2);
    other.reception.hear(phone.says(1));
    await other.clock.advance(minute / 2);
    expect(other.reception.hear(phone.says(1))).toEqual({ turned: 'closed' });
  });

  test('an old code, invalid shares and a modified message are refused', () => {
    const { reception } = opened();
    const before = TestPhone.withCode(new Reception(new ManualClock()).codeKey);
    expect(reception.hear(before.says(1))).toEqual({ turned: 'wrong-code' });
    // The neutral point, and bytes that are not a point: each uses up its offer, and counts as a wrong PIN.
    for (const fill of [0, 255]) {
      const { session } = offerOf(reception);
      const nought = { ...before.says(1), session, half: Buffer.alloc(32, fill).toString('base64url') };
      expect(reception.hear(nought)).toEqual({ turned: 'wrong-pin' });
      expect(reception.hear(nought)).toEqual({ turned: 'again' });
    }
    const sealed = TestPhone.withCode(reception.codeKey).says('all is well');
    const other = sealed.box.startsWith('A') ? 'B' : 'A';
    expect(reception.hear({ ...sealed, box: `${other}${sealed.box.slice(1)}` })).toEqual({
      turned: 'wrong-code',
    });
    expect(reception.hear({ ...sealed, count: 7 })).toEqual({ turned: 'wrong-code' });
  });
});

async function waiting(plugged: StickReader | null = null) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-76-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const env = { VITRINE_DATA_DIR: dataDir, VITRINE_SETUP_ADDRESS: '127.0.0.1', VITRINE_SETUP_PORT: '0' };
  const sources = { env, noFile: true };
  const { config } = readConfig(sources);
  if (config === null) throw new Error('no configuration');
  const applied: { readonly values: Values | null; readonly config: Config }[] = [];
  const lines: LogLine[] = [];
  const clock = new ManualClock();
  const keyboard = new TestKeyboard();
  const setup: Setup = new Setup({
    config,
    sources,
    language: 'en' as const,
    name: 'test',
    clock,
    log: createLog((line) => lines.push(line)),
    files: async () => new Response('page'),
    sticks: plugged,
    wifi: null,
    hearKeys: async (heard) => keyboard.held(heard),
    apply: async (values, chosen) => void applied.push({ values, config: chosen }),
    progress: async () => ({ plays: false, title: '', lines: [], picture: null }),
    changed: () => undefined,
  });
  await setup.start();
  onTestFinished(() => setup.stop());
  const invitation = (): Invitation =>
    setup.invitation ?? { code: null, steps: [], typed: [], state: '', also: [] };
  const [address, pin] = invitation().typed.map(({ value }) => value);
  const origin = `http://${address}`;
  const requested = await fetch(`${origin}/setup/half`, { method: 'POST', headers: { origin } });
  const offer = (await requested.json()) as PinOffer;
  const phone = TestPhone.withPin(pin?.replace(' ', '') ?? '', offer);
  const post = async (ask: SealedRequest) => {
    const response = await fetch(`${origin}/setup/say`, { method: 'POST', body: JSON.stringify(ask) });
    return (await response.json()) as { readonly box?: string; readonly turned?: string };
  };
  const say = async (ask: unknown) => {
    const sealed = phone.says(ask);
    const { box, turned } = await post(sealed);
    return box === undefined ? { turned } : phone.opens(sealed, box);
  };
  return { origin, dataDir, setup, invitation, say, post, applied, lines, clock, keyboard, phone };
}

/** The status of a raw request, with any header. */
function knock(origin: string, path: string, headers: Readonly<Record<string, string>>, method = 'GET') {
  return new Promise<number>((resolve, reject) => {
    request(`${origin}${path}`, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

describe('the listener', () => {
  test('answers under its own address alone, and to no other site', async () => {
    const { origin } = await waiting();
    const own = new URL(origin).host;
    expect(await knock(origin, '/setup', { host: own })).toBe(200);
    expect(await knock(origin, '/setup', { host: 'evil.example' })).toBe(421);
    expect(await knock(origin, '/setup/say', { host: own, origin: 'http://evil.example' }, 'POST')).toBe(403);
    const long = await fetch(`${origin}/setup/say`, { method: 'POST', body: 'x'.repeat(70_000) });
    expect(long.status).toBe(413);
    expect(await knock(origin, '/setup/say', { host: own, 'content-length': '0' }, 'POST')).toBe(400);
    expect(await knock(origin, '/setup', { host: own }, 'DELETE')).toBe(405);
    const spelling = { session: `${'A'.repeat(21)}B`, half: null, count: 1, box: 'A'.repeat(22) };
    const misspelt = await fetch(`${origin}/setup/say`, { method: 'POST', body: JSON.stringify(spelling) });
    expect([misspelt.status, await misspelt.json()]).toEqual([400, { turned: 'not-understood' }]);
  });
});

describe('a hostile device in the network', () => {
  /** The answer to a phone with another address than the neighbour's. */
  const phoned = (origin: string, path: string, method = 'GET') =>
    new Promise<string>((resolve) => {
      const { host } = new URL(origin);
      const options = { localAddress: '127.0.0.9', method, headers: { host, origin }, agent: false };
      request(`${origin}${path}`, options, (response) => {
        response.setEncoding('utf8').on('data', resolve);
      })
        .on('error', (error) => resolve(String(error)))
        .end();
    });

  test('cannot keep a phone out with a hundred silent connections', async () => {
    const { origin } = await waiting();
    const { hostname, port } = new URL(origin);
    const open = (nth: number) =>
      new Promise<void>((resolve) => {
        const at = { host: hostname, port: Number(port), localAddress: `127.0.0.${20 + (nth % 20)}` };
        const socket = connect(at, resolve).on('error', () => resolve());
        onTestFinished(() => void socket.destroy());
      });
    for (let nth = 0; nth < 100; nth++) await open(nth);
    expect(await phoned(origin, '/setup')).toBe('page');
  });

  test('cannot keep a phone out by repeated PIN exchanges', async () => {
    const { origin } = await waiting();
    const ask = async () =>
      (await fetch(`${origin}/setup/half`, { method: 'POST', headers: { origin } })).json();
    for (let nth = 0; nth < 3; nth++) await ask();
    expect(await ask()).toEqual({ turned: 'again' });
    expect(await phoned(origin, '/setup/half', 'POST')).toContain('"half"');
  });

  test('cannot use up the exchanges of a local browser from another site', async () => {
    const { origin } = await waiting();
    const { host } = new URL(origin);
    // An image in a page causes a GET without an origin.
    expect(await knock(origin, '/setup/half', { host })).toBe(405);
    expect(await knock(origin, '/setup/half', { host }, 'POST')).toBe(403);
    expect(await knock(origin, '/setup/half', { host, origin: 'null' }, 'POST')).toBe(403);
    expect(await knock(origin, '/setup/half', { host, origin }, 'POST')).toBe(200);
  });
});

describe('a setup that fails half-way leaves nothing behind', () => {
  test('a token of another company, a wrong CMS and a dead one have their own messages', async () => {
    const { say, dataDir, applied, lines } = await waiting();
    const cms = await demo();
    const refused = async (url: string, given: string) =>
      ((await say({ act: 'connect', url, token: given })) as { refusal?: { code: string } }).refusal?.code;
    expect(await refused(cms.baseUrl, 'vpt_of-another-company')).toBe('cms-unauthorised');
    const elsewhere = await rawServer((_, response) => void response.end('<html>'));
    expect(await refused(elsewhere.origin, token)).toMatch(/^cms-/);
    expect(await refused('not an address at all', token)).toBe('config-invalid');
    await cms.stop();
    expect(await refused(cms.baseUrl, token)).toMatch(/^cms-unreachable/);
    expect(applied).toEqual([]);
    expect(await readdir(dataDir)).toEqual([]);
    expect(JSON.stringify(lines)).not.toContain(token);
    expect(JSON.stringify(lines)).not.toContain('vpt_of-another-company');
  });

  test('a phone that leaves before the end has changed nothing', async () => {
    const { say, dataDir, applied, invitation } = await waiting();
    const cms = await demo();
    expect(await say({ act: 'connect', url: cms.baseUrl, token })).toMatchObject({
      answer: { devices: [{ id: '3', name: 'Demo screen' }] },
    });
    expect(await say({ act: 'choose', ...choice })).toHaveProperty('answer.findings');
    expect(invitation().state).toMatch(/^Selected: “Demo screen”\. /);
    expect(applied).toEqual([]);
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('a finished setup is applied once, and the invitation disappears', async () => {
    const { say, applied, setup } = await waiting();
    const cms = await demo();
    expect(await say({ act: 'finish' })).toMatchObject({ refusal: { code: 'setup-incomplete' } });
    await say({ act: 'connect', url: new URL(cms.baseUrl).host, token });
    await say({ act: 'choose', ...choice });
    expect(await say({ act: 'finish' })).toEqual({ answer: {} });
    expect(applied).toEqual([
      {
        values: {
          cms: { url: cms.baseUrl, token },
          device: '3',
          timeZone: 'Europe/Berlin',
          language: 'de',
          screen: { rotation: 0, volume: 50 },
        },
        config: expect.objectContaining({ assignment: { kind: 'device', ref: '3' } }),
      },
    ]);
    expect(setup.invitation).toBeNull();
  });

  test('invalid messages of a phone are refused', async () => {
    const { say } = await waiting();
    for (const ask of [
      null,
      7,
      { act: 'run' },
      { act: 'choose', ...choice, hook: ['rm'] },
      { act: 'connect' },
    ])
      expect(await say(ask)).toMatchObject({ refusal: { code: expect.any(String) } });
  });
});

describe('a login by a code on another device', () => {
  const client = { clientId: '7', clientSecret: 'vcs_a-secret' };
  const offering = (deviceGrant: boolean) =>
    demo({
      variants: { deviceGrant },
      tokens: { clients: [{ ...client, redirectUri: 'http://127.0.0.1:8787/callback' }] },
    });

  test("is offered to a phone, awaited, and stored as the player's own", async () => {
    const { say, clock, dataDir, applied } = await waiting();
    const cms = await offering(true);
    const begun = (await say({ act: 'login', url: cms.baseUrl, ...client })) as {
      answer: { address: string; code: string };
    };
    expect(begun.answer.code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
    expect(begun.answer.address).toBe(`${cms.origin}/oauth/device?user_code=${begun.answer.code}`);
    await clock.advance(2_000);
    expect(await say({ act: 'poll' })).toEqual({ answer: { lists: null } });
    expect(cms.login.decideDevice(begun.answer.code, true)).toBe(true);
    await clock.advance(10_000);
    expect(await say({ act: 'poll' })).toMatchObject({ answer: { lists: { devices: [{ id: '3' }] } } });
    // The answer may not have reached the phone.
    expect(await say({ act: 'poll' })).toMatchObject({ answer: { lists: { devices: [{ id: '3' }] } } });
    await say({ act: 'choose', ...choice });
    await say({ act: 'finish' });
    expect(applied[0]?.values).toMatchObject({ cms: { oauth: client } });
    expect(JSON.parse(await readFile(join(dataDir, 'login.json'), 'utf8'))).toMatchObject({
      clientId: '7',
    });
  });

  test('is reported when denied or not offered', async () => {
    const { say, clock } = await waiting();
    const cms = await offering(true);
    const begun = (await say({ act: 'login', url: cms.baseUrl, ...client })) as { answer: { code: string } };
    cms.login.decideDevice(begun.answer.code, false);
    await clock.advance(2_000);
    expect(await say({ act: 'poll' })).toMatchObject({ refusal: { code: 'login-denied' } });
    const other = await offering(false);
    expect(await say({ act: 'login', url: other.baseUrl, ...client })).toMatchObject({
      answer: { code: null, address: expect.stringMatching(/oauth\/authorize/) },
    });
  });

  test('finds a host without http:// that does not support https, as with a token', async () => {
    const { say, clock, applied } = await waiting();
    const cms = await offering(true);
    const url = new URL(cms.baseUrl).host;
    const { answer } = (await say({ act: 'login', url, ...client })) as { answer: { code: string } };
    cms.login.decideDevice(answer.code, true);
    await clock.advance(10_000);
    expect(await say({ act: 'poll' })).toMatchObject({ answer: { lists: { url: cms.baseUrl } } });
    await say({ act: 'choose', ...choice });
    await say({ act: 'finish' });
    expect(applied[0]?.values).toMatchObject({ cms: { url: cms.baseUrl, oauth: client } });
    // A typed scheme is meant.
    expect(await say({ act: 'login', url: `https://${url}`, ...client })).toMatchObject({
      refusal: { code: 'cms-tls' },
    });
  });

  test.each([
    { act: 'connect', token },
    { act: 'login', ...client },
  ])('does not fall back to http for an untrusted certificate: $act', async (ask) => {
    const { say } = await waiting();
    const cms = await offering(true);
    const certificates = await makeCertificates();
    const secured = createHttpsServer(certificates.unknown);
    // One port serves both: a TLS handshake gets the certificate, any other request the CMS.
    const either = createServer((socket) =>
      socket.once('data', (first) => {
        socket.pause().unshift(first);
        if (first[0] === 22) {
          secured.emit('connection', socket);
          return;
        }
        const onward = connect(Number(new URL(cms.baseUrl).port), '127.0.0.1');
        socket.pipe(onward).pipe(socket);
        for (const end of [socket, onward]) end.on('error', () => undefined);
      }),
    ).listen(0, '127.0.0.1');
    await once(either, 'listening');
    onTestFinished(async () => {
      either.close();
      await certificates.remove();
    });
    const url = `127.0.0.1:${(either.address() as AddressInfo).port}`;
    expect(await say({ ...ask, url })).toMatchObject({ refusal: { code: 'cms-tls-issuer' } });
    // It was typed, so it is meant.
    expect(await say({ ...ask, url: `http://${url}` })).toHaveProperty('answer');
  });

  test('accepts the pasted address of its own login, and no other', async () => {
    const { say, applied } = await waiting();
    const cms = await offering(false);
    const { answer } = (await say({ act: 'login', url: cms.baseUrl, ...client })) as {
      answer: { address: string };
    };
    const requested = new URL(answer.address);
    const approved = await fetch(`${cms.origin}/oauth/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: cms.origin },
      body: new URLSearchParams({ ...Object.fromEntries(requested.searchParams), decision: 'approve' }),
    });
    const landed = approved.headers.get('location') ?? '';
    expect(landed).toMatch(/^http:\/\/127\.0\.0\.1:8787\/callback\?/);
    const foreign = landed.replace(/state=[^&]+/, 'state=of-another-login');
    for (const address of ['https://cms.example.com/', 'no address', foreign])
      expect(await say({ act: 'redeem', address })).toMatchObject({
        refusal: { code: expect.stringMatching(/^login-/) },
      });
    expect(await say({ act: 'redeem', address: ` ${landed}` })).toMatchObject({
      answer: { devices: [{ id: '3' }] },
    });
    await say({ act: 'choose', ...choice });
    await say({ act: 'finish' });
    expect(applied[0]?.values).toMatchObject({ cms: { oauth: client }, device: '3' });
  });

  test('stops polling when it is replaced by a token', async () => {
    const { say, clock } = await waiting();
    const cms = await offering(true);
    const begun = (await say({ act: 'login', url: cms.baseUrl, ...client })) as { answer: { code: string } };
    await say({ act: 'connect', url: cms.baseUrl, token });
    cms.login.decideDevice(begun.answer.code, true);
    await clock.advance(10_000);
    expect(await say({ act: 'poll' })).toMatchObject({ refusal: { code: 'login-pasted-wrong' } });
  });

  test('is shown on the screen for a person at a keyboard, with a code for a phone', async () => {
    const { setup, keyboard, clock } = await waiting();
    const cms = await offering(true);
    await keyboard.press('Enter');
    await expect.poll(() => setup.form).not.toBeNull();
    keyboard.types(cms.baseUrl);
    await keyboard.press('Enter', 'Right', 'Enter');
    keyboard.types(client.clientId);
    await keyboard.press('Enter');
    keyboard.types(client.clientSecret);
    await keyboard.press('Enter');
    await expect.poll(() => setup.form?.code).toBeTruthy();
    const code = setup.form?.rows[0]?.value ?? '';
    expect(JSON.stringify(setup.form)).not.toContain(client.clientSecret);
    cms.login.decideDevice(code, true);
    await until('the playlists', async () => {
      await clock.advance(2_000);
      return setup.form?.title === 'Choose what to play';
    });
  });
});

describe('a keyboard at the screen', () => {
  const field = (setup: Setup, index: number) => setup.form?.rows[index]?.value;

  test('is released for a minute by Escape, for users of a desktop', async () => {
    const { invitation, keyboard, clock, setup } = await waiting();
    const isHeard = () => invitation().also.some((line) => line.includes('keyboard'));
    expect(isHeard()).toBe(true);
    await keyboard.press('Escape');
    expect([keyboard.letGo, isHeard()]).toEqual([true, false]);
    await clock.advance(58_000);
    expect(isHeard()).toBe(false);
    await clock.advance(6_000);
    expect(isHeard()).toBe(true);
    await keyboard.press('Enter');
    await expect.poll(() => setup.form).not.toBeNull();
    // It closes the form and keeps the keyboard.
    await keyboard.press('Escape');
    expect([setup.form, isHeard()]).toEqual([null, true]);
  });

  test('sets the player up with typed values, and never shows or logs the token', async () => {
    const { setup, keyboard, applied, lines, invitation } = await waiting();
    const cms = await demo();
    expect(invitation().also).toEqual(['Or press Enter on a keyboard at this screen.']);
    expect(Object.keys(invitation())).toEqual(['code', 'steps', 'typed', 'state', 'also']);
    // A person leans on the keyboard.
    keyboard.types('aaaa');
    expect(setup.form).toBeNull();
    await keyboard.press('Enter');
    await expect.poll(() => setup.form?.title).toBe('Connect to the CMS');
    keyboard.types(new URL(cms.baseUrl).host);
    await keyboard.press('Enter', 'Enter');
    keyboard.types(`${token}x`);
    await keyboard.press('Backspace');
    expect(field(setup, 2)).toMatch(/^•{1,24} {2}\d+ characters$/);
    await keyboard.press('Enter');
    await expect.poll(() => setup.form?.title).toBe('Choose what to play');
    keyboard.types('demo scr');
    expect(setup.form?.rows.map(({ value }) => value)).toEqual(['demo scr', 'Demo screen']);
    await keyboard.press('Enter');
    await keyboard.press('Right');
    expect(setup.rotation).toBe(90);
    await keyboard.press('Down', 'Left', 'Down');
    keyboard.types('berl');
    await keyboard.press('Enter', 'Enter');
    await expect.poll(() => setup.form?.title).toBe('Checks');
    expect(Object.keys(setup.form ?? {})).toEqual(['step', 'title', 'code', 'rows', 'notice', 'keys']);
    const drawn = JSON.stringify(setup.form);
    await keyboard.press('Enter');
    await expect.poll(() => applied).toHaveLength(1);
    expect(applied[0]?.values).toMatchObject({
      cms: { url: cms.baseUrl, token },
      device: '3',
      screen: { rotation: 90, volume: 95 },
    });
    expect({ form: setup.form, invitation: setup.invitation, letGo: keyboard.letGo }).toEqual({
      form: null,
      invitation: null,
      letGo: true,
    });
    expect(drawn + JSON.stringify(lines)).not.toContain(token);
  });

  test('reports errors, and keeps the typed values', async () => {
    const { setup, keyboard } = await waiting();
    const cms = await demo();
    await keyboard.press('Enter');
    await expect.poll(() => setup.form).not.toBeNull();
    keyboard.types(cms.baseUrl);
    await keyboard.press('Tab', 'Tab');
    keyboard.types('vpt_of-another-company');
    await keyboard.press('Enter');
    await expect.poll(() => setup.form?.notice?.tone).toBe('dark');
    expect(setup.form?.notice?.text).toBe('The CMS rejected this token or login.');
    expect(field(setup, 0)).toBe(cms.baseUrl);
    await keyboard.press('F3', 'F4');
    expect(setup.form?.title).toBe('Mit dem CMS verbinden');
    expect(field(setup, 0)).toBe(cms.baseUrl);
    expect(setup.rotation).toBe(90);
    await keyboard.press('Escape');
    expect(setup.form).toBeNull();
    expect(setup.rotation).toBe(0);
  });

  test('blocks phones, waits for an active one, and forgets a person who leaves', async () => {
    const { setup, keyboard, say, clock, invitation, phone } = await waiting();
    await keyboard.press('Enter');
    await expect.poll(() => setup.form).not.toBeNull();
    expect(await say({ act: 'look' })).toEqual({ turned: 'keyboard' });
    keyboard.types('secret.example');
    await clock.advance(3 * minute);
    expect(setup.form).toBeNull();
    expect(await say({ act: 'look' })).toHaveProperty('answer');
    await keyboard.press('Enter');
    expect(setup.form).toBeNull();
    expect(invitation().state).toBe(
      `This screen is being set up with a phone. The phone shows the number ${phone.check}.`,
    );
    await clock.advance(minute);
    await keyboard.press('Enter');
    await expect.poll(() => field(setup, 0)).toBe('');
    // The keyboard is gone with the display, and is grabbed again when it returns.
    keyboard.lose();
    await expect.poll(() => setup.form).toBeNull();
    await clock.advance(3_000);
    await expect.poll(() => invitation().also).toHaveLength(1);
  });
});

test('a stick read by the kiosk is applied once and its result reported, and another one after it', async () => {
  const cms = await demo();
  let [plugged, text, reads] = ['', '{"cms": {"token": "vpt_hidden"}', 0];
  const { clock, setup, applied } = await waiting({
    pluggedIn: () => plugged,
    async read() {
      reads++;
      return [{ path: 'sdb1/vitrine.json', signature: text, text, isReadOnly: true }];
    },
  });
  plugged = 'sdb sdb1';
  await clock.advance(6_000);
  await expect.poll(() => setup.news).toMatch(/not valid JSON/);
  await clock.advance(30_000);
  expect(reads).toBe(1);
  plugged = '';
  await clock.advance(3_000);
  text = JSON.stringify({ cms: { url: cms.baseUrl, token }, device: 'Demo screen' });
  plugged = 'sdc sdc1';
  await clock.advance(6_000);
  await expect.poll(() => applied).toHaveLength(1);
  await expect.poll(() => setup.news).toMatch(/could not be erased: delete it/);
  expect(setup.news).not.toContain('vpt_hidden');
});
