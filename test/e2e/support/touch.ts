import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type DemoCms, startDemoCms } from '../../../src/demo/cms.ts';
import { profilesFolder } from '../../../src/main/host/chromium/profile.ts';
import { type Input, openInput } from '../../host/chromium/x11-input.ts';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';
import { middle, startDisplay, type TestDisplay } from './display.ts';
import { picture } from './pictures.ts';
import { demoScreen, type PlayerProcess, startPlayerProcess } from './player.ts';

/** A request that a page made of the server that also serves the page. */
interface Asked {
  readonly host: string;
  readonly path: string;
  /** What the browser wanted it for: `document`, `iframe`, `empty` … */
  readonly dest: string;
  readonly headers: IncomingHttpHeaders;
}

export type Route = (response: ServerResponse, asked: Asked) => void;

export interface PageServer {
  readonly port: number;
  /** The page at `/`. */
  page: string;
  /** Other pages by their path; the rest of all paths answers with the page. */
  readonly routes: Map<string, Route>;
  readonly asked: Asked[];
  /** What the page said of itself. */
  readonly reports: Map<string, string>;
  stop(): void;
}

/** For a page that reports. */
export const reporting = `const report = (name, value) =>
  fetch('/report?' + encodeURIComponent(name + '=' + value), { keepalive: true });`;

export async function startPageServer(): Promise<PageServer> {
  const made = {
    page: '',
    routes: new Map<string, Route>(),
    asked: [] as Asked[],
    reports: new Map<string, string>(),
  };
  const server = createServer((request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const { host = '', 'sec-fetch-dest': dest = '' } = request.headers;
    const asked = { host, path, dest: String(dest), headers: request.headers };
    const [name = '', ...values] = decodeURIComponent(query).split('=');
    if (path === '/report') made.reports.set(name, values.join('='));
    else served.asked.push(asked);
    // The player lifts what forbids framing.
    response.setHeader('X-Frame-Options', 'DENY');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    const route = served.routes.get(path);
    if (route) route(response, asked);
    else response.end(served.page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const served: PageServer = Object.assign(made, {
    port,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  });
  return served;
}

export interface TouchWorld {
  readonly width?: number;
  readonly height?: number;
  readonly language?: string;
  /** The configuration for the page at that address. */
  config(address: string): object;
  /** Changes of the demo CMS before the player starts. */
  readonly content?: (cms: DemoCms, address: string) => void;
  /** Programs that the player finds first. */
  readonly programs?: Readonly<Record<string, string>>;
}

export type TouchRig = Awaited<ReturnType<typeof startTouch>>;

/** A person at the screen of a whole player that shows red, and whose page is blue. */
export async function startTouch(world: TouchWorld) {
  const { width = 960, height = 540, language = 'en', config, content, programs = {} } = world;
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-touch-'));
  for (const name of ['vitrine', 'bin']) mkdirSync(join(folder, name));
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(folder, 'bin', name), text, { mode: 0o755 });
  const server = await startPageServer();
  const address = `http://127.0.0.1:${server.port}/`;
  const adminPort = await freePort();
  writeFileSync(join(folder, 'vitrine', 'config.json'), JSON.stringify(config(address)));
  const cms = await startDemoCms({ seed: 'empty', tokens: { personal: ['touch-token'] } });
  const red = { name: 'red', fileName: 'red.png', mimeType: 'image/png' };
  const { id } = cms.content.addFile(red, picture('red'));
  cms.content.addEntry(Number(cms.playlistId), { media_file_id: id, duration: 600 });
  content?.(cms, address);
  const display: TestDisplay = await startDisplay(width, height);
  const env = {
    ...demoScreen(display, { baseUrl: cms.baseUrl, token: 'touch-token' }, join(folder, 'data')),
    XDG_CONFIG_HOME: folder,
    VITRINE_LANGUAGE: language,
    VITRINE_ADMIN_PORT: String(adminPort),
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
  };
  const player: PlayerProcess = startPlayerProcess(env);
  const person: Input = await openInput(display.name);
  const shows = async () => middle(await display.grab());
  const comes = (color: string) => until(color, async () => (await shows()) === color);
  await comes('red');

  async function tap(x: number, y: number): Promise<void> {
    person.move(x, y);
    person.click(1);
    await person.done();
  }

  return {
    width,
    height,
    folder,
    server,
    address,
    adminPort,
    cms,
    display,
    env,
    player,
    person,
    tap,
    shows,
    comes,
    /** A touch opens it, once the screen is watched. */
    async opens(html: string): Promise<void> {
      server.page = `<!doctype html><meta charset="utf-8"><body style="margin:0;background:#00f">${html}`;
      server.reports.clear();
      server.asked.length = 0;
      const begun = () => player.log().split('A touch opens').length;
      const before = begun();
      await until('a touch that is received', async () => {
        await tap(width / 2, height / 2);
        await new Promise((resolve) => setTimeout(resolve, 500));
        return begun() > before;
      });
      await comes('blue');
    },
    /** By the bar. */
    async leaves(): Promise<void> {
      await tap(width - 60, height - 30);
      await comes('red');
    },
    /** Whether any file of the player or its browsers contains the text. They make and remove files meanwhile. */
    isLeft(text: string): boolean {
      const where = [profilesFolder(), folder];
      return spawnSync('grep', ['-rqsaF', '-D', 'skip', '--', text, ...where]).status === 0;
    },
    /** The windows of the display that a person could see. */
    async windows(): Promise<number> {
      const args = ['-display', display.name, '-root', '-children'];
      const { stdout } = await promisify(execFile)('xwininfo', args);
      return stdout.split('\n').filter((line) => /^ +0x/.test(line) && !/ 1x1\+| 10x10\+/.test(line)).length;
    },
    async shot(name: string): Promise<void> {
      const to = process.env.VITRINE_PICTURES;
      if (to) await display.screenshot(join(to, `${name}.png`));
    },
    async stop(): Promise<void> {
      if (process.env.VITRINE_TEST_LOG) console.info(player.log());
      person.close();
      await player.stop();
      server.stop();
      await Promise.all([cms.stop(), display.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
