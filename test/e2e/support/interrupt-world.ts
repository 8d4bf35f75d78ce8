import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttp, type RequestListener, type Server } from 'node:http';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mqtt from 'mqtt';
import { startDemoCms } from '../../../src/demo/cms.ts';
import type { InterruptList } from '../../../src/main/actions/table/interrupt-text.ts';
import { askPlayer } from '../../../src/main/admin/client.ts';
import { atom } from '../../cap/messages.ts';
import { makeCertificates } from '../../cms/certificates.ts';
import { mosquittoUntilRemoved } from '../../fleet/broker.ts';
import { killAll, renderers } from '../../host/chromium/processes.ts';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';
import { startDisplay } from './display.ts';
import { picture } from './pictures.ts';
import { type PlayerProcess, runVitrine, startPlayerProcess } from './player.ts';

export const minute = 60_000;
/** A player rests up to two minutes when its link to the broker was lost in its first minute. */
const longestRestMs = 2.5 * minute;
const command = [
  process.execPath,
  ...['--import', fileURLToPath(new URL('set-clock.mjs', import.meta.url))],
  fileURLToPath(new URL('../../../dist/main/index.js', import.meta.url)),
];
const host = { command, env: { VITRINE_HOST: 'chromium', VITRINE_CHROMIUM_USER: 'nobody' } };

/** The files of a server, by their paths. */
export type Files = Readonly<Record<string, { readonly type: string; readonly bytes: Uint8Array }>>;

export interface WorldGiven {
  /** On a server of the network, beside the CMS. */
  readonly files?: Files;
  /** Names of prepared media, with the paths of their files. */
  readonly prepared?: Readonly<Record<string, string>>;
}

export type InterruptWorld = Awaited<ReturnType<typeof startInterruptWorld>>;

/**
 * A player that shows green, and everything that can send it an interrupt. Its network can be taken away, and its clock
 * set.
 */
export async function startInterruptWorld({ files = {}, prepared = {} }: WorldGiven = {}) {
  const root = mkdtempSync(join(tmpdir(), 'vitrine-ways-'));
  const at = (name: string): string => join(root, name);
  const [dataDir, spool, clockFile] = [at('data'), at('spool'), at('ahead')];
  mkdirSync(spool);
  writeFileSync(clockFile, '0');
  const certificates = await makeCertificates();
  const alerts = new Map([['/feed', atom([])]]);
  const authority = await switchedServer(
    (listener) => createHttps(certificates.valid, listener),
    ({ url = '' }, response) => {
      const page = alerts.get(url);
      response.writeHead(page === undefined ? 404 : 200).end(page);
    },
  );
  const heard: string[] = [];
  let held: { readonly path: string; readonly answers: (() => void)[] } | null = null;
  const media = await switchedServer(createHttp, ({ url = '' }, response) => {
    heard.push(url);
    const { type, bytes } = files[url] ?? { type: 'text/plain' };
    const answer = (): void => {
      response.writeHead(bytes === undefined ? 404 : 200, { 'content-type': type }).end(bytes);
    };
    if (held?.path === url) held.answers.push(answer);
    else answer();
  });
  const origin = `http://127.0.0.1:${media.port}`;
  const broker = await mosquittoUntilRemoved({});
  const operator = await mqtt.connectAsync(broker.url, { protocolVersion: 5, reconnectPeriod: 200 });
  operator.on('error', () => undefined);
  const results = new Map<string, { readonly state: string; readonly reason?: string }>();
  let [states, statesBefore] = [0, 0];
  operator.on('message', (topic, payload) => {
    if (topic.endsWith('/result')) {
      const result = JSON.parse(`${payload}`);
      results.set(result.id, result);
    } else states++;
  });
  // Once: the client renews it, and one that is requested while the broker is away is given up.
  await operator.subscribeAsync(
    ['state', 'result'].map((name) => `vitrine/v1/chain/shop-1/${name}`),
    { qos: 1 },
  );
  const display = await startDisplay(1280, 720);
  const cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['ways-token'] } });
  const green = cms.content.addFile(
    { name: 'green', fileName: 'green.png', mimeType: 'image/png' },
    picture('green'),
  );
  cms.content.addEntry(Number(cms.playlistId), { media_file_id: green.id, duration: 2 });
  const configuration = {
    adminPort: 0,
    cms: { caFile: certificates.caFile },
    network: { allow: ['127.0.0.1'] },
    fleet: { url: broker.url, name: 'chain', device: 'shop-1', spreadSeconds: 10 },
    interrupts: {
      folder: spool,
      media: Object.fromEntries(
        Object.entries(prepared).map(([name, path]) => [name, { address: origin + path }]),
      ),
      cap: { feeds: [`https://127.0.0.1:${authority.port}/feed`], seconds: 10 },
    },
  };
  writeFileSync(at('config.json'), JSON.stringify(configuration), { mode: 0o600 });
  const env = {
    DISPLAY: display.name,
    VITRINE_DATA_DIR: dataDir,
    VITRINE_CONFIG: at('config.json'),
    VITRINE_CMS_URL: cms.baseUrl,
    VITRINE_CMS_TOKEN: cms.token,
    VITRINE_DEVICE: 'Demo screen',
    XDG_CONFIG_HOME: root,
    VITRINE_TEST_CLOCK: clockFile,
  };
  let player: PlayerProcess = startPlayerProcess(env, host);
  const begin = (): void => {
    statesBefore = states;
    player = startPlayerProcess(env, host);
  };
  const stop = async (): Promise<void> => {
    await player.stop();
    await operator.endAsync(true);
    await broker.remove();
    await cms.stop();
    await display.stop();
    await authority.stop();
    await media.stop();
    await certificates.remove();
    rmSync(root, { recursive: true, force: true });
  };
  const act = (name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> =>
    askPlayer(dataDir, 'POST', `/api/actions/${name}`, 10_000, args);
  const list = () => act('interrupt-list', {}) as Promise<InterruptList>;
  // The player does not answer while it restarts.
  const answered = (): Promise<InterruptList | null> => list().catch(() => null);
  const restarts = async (): Promise<number> => (await player.status()).screens[0]?.restarts ?? 0;

  const linked = () => until('the link to the fleet', () => states > statesBefore, longestRestMs);

  const opened = async () => {
    // A command reaches only players that have been connected to this broker.
    await linked();
    await until('the prepared media', async () =>
      (await answered())?.media.every(({ state }) => state === 'here'),
    );
    const lanPort = await freePort();
    const access = ['access', 'on', '--port', String(lanPort), '--name', 'localhost', '--json'];
    const token = ['interrupt', 'token', 'add', 'door', '--most', 'alarm', '--json'];
    return {
      lanPort,
      password: String(JSON.parse((await runVitrine(access, env)).out).password),
      token: String(JSON.parse((await runVitrine(token, env)).out).token),
    };
  };

  const world = {
    spool,
    alerts,
    operator,
    results,
    display,
    origin,
    heard,
    act,
    list,
    answered,
    /** Resolves when the player that runs now is connected to the broker. */
    linked,
    stop,
    /** The server of media accepts requests for this path, and answers them when it is released. */
    hold(path: string) {
      held = { path, answers: [] };
    },
    release() {
      const { answers = [] } = held ?? {};
      held = null;
      for (const answer of answers) answer();
    },
    /** Milliseconds ahead of the right time. */
    setClock: (aheadMs: number) => writeFileSync(clockFile, String(aheadMs)),
    restart: () => player.stop().then(begin),
    powerCut: (whileOff = (): void => undefined) => player.kill().then(whileOff).then(begin),
    async killStage() {
      const before = await restarts();
      killAll(renderers(player.pid));
      await until('another stage', async () => (await restarts()) > before, minute);
    },
    /** Of everything but the way into the player. */
    async cutNetwork() {
      await authority.stop();
      await media.stop();
      await broker.kill();
      await cms.stop();
    },
    /** Without the CMS, which no interrupt needs. */
    async mendNetwork() {
      await authority.start();
      await media.start();
      statesBefore = states;
      await broker.start();
      await linked();
    },
  };
  try {
    return { ...world, ...(await opened()) };
  } catch (error) {
    process.stderr.write(player.log());
    await stop();
    throw error;
  }
}

/** A server that can be away for a while, at the same address. */
async function switchedServer(
  create: (listener: RequestListener) => Server | HttpsServer,
  listener: RequestListener,
) {
  const server = create(listener);
  const port = await freePort();
  const start = async (): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await start();
  return {
    port,
    start,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
