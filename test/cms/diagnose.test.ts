import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer as createGateway } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { DemoCms } from '../../src/demo/cms.ts';
import { diagnose } from '../../src/main/cms/diagnose.ts';
import { type Config, loadConfig } from '../../src/main/config/config.ts';
import type { Finding } from '../../src/main/ground/finding.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { inEnglish, message, verbatim } from '../../src/shared/languages/message.ts';
import { type Certificates, makeCertificates } from './certificates.ts';
import { folder, loggedIn, login, oauthClient } from './login-support.ts';
import { demo, json, rawServer, token } from './support.ts';

let certificates: Certificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(() => certificates.remove());

type Env = Record<string, string>;

function config(url: string, env: Env = {}, change: Partial<Config['cms']> = {}): Config {
  const loaded = loadConfig({
    env: {
      VITRINE_CMS_URL: url,
      VITRINE_CMS_TOKEN: token,
      VITRINE_PLAYLIST: 'Welcome',
      HOME: '/nonexistent',
      ...env,
    },
  });
  return { ...loaded, cms: { ...loaded.cms, ...change } };
}

type Bad = Record<'check' | 'result' | 'message' | 'remedy', string>;

function read({ check, result, message, remedy }: Finding): Bad {
  return { check, result, message: inEnglish(message), remedy: inEnglish(remedy ?? verbatim('')) };
}

/** The checks with their results, and the failed finding, if any. */
async function examine(
  of: Config,
): Promise<{ readonly results: string; readonly bad: Bad | undefined; readonly date: number | null }> {
  const { findings, date } = await diagnose(of, { log: createLog(() => undefined) });
  const wrong = findings.find(({ result }) => result !== 'ok');
  const bad = wrong && read(wrong);
  for (const finding of findings) if (finding.result !== 'ok') expect(finding.remedy).not.toBeNull();
  expect(JSON.stringify(findings)).not.toContain(token);
  return { results: findings.map(({ check, result }) => `${check}:${result}`).join(' '), bad, date };
}

async function secured(name: 'expired' | 'future' | 'unknown' | 'otherName'): Promise<string> {
  const server = createServer(certificates[name], (_, response) => json(response, []));
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('all checks pass, and the clock of the CMS is reported', async () => {
  const server = await demo();
  const before = Date.now();
  const { results, date } = await examine(config(server.baseUrl));
  expect(results).toBe('cms:ok token:ok account:ok assignment:ok');
  // In whole seconds.
  expect(date).toBeGreaterThan(before - 1_000);
  expect(date).toBeLessThanOrEqual(Date.now());
});

test.each([
  ['the name is not resolved', 'http://no-such-name.invalid', /Cannot resolve/, /DNS/],
  ['the host alone', 'no-such-name.invalid', /Cannot resolve/, /DNS/],
  ['refused', 'http://127.0.0.1:1', /refused the connection/, /port/],
  // A multicast address: the system refuses without sending anything.
  ['no route', 'http://224.0.0.1', /No route to 224\.0\.0\.1/, /gateway/],
])('a failed connection is explained: %s', async (_, url, message, remedy) => {
  const { results, bad } = await examine(config(url));
  expect(results).toBe('cms:fail');
  expect(bad?.message).toMatch(message);
  expect(bad?.remedy).toMatch(remedy);
});

test.each([
  ['expired', /has expired/, /new certificate/],
  ['future', /machine’s clock is wrong/, /NTP/],
  ['unknown', /unknown certificate authority/, /caFile/],
  ['otherName', /not valid for/, /Check the spelling/],
] as const)('TLS: %s', async (name, message, remedy) => {
  const { results, bad } = await examine(config(await secured(name), {}, { caFile: certificates.caFile }));
  expect(results).toBe('cms:fail');
  expect(bad?.message).toMatch(message);
  expect(bad?.remedy).toMatch(remedy);
});

test('a wrong clock is found by the CMS’s own date over plain HTTP, even if it redirects to https', async () => {
  const origin = await secured('expired');
  const date = 'Wed, 01 Jan 2020 00:00:00 GMT';
  const requested: string[] = [];
  const gateway = createGateway((request, response) => {
    requested.push(request.url ?? '');
    response.writeHead(301, { location: origin, date }).end();
  });
  gateway.on('connect', (request, socket) => {
    const upstream = connect(Number(new URL(`http://${request.url}`).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on('error', () => socket.destroy());
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  onTestFinished(() => {
    gateway.close();
    gateway.closeAllConnections();
  });
  const proxy = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const { bad } = await examine(config(origin, {}, { caFile: certificates.caFile, proxy }));
  expect(requested).toEqual(['http://127.0.0.1/']);
  expect(bad?.message).toMatch(
    /this machine’s clock shows .*, but the CMS’s clock shows 2020-01-01T00:00:00.000Z\.$/,
  );
  expect(bad?.remedy).toMatch(/NTP/);
});

test('a captive portal is recognised', async () => {
  const hotel = await rawServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hotel</h1>');
  });
  const server = await rawServer((_, response) => {
    response.writeHead(302, { location: hotel.origin.replace('127.0.0.1', 'localhost') }).end();
  });
  const { results, bad } = await examine(config(server.baseUrl));
  expect(results).toBe('cms:fail');
  expect(bad?.message).toMatch(/captive portal/i);
});

test.each([
  ['a path that is none', (server: DemoCms) => `${server.origin}/cms`],
  ['the page for people', (server: DemoCms) => `${server.origin}/doc/api`],
  ['an endpoint instead of the base', (server: DemoCms) => `${server.baseUrl}playlist`],
  ['the path twice', (server: DemoCms) => `${server.baseUrl}api/v1.0/`],
  ['another version', (server: DemoCms) => `${server.origin}/api/v2.0/`],
  ['https where only http is spoken', (server: DemoCms) => server.origin.replace('http:', 'https:')],
])('for a wrong base address (%s) the intended one is named', async (_, url) => {
  const server = await demo();
  const before = server.requests.length;
  const { results, bad } = await examine(config(url(server)));
  expect(results).toBe('cms:fail');
  expect(bad?.message).toContain(`There is a CMS at ${server.baseUrl}.`);
  expect(bad?.remedy).toContain(server.baseUrl);
  // Guesses carry no token.
  const guesses = server.requests.slice(before).filter(({ path }) => path === '/api/v1.0/playlist');
  for (const { headers } of guesses) expect(headers.authorization).toBeUndefined();
});

test.each([
  ['a list', 200, [], true],
  ['a wrapped list', 200, { data: [] }, true],
  ['a refusal in JSON', 401, { message: 'who are you' }, true],
  ['a refusal of another kind', 403, { message: 'no' }, true],
  ['some other JSON', 200, { status: 'up' }, false],
  ['a refusal that is a list', 401, [], false],
  ['something that is not there', 404, { message: 'no' }, false],
])('an answer of %s elsewhere counts as a CMS: %s', async (_, status, body, isMeant) => {
  const server = await rawServer((request, response) => {
    if (request.url === '/api/v1.0/playlist') json(response, body, status);
    else response.writeHead(404).end('no');
  });
  const { bad } = await examine(config(`${server.origin}/cms`));
  if (isMeant) expect(bad?.remedy).toContain(`to ${server.baseUrl}.`);
  else expect(bad?.message).not.toContain('There is a CMS');
});

test('a web page instead of JSON is reported, without a guess', async () => {
  const server = await rawServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>');
  });
  const { results, bad } = await examine(config(server.baseUrl));
  expect(results).toBe('cms:fail');
  expect(bad?.message).toMatch(/web page instead of data/);
});

test('a CMS that has moved is reported with its new address, which gets no token', async () => {
  const there = await demo();
  const here = await rawServer((request, response) => {
    response.writeHead(301, { location: `${there.origin}${request.url}` }).end();
  });
  const { results, bad } = await examine(config(here.baseUrl));
  expect(results).toBe('cms:fail');
  expect(bad?.remedy).toContain(there.baseUrl);
  expect(JSON.stringify(there.requests)).not.toContain(token);
});

test('a missing, refused, expired, unprivileged or unreadable token is named', async () => {
  const server = await demo();
  const missing = await examine(config(server.baseUrl, { VITRINE_CMS_TOKEN: '' }));
  expect([missing.results, missing.bad?.message]).toEqual(['token:fail', 'No CMS token is set.']);
  const refused = await examine(config(server.baseUrl, { VITRINE_CMS_TOKEN: 'wrong' }));
  expect(refused.results).toBe('cms:ok token:fail');
  expect(refused.bad?.message).toMatch(/does not accept the token/);
  const expired = await rawServer((_, response) => json(response, { message: 'Token has expired' }, 401));
  expect((await examine(config(expired.baseUrl))).bad?.message).toBe('The token has expired.');
  const poor = await rawServer((_, response) => json(response, {}, 403));
  expect((await examine(config(poor.baseUrl))).results).toBe('cms:ok token:fail');
  const file = join(await folder(), 'none');
  const unreadable = await examine(
    config(server.baseUrl, { VITRINE_CMS_TOKEN: '', VITRINE_CMS_TOKEN_FILE: file }),
  );
  expect(unreadable.bad?.message).toMatch(/^Cannot read .*: ENOENT/);
  await writeFile(file, 'two words\n');
  const odd = await examine(config(server.baseUrl, { VITRINE_CMS_TOKEN: '', VITRINE_CMS_TOKEN_FILE: file }));
  expect(odd.bad?.message).toMatch(/invalid characters/);
});

test('a missing and an expired login are named', async () => {
  const server = await demo({
    tokens: { clients: [{ ...oauthClient, redirectUri: 'http://127.0.0.1:8787/callback' }] },
  });
  const dataDir = await folder();
  const oauth = { ...oauthClient, clientSecretFile: null, authUrl: null, redirectPort: 8787 };
  const of = { ...config(server.baseUrl, { VITRINE_CMS_TOKEN: '' }, { oauth }), dataDir };
  expect((await examine(of)).bad?.message).toBe('Not logged in to the CMS yet.');
  await loggedIn(server, login(dataDir, server.origin).file);
  expect((await examine(of)).results).toBe('cms:ok token:ok account:ok assignment:ok');
  server.login.revokeLogins();
  const over = await examine(of);
  expect(over.bad).toMatchObject({ check: 'token', message: 'The CMS refused to renew the login.' });
  expect(over.bad?.remedy).toContain('vitrine cms login');
});

test('an empty account and a missing assignment are reported', async () => {
  const server = await demo({ seed: 'empty' });
  server.content.removePlaylist(Number(server.playlistId));
  const empty = await examine(config(server.baseUrl));
  expect(empty.results).toBe('cms:ok token:ok account:warn assignment:fail');
  const full = await demo();
  const lost = await examine(config(full.baseUrl, { VITRINE_PLAYLIST: 'Welcom' }));
  expect(lost.results).toBe('cms:ok token:ok account:ok assignment:fail');
  expect(lost.bad?.message).toBe('The CMS has no playlist “Welcom”.');
  expect(lost.bad?.remedy).toContain('“Welcome” (1)');
  const device = (ref: string) =>
    examine(config(full.baseUrl, { VITRINE_PLAYLIST: '', VITRINE_DEVICE: ref }));
  expect((await device('Demo screen')).results).toBe('cms:ok token:ok account:ok assignment:ok');
  expect((await device('99')).bad?.message).toBe('The CMS has no device “99”.');
  full.content.changeDeviceGroup(Number(full.deviceGroupId), { playlist_id: null });
  expect((await device(full.deviceId)).bad).toMatchObject({ check: 'assignment', result: 'warn' });
  full.content.changeDeviceGroup(Number(full.deviceGroupId), { playlist_id: 4711 });
  expect((await device(full.deviceId)).bad?.message).toMatch(
    /^Device “Demo screen” \(.*\) uses playlist 4711, which does not exist/,
  );
});

test('an unknown time zone of the device or its group is reported', async () => {
  const server = await demo();
  server.content.changeDevice(Number(server.deviceId), { timezone: 'Mars/Olympus' });
  const device = { VITRINE_PLAYLIST: '', VITRINE_DEVICE: server.deviceId };
  const own = await examine(config(server.baseUrl, device));
  expect(own.results).toBe('cms:ok token:ok account:ok assignment:ok time zone:warn');
  expect(own.bad?.message).toBe(
    `Device “Demo screen” (${server.deviceId}) has the time zone “Mars/Olympus”, which does not exist.`,
  );
  server.content.changeDevice(Number(server.deviceId), { timezone: 'Europe/Berlin' });
  server.content.changeDeviceGroup(Number(server.deviceGroupId), { timezone: 'Mars/Olympus' });
  expect((await examine(config(server.baseUrl, device))).bad?.message).toMatch(/^Device group “Demo group”/);
});

test('an assigned playlist without entries is reported', async () => {
  const server = await demo({ seed: 'empty' });
  for (const env of [{}, { VITRINE_PLAYLIST: '', VITRINE_DEVICE: server.deviceId }]) {
    const { results, bad } = await examine(config(server.baseUrl, env));
    expect(results).toBe('cms:ok token:ok account:ok assignment:warn');
    expect(bad?.message).toMatch(/“Welcome” \(1\): the playlist is empty/);
    expect(bad?.remedy).toMatch(/Add entries/);
  }
});

test('a CMS that asks the player to wait is reported with the time', async () => {
  const server = await demo();
  server.variants.refusal = { status: 429, retryAfter: 'seconds', seconds: 3600, requests: 1 };
  const { results, bad } = await examine(config(server.baseUrl));
  expect(results).toBe('cms:warn');
  const until = Date.parse(/until (\S+Z)\./.exec(bad?.message ?? '')?.[1] ?? '');
  expect(Math.abs(until - Date.now() - 3_600_000)).toBeLessThan(60_000);
  expect(bad?.remedy).toMatch(/the player retries as soon as the CMS accepts requests again/);
});

test('for a missing assignment up to five existing ones are listed', async () => {
  const server = await demo();
  for (const [env, kind] of [
    [{ VITRINE_DEVICE: 'none' }, 'device'],
    [{ VITRINE_DEVICE_GROUP: 'none' }, 'device group'],
    [{ VITRINE_PLAYLIST: 'none' }, 'playlist'],
  ] as const) {
    const { results, bad } = await examine(config(server.baseUrl, { VITRINE_PLAYLIST: '', ...env }));
    expect(results).toBe('cms:ok token:ok account:ok assignment:fail');
    expect(bad?.message).toBe(`The CMS has no ${kind} “none”.`);
    expect(bad?.remedy).toMatch(/^The CMS has: “/);
  }
  const group = await examine(
    config(server.baseUrl, { VITRINE_PLAYLIST: '', VITRINE_DEVICE_GROUP: server.deviceGroupId }),
  );
  expect(group.results).toBe('cms:ok token:ok account:ok assignment:ok');
  const none = await examine(config(server.baseUrl, { VITRINE_PLAYLIST: '' }));
  expect(none.bad).toMatchObject({ check: 'assignment', result: 'fail' });
  for (let at = 0; at < 6; at++) server.content.addPlaylist({ name: `More ${at}`, comment: '' });
  const many = await examine(config(server.baseUrl, { VITRINE_PLAYLIST: 'none' }));
  expect(many.bad?.remedy.match(/“/g)).toHaveLength(5);
  expect(many.bad?.remedy).toContain(' and ….');
});

test('an account with no playlist, and with one, gets its own advice', async () => {
  const none = await rawServer((_, response) => json(response, []));
  expect((await examine(config(none.baseUrl))).results).toBe('cms:ok token:ok account:warn assignment:fail');
  const one = await rawServer((request, response) =>
    json(
      response,
      request.url?.endsWith('/7') ? { id: 7, entries: [{ id: 1, media_file_id: 2 }] } : [{ id: 7 }],
    ),
  );
  const { findings } = await diagnose(config(one.baseUrl, { VITRINE_PLAYLIST: '7' }), {
    log: createLog(() => undefined),
  });
  expect(findings.find(({ check }) => check === 'account')).toMatchObject({
    message: message('cms.check.playlists', { count: 1 }),
  });
});

test('the caller can abort the diagnosis', async () => {
  const server = await rawServer(() => undefined);
  const ending = new AbortController();
  const examining = diagnose(config(server.baseUrl), {
    log: createLog(() => undefined),
    signal: ending.signal,
  });
  setTimeout(() => ending.abort(new Error('enough')), 50);
  expect((await examining).findings).toMatchObject([
    { check: 'cms', result: 'fail', message: { code: 'internal' } },
  ]);
});

test('an empty configuration is reported', async () => {
  const { results, bad } = await examine(config('', { VITRINE_CMS_URL: '' }));
  expect(results).toBe('cms:fail');
  expect(bad?.remedy).toContain('VITRINE_CMS_URL');
});
