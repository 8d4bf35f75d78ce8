import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { Answers } from './answers.ts';
import { Api, apiPrefix } from './api.ts';
import { Console } from './console.ts';
import { DemoContent } from './content.ts';
import { sendDemoPage } from './demo-page.ts';
import { Downloads } from './downloads.ts';
import { sendFailure } from './failure-answer.ts';
import { type Exchange, HttpProblem, sendJson } from './http.ts';
import { close, listen } from './listener.ts';
import { DemoLogin, type OAuthClient } from './login.ts';
import { answerOAuth } from './oauth.ts';
import { seedEmpty, seedGallery } from './seed.ts';
import { type Addresses, Shape } from './shape.ts';
import { StateFile } from './state-file.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { Uploads } from './uploads.ts';
import { defaultVariants, type Variants } from './variants.ts';

/** True = it has answered, or torn the connection down: faults of any kind at the level of HTTP itself. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

export interface DemoCmsOptions {
  /** 0 = any free one. */
  readonly port?: number;
  /** A JSON file that keeps edits over restarts; null = all in memory. */
  readonly stateFile?: string | null;
  /** What a new CMS begins with: a small shop's programme, or one empty playlist. */
  readonly seed?: 'gallery' | 'empty';
  readonly tokens?: {
    readonly personal?: readonly string[];
    readonly clients?: readonly (Partial<OAuthClient> & { readonly redirectUri: string })[];
  };
  readonly variants?: Partial<Variants>;
  readonly intercept?: Intercept;
  readonly largestUpload?: number;
  /** Epoch milliseconds: the time by which tokens run out and records are stamped. */
  readonly now?: () => number;
}

export interface LoggedRequest {
  readonly side: 'own' | 'other';
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly at: number;
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
  /** True: the interface, logins and downloads answer nothing at all, every connection is cut. */
  offline: boolean;
  /** What was asked, oldest first; the last 20,000 are kept. */
  readonly requests: LoggedRequest[];
  /** Every record, and the ways to change it. */
  readonly content: DemoContent;
  readonly login: DemoLogin;
  /** Resolves when all edits are in the state file. */
  saved(): Promise<void>;
  stop(): Promise<void>;
}

const mostRequests = 20_000;

/** The demo CMS: one real server on loopback that speaks the documented interface and every accepted variant. */
export async function startDemoCms(options: DemoCmsOptions = {}): Promise<DemoCms> {
  const now = options.now ?? Date.now;
  const variants: Variants = { ...defaultVariants, ...options.variants };
  let changed = (): void => undefined;
  const content = new DemoContent(now, () => changed());
  const login = new DemoLogin(variants, now, () => changed());

  const stateFile = options.stateFile ? new StateFile(options.stateFile, content, login) : null;
  const restored = (await stateFile?.load()) ?? false;
  if (!restored) (options.seed === 'empty' ? seedEmpty : seedGallery)(content);
  for (const token of options.tokens?.personal ?? []) login.addPersonalToken(token);
  for (const client of options.tokens?.clients ?? []) login.addClient(client);
  const token = options.tokens?.personal?.[0] ?? login.personalToken ?? login.addPersonalToken();

  const temporary = stateFile ? null : temporaryFolder();
  const uploads = new Uploads(
    content,
    async () => stateFile?.uploadFolder ?? (await temporary?.path()) ?? tmpdir(),
    options.largestUpload ?? 20 * 2 ** 30,
  );

  const requests: LoggedRequest[] = [];
  /** Calls and downloads that are being answered: taking the CMS offline cuts them too. */
  const underway = new Set<IncomingMessage>();
  let offline = false;
  const sockets = { own: createServer(), other: createServer() };
  for (const server of Object.values(sockets)) server.requestTimeout = 0;
  const otherPort = await listen(sockets.other, 0);
  // Last, with nothing awaited between it and the listeners below: a player may be knocking already.
  const ownPort = await listen(sockets.own, options.port ?? 0).catch(async (error: unknown) => {
    await close(sockets.other);
    throw error;
  });
  const addresses: Addresses = {
    origin: `http://127.0.0.1:${ownPort}`,
    otherOrigin: `http://127.0.0.1:${otherPort}`,
  };
  const premises = { content, variants, addresses };
  const shape = new Shape(premises);
  const answers = new Answers(premises, shape);
  const downloads = new Downloads(premises, shape);
  const api = new Api({ content, login, variants, shape, answers, downloads, uploads, now });

  const first = (rows: ReadonlyMap<number, { readonly id: number }>): string =>
    String(rows.keys().next().value ?? '');
  const cms: DemoCms = {
    ...addresses,
    baseUrl: addresses.origin + apiPrefix,
    consoleUrl: `${addresses.origin}/`,
    token,
    playlistId: first(content.playlists),
    deviceId: first(content.devices),
    deviceGroupId: first(content.deviceGroups),
    variants,
    intercept: options.intercept ?? null,
    get offline() {
      return offline;
    },
    set offline(value) {
      offline = value;
      if (offline) for (const request of underway) request.socket.destroy();
    },
    requests,
    content,
    login,
    saved: async () => stateFile?.saved(),
    async stop() {
      await Promise.all(Object.values(sockets).map(close));
      await stateFile?.saved();
      await temporary?.remove();
    },
  };
  const console = new Console({ cms, uploads, shape, now });

  const answer = async (exchange: Exchange): Promise<void> => {
    if (exchange.side === 'other') return answerElsewhere(exchange, downloads, content, shape);
    if (exchange.path.startsWith(apiPrefix)) return api.answer(exchange);
    if (await answerOAuth(exchange, login)) return;
    if (await sendDemoPage(exchange, variants)) return;
    if (await console.answer(exchange)) return;
    throw new HttpProblem(404, 'There is nothing at this address.');
  };

  for (const side of ['own', 'other'] as const) {
    sockets[side].on('request', async (request, response) => {
      const exchange = exchangeOf(request, response, side);
      const service = isService(exchange);
      if (!exchange.path.startsWith('/console/')) {
        const { method, headers, url = '' } = request;
        requests.push({ side, method: method ?? '', path: url, headers, at: now() });
        if (requests.length > mostRequests) requests.splice(0, requests.length - mostRequests);
      }
      // A connection that breaks while it is being answered is the other side's business.
      response.on('error', () => request.socket.destroy());
      if (service) {
        if (offline) {
          request.socket.destroy();
          return;
        }
        underway.add(request);
        response.on('close', () => underway.delete(request));
      }
      try {
        if (await cms.intercept?.(request, response)) return;
        await answer(exchange);
      } catch (error) {
        sendFailure(exchange, error, variants);
      }
    });
  }

  changed = () => stateFile?.changed();
  if (stateFile) stateFile.port = ownPort;
  await stateFile?.saved();
  return cms;
}

function exchangeOf(request: IncomingMessage, response: ServerResponse, side: 'own' | 'other'): Exchange {
  const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
  return {
    request,
    response,
    side,
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(query),
  };
}

/** What a player uses of the CMS. The demo page is not of it: it stands for a site somewhere on the web. */
function isService({ side, path }: Exchange): boolean {
  return side === 'other' || path.startsWith('/api/') || path.startsWith('/oauth/');
}

/** The other origin serves files without asking for anything; a list there would be an odd one to follow. */
async function answerElsewhere(
  exchange: Exchange,
  downloads: Downloads,
  content: DemoContent,
  shape: Shape,
): Promise<void> {
  const id = /^\/files\/(\d+)$/.exec(exchange.path)?.[1];
  const row = id === undefined ? null : content.mediaFiles.get(Number(id));
  if (row) return downloads.send(exchange, row);
  if (exchange.path.startsWith(apiPrefix)) {
    return sendJson(
      exchange,
      200,
      [...content.playlists.values()].map((playlist) => shape.playlist(playlist, false)),
    );
  }
  throw new HttpProblem(404, 'There is nothing at this address.');
}
