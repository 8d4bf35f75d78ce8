import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog } from '../../src/main/ground/log.ts';
import { createChromiumHost } from '../../src/main/host/chromium/host.ts';
import { profilesFolder } from '../../src/main/host/chromium/profile.ts';
import type { Host, HostWindow } from '../../src/main/host/host.ts';
import { createAppFiles } from '../../src/main/show/app-files.ts';
import type { ToScreen } from '../../src/shared/messages.ts';
import { colorAt, startDisplay, type TestDisplay } from '../e2e/support/display.ts';
import { ownProfiles } from '../host/chromium/own-profiles.ts';
import { browsers, renderers } from '../host/chromium/processes.ts';
import type { Attack, Seen } from './attack.ts';
import { type HostileServer, startHostileServer } from './server.ts';

export interface Counted {
  readonly framesPerSecond: number;
  readonly longestMs: number;
}

export interface Outcome extends Counted {
  readonly attack: Attack;
  /** The harm that was done. */
  readonly broken: readonly string[];
  readonly messages: readonly unknown[];
  readonly memoryBytes: number;
  readonly storedBytes: number;
}

/** A message of the stage. */
type Said = { readonly type: string; readonly value?: unknown } & Readonly<Record<string, unknown>>;

/** A stage suffers if its frame rate falls below this share of the rate beside a quiet page. */
const leastShare = 1 / 3;
const longestGapMs = 1000;
const longestEndMs = 60_000;

/** The real browser on its own display, with a stage that shows hostile pages. */
export class HostileWorld {
  readonly #display: TestDisplay;
  readonly #server: HostileServer;
  readonly #window: HostWindow;
  readonly #host: Host;
  readonly #messages: Said[];
  readonly #ends: readonly string[];
  readonly #folder: string;
  #home = '';
  /** The renderers without any page. */
  #own: ReadonlySet<number> = new Set();
  #quiet = 60;

  static async start(): Promise<HostileWorld> {
    const display = await startDisplay(640, 360);
    process.env.DISPLAY = display.name;
    const server = await startHostileServer();
    const messages: Said[] = [];
    const ends: string[] = [];
    const folder = appFolder();
    const host = createChromiumHost({
      user: 'nobody',
      handler: createAppFiles(folder),
      events: { displaysChanged: () => undefined, woke: () => undefined, ended: () => ends.push('session') },
      clock: systemClock,
      log: createLog(() => undefined),
    });
    await host.start();
    const [whole] = await host.displays();
    if (!whole) throw new Error('There is no display.');
    const window = await host.open(
      { screenId: '1', display: whole },
      {
        message: (message) => messages.push(message as Said),
        gone: (reason) => ends.push(`the stage: ${reason}`),
        hung: () => ends.push('the stage: hung'),
      },
    );
    const world = new HostileWorld(display, server, window, host, messages, ends, folder);
    await world.#until(() => messages.some(({ type }) => type === 'ready'), 60_000);
    window.reveal();
    await world.#settle();
    world.#own = new Set(renderers().map(({ pid }) => pid));
    return world;
  }

  private constructor(
    display: TestDisplay,
    server: HostileServer,
    window: HostWindow,
    host: Host,
    messages: Said[],
    ends: readonly string[],
    folder: string,
  ) {
    this.#display = display;
    this.#server = server;
    this.#window = window;
    this.#host = host;
    this.#messages = messages;
    this.#ends = ends;
    this.#folder = folder;
  }

  async run(attack: Attack): Promise<Outcome> {
    const { requested } = this.#server;
    const address = this.#server.page(attack);
    this.#host.allowPages([{ address, headers: {} }]);
    this.#messages.length = 0;
    requested.length = 0;
    const files = filesOf(profile());
    this.#order({ type: 'open', address });
    // Its time starts when the page runs: on a busy machine it loads slowly.
    await this.#until(() => this.#messages.some(({ value }) => value === 'began'), 60_000);
    let memoryBytes = 0;
    let storedBytes = 0;
    let weighedAt = 0;
    const isIdle = (): boolean => {
      memoryBytes = Math.max(memoryBytes, memoryOfPages());
      if (attack.heavy && performance.now() > weighedAt + 500) {
        storedBytes = Math.max(storedBytes, filesOf(profile()).bytes);
        weighedAt = performance.now();
      }
      return attack.ms === undefined && this.#messages.some(({ value }) => value === 'idle');
    };
    await this.#until(isIdle, attack.ms ?? 3000);
    const counted = await this.#count();
    const covered = await this.#covered();
    this.#order({ type: 'close' });
    // A looping process is ended some time after its frame. Until then the next page of its site would join it and never run.
    if (attack.heavy)
      await this.#until(() => renderers().every(({ pid }) => this.#own.has(pid)), longestEndMs);
    await this.#settle();
    const after = await this.#count();
    const messages = this.#messages.flatMap(({ type, value }) =>
      type === 'word' && value !== 'idle' && value !== 'began' ? [value] : [],
    );
    const profileBytes = filesOf(profile()).bytes;
    storedBytes = Math.max(storedBytes, profileBytes);
    const page = new URL(address).pathname;
    const seen: Seen = {
      messages,
      requested: [...requested],
      page,
      memoryBytes,
      profileBytes,
      storedBytes,
      origin: this.#server.origin,
    };
    const { framesPerSecond, longestMs } = counted;
    const found = [
      this.#messages.some(({ value }) => value === 'began') ? attack.broke(seen) : 'the page never ran',
      covered,
      counted.address === this.#home && after.address === this.#home
        ? null
        : `the stage is at ${after.address}`,
      ...this.#ends.map((end) => `${end} ended`),
      framesPerSecond < this.#quiet * leastShare || longestMs > longestGapMs
        ? `the stage painted ${framesPerSecond.toFixed(0)} of ${this.#quiet.toFixed(0)} frames a second, and once none for ${longestMs.toFixed(0)} ms`
        : null,
      browsers().length === 1 ? null : `there are ${browsers().length} browsers`,
      filesOf(profile()).downloads > files.downloads ? 'a file was downloaded' : null,
    ];
    const broken = found.filter((each) => each !== null);
    return { attack, broken, messages, memoryBytes, storedBytes, framesPerSecond, longestMs };
  }

  async stop(): Promise<void> {
    await this.#host.stop();
    await this.#server.close();
    await this.#display.stop();
    rmSync(this.#folder, { recursive: true });
  }

  /** The frame rate of the undisturbed stage, for comparison. */
  async #settle(): Promise<void> {
    await wait(150);
    this.#order({ type: 'close' });
    await wait(400);
    const { framesPerSecond, address } = await this.#count();
    if (this.#home === '') this.#home = address;
    this.#quiet = Math.min(60, framesPerSecond);
  }

  async #count(): Promise<Counted & { address: string }> {
    this.#order({ type: 'count' });
    const counted = (): Said | undefined => this.#messages.find(({ type }) => type === 'counted');
    await this.#until(() => counted() !== undefined, 10_000);
    const answer = counted();
    this.#messages.splice(0, this.#messages.length, ...this.#messages.filter((each) => each !== answer));
    if (!answer) return { framesPerSecond: 0, longestMs: 10_000, address: 'nowhere: it does not answer' };
    const framesPerSecond = (Number(answer.frames) * 1000) / Number(answer.ms);
    return { framesPerSecond, longestMs: Number(answer.longestMs), address: String(answer.address) };
  }

  /** Anything over the edges of the stage, which a page cannot reach. */
  async #covered(): Promise<string | null> {
    const frame = await this.#display.grab();
    const points = [0.02, 0.5, 0.98].flatMap((x) => [
      [x, 0.03],
      [x, 0.97],
    ]) as readonly (readonly [number, number])[];
    return points.every(([x, y]) => colorAt(frame, x, y) === 'blue') ? null : 'something lies over the stage';
  }

  #order(order: Readonly<Record<string, string>>): void {
    // Not a message of the player's protocol: this stage is the test's own.
    this.#window.send(order as unknown as ToScreen);
  }

  async #until(isSo: () => boolean, ms: number): Promise<void> {
    for (const end = performance.now() + ms; !isSo() && performance.now() < end; ) await wait(25);
  }
}

/** The app's folder with the hostile stage, whose frame for pages equals the real one's. */
function appFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-hostile-'));
  const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
  const frame = readFileSync(at('../../src/renderer/slots/page-frame.ts'), 'utf8');
  writeFileSync(join(folder, 'page-frame.js'), stripTypeScriptTypes(frame));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>x</title><body><script type="module" src="stage.js"></script>',
  );
  copyFileSync(at('stage.js'), join(folder, 'stage.js'));
  return folder;
}

function profile(): string {
  const [own = profilesFolder()] = ownProfiles();
  return own;
}

function filesOf(folder: string): { readonly bytes: number; readonly downloads: number } {
  const names = readdirSync(folder, { recursive: true }).map(String);
  const sizes = names.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.blocks ?? 0);
  return {
    bytes: sizes.reduce((sum, blocks) => sum + blocks * 512, 0),
    downloads: names.filter((name) => /\.(zip|crdownload)$|^x\.txt$/.test(name)).length,
  };
}

/** The memory of all renderers together: from outside it is unknown which of them show pages. */
function memoryOfPages(): number {
  return renderers().reduce((sum, { pid }) => sum + residentBytes(pid), 0);
}

function residentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = ['RssAnon', 'RssShmem', 'VmSwap'].map((field) =>
      Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? 0),
    );
    return kilobytes.reduce((sum, each) => sum + each * 1024, 0);
  } catch {
    // The process has ended.
    return 0;
  }
}
