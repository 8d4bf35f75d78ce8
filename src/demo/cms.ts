import { tmpdir } from 'node:os';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { apiApp, apiPrefix } from './api.ts';
import { consoleApp } from './console.ts';
import { DemoContent } from './content.ts';
import { demoPage } from './demo-page.ts';
import { elsewhereApp } from './elsewhere.ts';
import { type Env, problemAnswer } from './http.ts';
import { listen } from './listener.ts';
import { DemoLogin, type OAuthClient } from './login.ts';
import { metadataApp, oauthApp } from './oauth.ts';
import { PlayerReport } from './player-report.ts';
import { nothingHere } from './problem.ts';
import { seedEmpty, seedGallery, seedZones } from './seed.ts';
import { Shape } from './shape.ts';
import { StateFile } from './state-file.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { type Intercept, type LoggedRequest, Traffic } from './traffic.ts';
import { Uploads } from './uploads.ts';
import { defaultVariants, type Variants } from './variants.ts';

export interface DemoCmsOptions {
  /** 0 = any free one. */
  readonly port?: number;
  /** A JSON file that keeps edits over restarts; null = all in memory. */
  readonly stateFile?: string | null;
  /** Initial content: a small shop's programme, the same with a screen of four zones, or one empty playlist. */
  readonly seed?: 'gallery' | 'zones' | 'empty';
  readonly tokens?: {
    readonly personal?: readonly string[];
    readonly clients?: readonly (Partial<OAuthClient> & { readonly redirectUri: string })[];
  };
  readonly variants?: Partial<Variants>;
  readonly intercept?: Intercept;
  readonly largestUpload?: number;
  /** Epoch milliseconds: the clock for token expiry and timestamps. */
  readonly now?: () => number;
}

export interface DemoCms {
  readonly origin: string;
  /** The origin and /api/v1.0/. */
  readonly baseUrl: string;
  /** A second listener: files and lists for the variants that point to another origin. */
  readonly otherOrigin: string;
  readonly consoleUrl: string;
  /** A valid personal access token. */
  readonly token: string;
  /** Of the seed: playlist "Welcome", device "Demo screen", group "Demo group". */
  readonly playlistId: string;
  readonly deviceId: string;
  readonly deviceGroupId: string;
  /** May be changed at run time. */
  readonly variants: Variants;
  intercept: Intercept | null;
  /** True: API, logins and downloads cut every connection. */
  offline: boolean;
  /** The player's status address: the console reads from it what it cannot play. Null = unknown. */
  playerAddress: string | null;
  /** Requests, oldest first; the last 20,000 are kept. */
  readonly requests: LoggedRequest[];
  /** Every record, and the ways to change it. */
  readonly content: DemoContent;
  readonly login: DemoLogin;
  /** Resolves when all edits are in the state file. */
  saved(): Promise<void>;
  stop(): Promise<void>;
}

const seeds = { gallery: seedGallery, zones: seedZones, empty: seedEmpty };

/** The demo CMS: a real server on loopback with the documented interface and every accepted variant. */
export async function startDemoCms(options: DemoCmsOptions = {}): Promise<DemoCms> {
  const now = options.now ?? Date.now;
  const variants: Variants = { ...defaultVariants, ...options.variants };
  let changed = (): void => undefined;
  const content = new DemoContent(now, () => changed());
  const login = new DemoLogin(variants, now, () => changed());

  const stateFile = options.stateFile ? new StateFile(options.stateFile, content, login) : null;
  const restored = (await stateFile?.load()) ?? false;
  if (!restored) seeds[options.seed ?? 'gallery'](content);
  for (const token of options.tokens?.personal ?? []) login.addPersonalToken(token);
  for (const client of options.tokens?.clients ?? []) login.addClient(client);
  const token = options.tokens?.personal?.[0] ?? login.personalToken ?? login.addPersonalToken();

  const temporary = stateFile ? null : temporaryFolder();
  const uploads = new Uploads(
    content,
    async () => stateFile?.uploadFolder ?? (await temporary?.path()) ?? tmpdir(),
    options.largestUpload ?? 20 * 2 ** 30,
  );

  const other = await listen(0);
  const own = await listen(options.port ?? 0).catch(async (error: unknown) => {
    await other.close();
    throw error;
  });
  const addresses = { origin: own.origin, otherOrigin: other.origin };
  login.origin = own.origin;
  const shape = new Shape({ content, variants, addresses });
  const traffic = new Traffic(options.intercept ?? null, now);
  const player = new PlayerReport(now);
  const saved = async (): Promise<void> => stateFile?.saved();

  const needs = { content, variants, addresses, login, shape, uploads, now };
  const connect = { baseUrl: `${own.origin}${apiPrefix}/`, token };
  const main = new Hono<Env>()
    .use(traffic.watch('own'))
    .route(apiPrefix, apiApp(needs))
    .route('/oauth', oauthApp(login))
    .route('/.well-known', metadataApp(login, own.origin))
    .get('/page/board', () => demoPage(variants))
    .route('/', consoleApp({ ...needs, connect, traffic, player, saved }));
  const elsewhere = new Hono<Env>().use(traffic.watch('other')).route('/', elsewhereApp(needs));
  for (const [app, listener] of [
    [main, own],
    [elsewhere, other],
  ] as const) {
    app.notFound(() => problemAnswer(nothingHere(), variants));
    app.onError((error) => problemAnswer(error, variants));
    listener.answer(getRequestListener(app.fetch));
  }

  changed = () => stateFile?.changed();
  changed();
  await saved();
  const first = (rows: ReadonlyMap<number, unknown>): string => String(rows.keys().next().value ?? '');
  return {
    ...addresses,
    ...connect,
    consoleUrl: `${own.origin}/`,
    playlistId: first(content.playlists),
    deviceId: first(content.devices),
    deviceGroupId: first(content.deviceGroups),
    variants,
    get intercept() {
      return traffic.intercept;
    },
    set intercept(intercept) {
      traffic.intercept = intercept;
    },
    get offline() {
      return traffic.offline;
    },
    set offline(offline) {
      traffic.offline = offline;
    },
    get playerAddress() {
      return player.address;
    },
    set playerAddress(address) {
      player.address = address;
    },
    requests: traffic.requests,
    content,
    login,
    saved,
    async stop() {
      await Promise.all([own.close(), other.close()]);
      await saved();
      await temporary?.remove();
    },
  };
}
