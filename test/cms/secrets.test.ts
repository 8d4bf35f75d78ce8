import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDemoCms } from '../../src/demo/cms.ts';
import { commandNames, loadCommand } from '../../src/main/cli/commands.ts';
import { createCms } from '../../src/main/cms/client.ts';
import { type Credentials, personalToken } from '../../src/main/cms/credentials.ts';
import { diagnose } from '../../src/main/cms/diagnose.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog, textSink } from '../../src/main/ground/log.ts';
import { openStore } from '../../src/main/store/store.ts';
import { invoke } from '../support/invoke.ts';
import { type Certificates, makeCertificates } from './certificates.ts';
import { folder, loggedIn, login, oauthClient } from './login-support.ts';
import { type Handler, json, quick, rawServer } from './support.ts';

const secrets = {
  personal: 'vpt_SECRETpersonalSECRET',
  client: oauthClient.clientSecret,
  proxy: 'SECRETproxySECRET',
};

let certificates: Certificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});
afterAll(() => certificates.remove());

/** All output and files of this program, in every encoding. */
class Evidence {
  readonly #output: string[] = [];
  readonly log = createLog((line) => {
    this.say(JSON.stringify(line));
    textSink((text) => this.say(text), 'debug')(line);
  });

  say(text: string): void {
    this.#output.push(text);
  }

  error(thrown: unknown): void {
    for (let error: unknown = thrown; error instanceof Error; error = error.cause) {
      this.say(
        [error.message, error.stack, String(error), JSON.stringify(error), Object.values(error).join()].join(
          '\n',
        ),
      );
    }
    this.say(inspect(thrown, { depth: 10, showHidden: true, getters: true }));
  }

  async files(path: string, except: (name: string) => boolean): Promise<void> {
    for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      this.say(entry.name);
      if (!except(entry.name))
        this.say((await readFile(join(entry.parentPath, entry.name))).toString('latin1'));
    }
  }

  /** Plain, base64 and percent-encoded, as in headers and addresses. */
  contains(secret: string): boolean {
    const all = this.#output.join('\n');
    const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(2, -2);
    return [secret, encodeURIComponent(secret), base64].some((form) => all.includes(form));
  }
}

/** Answers that repeat the request, in every way a server can fail. */
const echoes: readonly Handler[] = [
  ...[400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 503].flatMap((status): Handler[] => [
    (request, response) =>
      json(
        response,
        { message: `bad ${request.headers.authorization}`, headers: request.rawHeaders },
        status,
      ),
    (request, response) =>
      void response.writeHead(status, { 'content-type': 'text/plain' }).end(request.rawHeaders.join()),
  ]),
  ...[400, 403, 422].map(
    (status): Handler =>
      (request, response) =>
        json(response, { message: `token ${request.headers.authorization?.slice(7)} is odd` }, status),
  ),
  (request, response) => json(response, { error: request.headers.authorization }),
  (request, response) =>
    json(response, [{ id: request.headers.authorization, name: request.headers.authorization?.slice(7) }]),
  (request, response) =>
    json(response, [{ id: { x: request.headers.authorization } }, request.headers.authorization?.slice(7)]),
  (request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${request.rawHeaders}`),
  (request, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"a":${request.headers.authorization}`),
  (request, response) =>
    void response.writeHead(302, { location: `/x?token=${request.headers.authorization?.slice(7)}` }).end(),
  (request, response) =>
    void response
      .writeHead(302, { location: `http://localhost:1/?t=${request.headers.authorization?.slice(7)}` })
      .end(),
  (request, response) =>
    json(response, { data: [], next_page_url: `http://x.example/?t=${request.headers.authorization}` }),
  (request) => void request.socket.destroy(),
  (request) => void request.socket.end(`HTTP/1.1 nonsense ${request.headers.authorization}\r\n\r\n`),
];

async function provoke(
  evidence: Evidence,
  baseUrl: string,
  credentials: Credentials,
  more: object = {},
): Promise<void> {
  const cms = createCms({
    baseUrl,
    credentials,
    retryAfter: { until: () => null, set: () => undefined },
    clock: systemClock,
    log: evidence.log,
    env: {},
    limits: { ...quick, retries: 1 },
    ...more,
  });
  const calls = [
    () => cms.playlists(),
    () => cms.playlist('1'),
    () => cms.mediaFile('1'),
    () => cms.createPlaylist({ name: 'x', comment: '' }),
    () => cms.deletePlaylist('1'),
    () => cms.refreshLogin(),
  ];
  for (const call of calls) {
    // Records end up in the store's files; reasons of refused records on the terminal.
    await call().then(
      (read) => evidence.say(JSON.stringify(read) ?? ''),
      (error: unknown) => evidence.error(error),
    );
  }
  cms.close();
}

test('no token reaches a log, error, output or file other than the token file, whatever a server repeats', async () => {
  const evidence = new Evidence();
  for (const handler of echoes) {
    const server = await rawServer(handler);
    await provoke(evidence, server.baseUrl, personalToken(secrets.personal));
  }
  for (const baseUrl of ['http://127.0.0.1:1', 'http://no-such-name.invalid', `https://127.0.0.1:1`]) {
    await provoke(evidence, baseUrl, personalToken(secrets.personal));
    await provoke(evidence, baseUrl, personalToken(secrets.personal), {
      proxy: `http://user:${secrets.proxy}@127.0.0.1:1`,
    });
  }

  const seen = new Set<string>(Object.values(secrets));
  const dataDir = await folder();
  const demo = await startDemoCms({
    tokens: {
      personal: [secrets.personal],
      clients: [{ ...oauthClient, redirectUri: 'http://127.0.0.1:8787/callback' }],
    },
  });
  try {
    const { file } = login(dataDir, demo.origin);
    const remember = async (): Promise<void> => {
      const pair = await file.read();
      for (const token of [pair.accessToken, pair.refreshToken]) if (token) seen.add(token);
    };
    await loggedIn(demo, file);
    await remember();
    const { credentials } = login(dataDir, demo.origin);
    // A login that works and fails, beside a writing store.
    const store = await openStore({ dataDir, clock: systemClock, log: evidence.log });
    store.cmsRetryAfter.set(Date.now() + 1000);
    await provoke(evidence, demo.baseUrl, credentials);
    demo.login.expireAccessTokens();
    await provoke(evidence, demo.baseUrl, credentials);
    await remember();
    demo.login.revokeLogins();
    await provoke(evidence, demo.baseUrl, credentials);
    await store.close();
    const tokenServer = await rawServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      json(
        response,
        { error: 'invalid_grant', error_description: body, message: body },
        request.url === '/oauth/token' ? 500 : 401,
      );
    });
    const other = login(await folder(), tokenServer.origin);
    await other.file.write(await file.read());
    await provoke(evidence, tokenServer.baseUrl, other.credentials);
    for (const line of other.lines) evidence.say(JSON.stringify(line));

    await commands(evidence, demo.baseUrl);
    await evidence.files(dataDir, (name) => name === 'login.json');
    expect((await readdir(dataDir)).filter((name) => name.startsWith('login.json'))).toEqual(['login.json']);
  } finally {
    await demo.stop();
  }
  for (const secret of seen) expect(evidence.contains(secret), `${secret.slice(0, 8)}…`).toBe(false);
  // Control: the search finds a planted secret.
  evidence.say(`Bearer ${secrets.personal}`);
  expect(evidence.contains(secrets.personal)).toBe(true);
});

async function commands(evidence: Evidence, baseUrl: string): Promise<void> {
  const file = join(await folder(), 'token');
  await writeFile(file, `${secrets.personal}\n`);
  const environments = [
    { VITRINE_CMS_TOKEN: secrets.personal },
    { VITRINE_CMS_TOKEN_FILE: file },
    { VITRINE_CMS_TOKEN: `${secrets.personal} broken in two` },
    { VITRINE_CMS_TOKEN: `${secrets.personal}x` },
  ];
  for (const given of environments) {
    const configSources = { env: { VITRINE_CMS_URL: baseUrl, HOME: '/nonexistent', ...given } };
    const config = loadConfig(configSources);
    for (const json of [false, true]) {
      for (const name of commandNames.filter((name) => /^cms.*(list|get)/.test(name))) {
        const command = await loadCommand(name);
        if (command === null) throw new Error(`no command ${name}`);
        await invoke(command, {
          config,
          configSources,
          positionals: ['1'],
          out: async (text) => evidence.say(text),
          progress: (text) => evidence.say(text),
          json,
          log: evidence.log,
          isTerminal: true,
        }).catch((error: unknown) => evidence.error(error));
      }
    }
    evidence.say(JSON.stringify(await diagnose(config, { log: evidence.log })));
  }
}
