import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Values } from '../../src/main/config/written.ts';
import { type Config, readConfig } from '../../src/main/config.ts';
import { createLog, type LogLine } from '../../src/main/log.ts';
import { mostWrongPins, Reception } from '../../src/main/setup/reception.ts';
import { Setup } from '../../src/main/setup/setup.ts';
import type { Invitation } from '../../src/shared/messages.ts';
import type { SealedAsk } from '../../src/shared/setup.ts';
import { demo, rawServer, token } from '../cms/support.ts';
import { TestPhone } from '../setup/support.ts';
import { ManualClock } from '../support/manual-clock.ts';

const minute = 60_000;
const wrong = (pin: string): string => (pin === '000000' ? '000001' : '000000');

describe('who is let in', () => {
  const opened = () => {
    const clock = new ManualClock();
    return { clock, reception: new Reception(clock) };
  };

  test('after five wrong PINs none is taken any more, and the code still is', () => {
    const { reception } = opened();
    const { pin, half } = reception;
    for (let tries = 1; tries < mostWrongPins; tries++)
      expect(reception.hear(TestPhone.withPin(wrong(pin), half).says({}))).toEqual({ turned: 'wrong-pin' });
    const fifth = TestPhone.withPin(wrong(pin), half).says({});
    expect(reception.hear(fifth)).toEqual({ turned: 'no-more-pins' });
    expect(reception.hear(TestPhone.withPin(pin, half).says({}))).toEqual({ turned: 'no-more-pins' });
    expect(reception.hear(TestPhone.withCode(reception.codeKey).says('hello'))).toMatchObject({
      text: '"hello"',
    });
  });

  test('the right PIN is let in after four wrong ones', () => {
    const { reception } = opened();
    const { pin, half } = reception;
    for (let tries = 1; tries < mostWrongPins; tries++)
      reception.hear(TestPhone.withPin(wrong(pin), half).says({}));
    expect(reception.hear(TestPhone.withPin(pin, half).says({}))).toMatchObject({ text: '{}' });
  });

  test('a second phone waits until the first one has gone away', async () => {
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

  test('who has been overheard cannot be repeated, not even after somebody else was there', async () => {
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

  test('a quarter of an hour later it is closed; a phone that is at it has until half an hour', async () => {
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

  test('a code of an earlier start, halves that are none and a box that was changed are refused', () => {
    const { reception } = opened();
    const before = TestPhone.withCode(new Reception(new ManualClock()).codeKey);
    expect(reception.hear(before.says(1))).toEqual({ turned: 'wrong-code' });
    const nought = { ...before.says(1), half: Buffer.alloc(32).toString('base64url') };
    expect(reception.hear(nought)).toHaveProperty('turned');
    const said = TestPhone.withCode(reception.codeKey).says('all is well');
    const other = said.box.startsWith('A') ? 'B' : 'A';
    expect(reception.hear({ ...said, box: `${other}${said.box.slice(1)}` })).toEqual({
      turned: 'wrong-code',
    });
    expect(reception.hear({ ...said, count: 7 })).toEqual({ turned: 'wrong-code' });
  });
});

async function waiting() {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-76-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const env = { VITRINE_DATA_DIR: dataDir, VITRINE_SETUP_ADDRESS: '127.0.0.1', VITRINE_SETUP_PORT: '0' };
  const sources = { env, noFile: true };
  const { config } = readConfig(sources);
  if (config === null) throw new Error('no configuration');
  const applied: { readonly values: Values | null; readonly config: Config }[] = [];
  const lines: LogLine[] = [];
  const setup: Setup = new Setup({
    ...{ config, sources, language: 'en' as const, name: 'test', clock: new ManualClock() },
    log: createLog((line) => lines.push(line)),
    files: async () => new Response('page'),
    apply: async (values, chosen) => void applied.push({ values, config: chosen }),
    progress: async () => ({ plays: false, title: '', lines: [], picture: null }),
    changed: () => undefined,
  });
  await setup.start();
  onTestFinished(() => setup.stop());
  const invitation = (): Invitation => setup.invitation ?? { code: null, steps: [], typed: [], state: '' };
  const [address, pin] = invitation().typed.map(({ value }) => value);
  const origin = `http://${address}`;
  const door = (await (await fetch(`${origin}/setup/door`)).json()) as { readonly half: string };
  const phone = TestPhone.withPin(pin?.replace(' ', '') ?? '', door.half);
  const post = async (ask: SealedAsk) => {
    const response = await fetch(`${origin}/setup/say`, { method: 'POST', body: JSON.stringify(ask) });
    return (await response.json()) as { readonly box?: string; readonly turned?: string };
  };
  const say = async (ask: unknown) => {
    const sealed = phone.says(ask);
    const { box, turned } = await post(sealed);
    return box === undefined ? { turned } : phone.opens(sealed, box);
  };
  return { origin, dataDir, setup, invitation, say, post, applied, lines };
}

const choice = {
  kind: 'device',
  id: '3',
  rotation: 0,
  volume: 50,
  timeZone: 'Europe/Berlin',
  language: 'de',
};

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
  });
});

describe('a setup that goes wrong half-way leaves nothing', () => {
  test('a token of another company, a CMS that is none, and one that died are told in their own words', async () => {
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

  test('a phone that goes away before the end has changed nothing', async () => {
    const { say, dataDir, applied, invitation } = await waiting();
    const cms = await demo();
    expect(await say({ act: 'connect', url: cms.baseUrl, token })).toMatchObject({
      answer: { devices: [{ id: '3', name: 'Demo screen' }] },
    });
    expect(await say({ act: 'choose', ...choice })).toHaveProperty('answer.findings');
    expect(invitation().state).toBe('This is “Demo screen”.');
    expect(applied).toEqual([]);
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('what is finished is applied once, and the invitation is gone', async () => {
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
          ...{ device: '3', timeZone: 'Europe/Berlin', language: 'de', screen: { rotation: 0, volume: 50 } },
        },
        config: expect.objectContaining({ assignment: { kind: 'device', ref: '3' } }),
      },
    ]);
    expect(setup.invitation).toBeNull();
  });

  test('what a phone may not say is refused', async () => {
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
