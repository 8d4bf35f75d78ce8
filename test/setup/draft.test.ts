import { access, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DemoCms } from '../../src/demo/cms.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { Draft } from '../../src/main/setup/draft.ts';
import type { Choice } from '../../src/shared/setup.ts';
import { oauthClient } from '../cms/login-support.ts';
import { demo, json, rawServer, token } from '../cms/support.ts';
import { ManualClock } from '../support/manual-clock.ts';

const device: Choice = {
  kind: 'device',
  id: '3',
  rotation: 90,
  volume: 50,
  timeZone: 'Europe/Berlin',
  language: 'de',
};
const loopback = 'http://127.0.0.1:8787/callback';
const enrolment = JSON.stringify({
  vitrine: 'enrolment',
  url: 'mqtts://broker.example:8883',
  fleet: 'shops',
  groups: [],
  user: 'enrol',
  password: 'secret-1',
  key: 'abc',
  ca: null,
});

async function draft(clock = new ManualClock()) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-draft-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const made = new Draft({
    sources: { env: { VITRINE_DATA_DIR: dataDir } },
    log: createLog(() => undefined),
    clock,
  });
  return { draft: made, dataDir, clock };
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
const withLogin = (isByCode: boolean): Promise<DemoCms> =>
  demo({
    tokens: { clients: [{ ...oauthClient, redirectUri: loopback }] },
    variants: { deviceGrant: isByCode },
  });

describe('a token', () => {
  test('is proved by the lists of the CMS, and each choice has its name there', async () => {
    const cms = await demo();
    const { draft: made } = await draft();
    const lists = await made.connect(cms.baseUrl, token);
    expect(lists.url).toBe(cms.baseUrl);
    expect(made.chosen).toBeNull();
    for (const [kind, named] of [
      ['device', lists.devices],
      ['deviceGroup', lists.groups],
      ['playlist', lists.playlists],
    ] as const) {
      const [first] = named;
      await made.choose({ ...device, kind, id: first?.id ?? '' }, AbortSignal.abort());
      expect(made.chosen).toBe(first?.name);
      expect(first?.name).toBeTruthy();
    }
    made.forgetChoice();
    expect(made.chosen).toBeNull();
    await expect(made.finish()).rejects.toMatchObject({ code: 'setup-incomplete' });
  });

  test('that is wrong is refused with the message and the remedy of doctor', async () => {
    const cms = await demo();
    const { draft: made } = await draft();
    await expect(made.connect(cms.baseUrl, 'vpt_wrong')).rejects.toMatchObject({
      code: 'cms-unauthorised',
      message: expect.stringContaining('token'),
      remedy: expect.anything(),
    });
  });

  test('is sent to the address that a bare host meant, and only to the typed scheme if there is one', async () => {
    const cms = await demo();
    const { host } = new URL(cms.baseUrl);
    const { draft: made } = await draft();
    expect((await made.connect(` ${host} `, token)).url).toBe(cms.baseUrl);
    await made.choose(device, AbortSignal.abort());
    expect((await made.finish()).values).toMatchObject({ cms: { url: cms.baseUrl, token } });
    await expect(made.connect(`https://${host}/`, token)).rejects.toMatchObject({ code: 'cms-tls' });
  });

  test.each([
    403, 404, 405,
  ])('opens the lists of a CMS that answers %i for devices and groups', async (status) => {
    const { baseUrl } = await rawServer((request, response) => {
      if (request.url?.includes('playlist')) json(response, [{ id: 5, name: 'Autumn' }]);
      else json(response, { message: 'not here' }, status);
    });
    const { draft: made } = await draft();
    expect(await made.connect(baseUrl, token)).toMatchObject({
      playlists: [{ id: '5', name: 'Autumn' }],
      devices: [],
      groups: [],
    });
  });

  test('is refused when the CMS fails to list its devices', async () => {
    const { baseUrl } = await rawServer((request, response) => {
      if (request.url?.includes('playlist')) json(response, [{ id: 5, name: 'Autumn' }]);
      else json(response, { message: 'no' }, 401);
    });
    const { draft: made } = await draft();
    await expect(made.connect(baseUrl, token)).rejects.toMatchObject({ code: 'cms-unauthorised' });
  });
});

describe('a choice', () => {
  test('is checked by doctor, which does not report that the player has no show', async () => {
    const cms = await demo();
    const { draft: made } = await draft();
    await made.connect(cms.baseUrl, token);
    const findings = await made.choose(device, new AbortController().signal);
    const checks = findings.map(({ check }) => check);
    expect(checks).toEqual(expect.arrayContaining(['cms', 'assignment']));
    expect(checks).not.toContain('player');
  });

  test('is written, with the token and all other choices', async () => {
    const cms = await demo();
    const { draft: made } = await draft();
    await made.connect(cms.baseUrl, token);
    await made.choose(device, AbortSignal.abort());
    const { values, config } = await made.finish();
    expect(values).toEqual({
      cms: { url: cms.baseUrl, token },
      device: '3',
      timeZone: 'Europe/Berlin',
      language: 'de',
      screen: { rotation: 90, volume: 50 },
    });
    expect(config.assignment).toMatchObject({ kind: 'device', ref: '3' });
  });

  test('joins a fleet by its enrolment, which an undone setup removes again', async () => {
    const cms = await demo();
    const { draft: made, dataDir } = await draft();
    const file = join(dataDir, 'fleet-enrolment.json');
    await made.connect(cms.baseUrl, token);
    expect(() => made.enrol('{}')).toThrow();
    expect(made.enrol(enrolment)).toBe('shops');
    await made.choose(device, AbortSignal.abort());
    const { values, takeBack } = await made.finish();
    expect(values).toMatchObject({ fleet: { enrolmentFile: file } });
    expect(await readFile(file, 'utf8')).toBe(enrolment);
    expect((await stat(file)).mode & 0o077).toBe(0);
    await takeBack();
    expect(await isThere(file)).toBe(false);
    // The next phone joins no fleet.
    made.forgetChoice();
    await made.choose(device, AbortSignal.abort());
    expect((await made.finish()).values).not.toHaveProperty('fleet');
    expect(await isThere(file)).toBe(false);
  });

  test('that is undone restores the previous files', async () => {
    const cms = await demo();
    const { draft: made, dataDir } = await draft();
    const file = join(dataDir, 'fleet-enrolment.json');
    await writeFile(file, 'before');
    await made.connect(cms.baseUrl, token);
    made.enrol(enrolment);
    await made.choose(device, AbortSignal.abort());
    const { takeBack } = await made.finish();
    await takeBack();
    expect(await readFile(file, 'utf8')).toBe('before');
  });
});

describe('a file', () => {
  test('is checked with the CMS before anything is written, and a bare host finds its scheme', async () => {
    const cms = await demo();
    const { draft: made, dataDir } = await draft();
    const given = { cms: { url: cms.baseUrl, token }, device: '3' };
    expect(await made.check(given)).toMatchObject({ values: given, config: { cms: { url: cms.baseUrl } } });
    const { values, config } = await made.check({
      ...given,
      cms: { url: new URL(cms.baseUrl).host, token },
    });
    expect([values, config.cms.url]).toEqual([given, cms.baseUrl]);
    expect(await isThere(join(dataDir, 'setup.json'))).toBe(false);
  });

  test('is refused without an assignment, with a wrong token, or with an unknown device', async () => {
    const cms = await demo();
    const { draft: made } = await draft();
    const given = { url: cms.baseUrl, token };
    for (const values of [{ cms: given }, { device: '3' }])
      await expect(made.check(values)).rejects.toMatchObject({ code: 'setup-incomplete' });
    for (const values of [
      { cms: { ...given, token: 'vpt_wrong' }, device: '3' },
      { cms: given, device: 'no such' },
    ])
      await expect(made.check(values)).rejects.toMatchObject({
        code: 'setup-refused',
        remedy: expect.anything(),
      });
  });
});

describe('a login', () => {
  test('by code waits for its approval, and is stored where the player reads it', async () => {
    const cms = await withLogin(true);
    const { draft: made, dataDir, clock } = await draft();
    await expect(made.poll()).rejects.toMatchObject({ code: 'login-pasted-wrong' });
    const { address, code } = await made.begin(cms.baseUrl, oauthClient);
    expect(address).toContain(code);
    expect(await made.poll()).toBeNull();
    cms.login.decideDevice(code ?? '', true);
    clock.pass(60_000);
    expect(await made.poll()).toMatchObject({ url: cms.baseUrl });
    await made.choose(device, AbortSignal.abort());
    const { values, takeBack } = await made.finish();
    expect(values).toMatchObject({ cms: { url: cms.baseUrl, oauth: oauthClient } });
    expect(JSON.stringify(values)).not.toContain('vat_');
    expect(await isThere(join(dataDir, 'login.json'))).toBe(true);
    await takeBack();
    expect(await isThere(join(dataDir, 'login.json'))).toBe(false);
  });

  test('by pasted address is accepted if it is its own; a foreign one is refused', async () => {
    const cms = await withLogin(false);
    const { draft: made } = await draft();
    await expect(made.redeem(loopback)).rejects.toMatchObject({ code: 'login-pasted-wrong' });
    const { address, code } = await made.begin(cms.baseUrl, oauthClient);
    expect(code).toBeNull();
    const query = new URL(address).searchParams;
    const pasted = (state: string | null) => {
      const challenge = query.get('code_challenge');
      const given = cms.login.issueCode(oauthClient.clientId, loopback, challenge);
      return ` ${loopback}?code=${given}&state=${state}\n`;
    };
    for (const wrong of ['', 'no address', loopback, pasted('x'), pasted(`${query.get('state')}x`)])
      await expect(made.redeem(wrong)).rejects.toMatchObject({ code: 'login-pasted-wrong' });
    expect(await made.redeem(pasted(query.get('state')))).toMatchObject({ url: cms.baseUrl });
  });

  test('begins at the address that a bare host meant', async () => {
    const cms = await withLogin(true);
    const { draft: made, clock } = await draft();
    const { code } = await made.begin(new URL(cms.baseUrl).host, oauthClient);
    cms.login.decideDevice(code ?? '', true);
    clock.pass(60_000);
    expect(await made.poll()).toMatchObject({ url: cms.baseUrl });
  });

  test('that was abandoned for a token has no effect any more', async () => {
    const cms = await withLogin(true);
    const { draft: made } = await draft();
    await made.begin(cms.baseUrl, oauthClient);
    await made.connect(cms.baseUrl, token);
    await expect(made.poll()).rejects.toMatchObject({ code: 'login-pasted-wrong' });
    await made.choose(device, AbortSignal.abort());
    expect((await made.finish()).values).toMatchObject({ cms: { token } });
  });
});
