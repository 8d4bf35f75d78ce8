import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { inTime } from '../../../src/main/ground/in-time.ts';
import type {
  Display,
  DisplayPower,
  Gone,
  Host,
  HostWindow,
  Picture,
  WindowEvents,
} from '../../../src/main/host/host.ts';
import { verbatim } from '../../../src/shared/languages/message.ts';
import { startDisplay } from '../../e2e/support/display.ts';
import { until } from '../../support/until.ts';
import { Driver } from '../chromium/driver.ts';
import { descendants } from '../chromium/processes.ts';
import type { ContractParts, ContractRig } from '../contract.ts';
import type { AllEvents } from '../deaf.ts';
import { type ToProgram, Wire } from './wire.ts';

/** A test ends before its own limit, and says what it waited for. */
const longestAnswerMs = 120_000;

export interface ProgramRig extends ContractRig {
  readonly stage: Driver;
}

/**
 * The host in a separate program: in Electron itself, or in its substitute made of Chromium. `electron`: the command that runs a
 * script given as its next argument.
 */
export async function programRig(parts: ContractParts, electron: readonly string[]): Promise<ProgramRig> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-program-'));
  const script = await bundle(folder);
  const display = await startDisplay(640, 360);
  const stage = new Driver(parts.handler, parts.events);
  const windows = new Map<number, WindowEvents>();
  const answers = new Answers(stage.handler);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const [program = '', ...first] = electron;
  const child = spawn(program, [...first, script], {
    env: {
      ...process.env,
      DISPLAY: display.name,
      WAYLAND_DISPLAY: '',
      CONTRACT_PORT: String((server.address() as AddressInfo).port),
      CONTRACT_PROFILE: join(folder, 'profile'),
    },
    stdio: ['ignore', 'inherit', process.env.ELECTRON_LIKE_DEBUG ? 'inherit' : 'ignore'],
  });
  const [socket] = await Promise.race([once(server, 'connection'), failed(child)]);
  const wire = new Wire(socket, async (method, args) => {
    const [number, what] = args as readonly [number, unknown];
    if (method === 'request') return answers.ask(args);
    if (method === 'read') return answers.read(number);
    if (method === 'giveUp') return answers.giveUp(number);
    if (method === 'message') windows.get(number)?.message(what);
    else if (method === 'gone') windows.get(number)?.gone(what as Gone);
    else if (method === 'hung') windows.get(number)?.hung();
    else (stage.events as AllEvents)[method as 'woke']();
    return null;
  });
  const host = new FarHost(wire, windows);
  return {
    host,
    stage,
    events: stage.events,
    remains: async () => {
      const count = async (): Promise<number> => Number(await host.tell({ method: 'remains', args: [] }));
      // A page is gone a moment after its close.
      await until('no page', async () => (await count()) === 0).catch(() => undefined);
      return (await count()) === 0 ? [] : ['windows or pages'];
    },
    dispose: async () => {
      const ended = once(child, 'exit');
      host.tell({ method: 'exit', args: [] }).catch(() => undefined);
      await ended;
      server.close();
      await until('no process of the browser', () =>
        descendants().every(({ command }) => !/chrom|electron$/.test(command[0] ?? '')),
      );
      await display.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The program as one script, with the built preload script at its usual place. */
async function bundle(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: true,
      outDir: join(folder, 'main'),
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: { index: fileURLToPath(new URL('./program.ts', import.meta.url)) },
        output: { entryFileNames: '[name].mjs' },
        checks: { bundlerTimings: false },
      },
    },
  });
  cpSync(fileURLToPath(new URL('../../../dist/preload', import.meta.url)), join(folder, 'preload'), {
    recursive: true,
  });
  return join(folder, 'main', 'index.mjs');
}

async function failed(child: ChildProcess): Promise<never> {
  const [code, signal] = await once(child, 'exit');
  throw new Error(`Electron ended before it was ready: ${code ?? signal}`);
}

/** Answers of the handler; the other process reads their bodies piece by piece. */
class Answers {
  readonly #handler: Driver['handler'];
  readonly #bodies = new Map<number, ReadableStreamDefaultReader<Uint8Array>>();
  #last = 0;

  constructor(handler: Driver['handler']) {
    this.#handler = handler;
  }

  async ask(args: readonly unknown[]): Promise<unknown> {
    const [url, method, headers] = args as readonly [string, string, Record<string, string>];
    const { status, headers: head, body } = await this.#handler(new Request(url, { method, headers }));
    const number = ++this.#last;
    if (body) this.#bodies.set(number, body.getReader());
    return { status, head: Object.fromEntries(head), body: body ? number : null };
  }

  /** Null: it has ended. */
  async read(number: number): Promise<string | null> {
    const { done = true, value } = (await this.#bodies.get(number)?.read()) ?? {};
    if (!done) return Buffer.from(value ?? []).toString('base64');
    this.#bodies.delete(number);
    return null;
  }

  async giveUp(number: number): Promise<void> {
    await this.#bodies.get(number)?.cancel();
    this.#bodies.delete(number);
  }
}

/** The host in the other process. */
class FarHost implements Host {
  readonly name = 'electron';
  readonly renew = null;
  version = '';
  readonly #wire: Wire;
  readonly #windows: Map<number, WindowEvents>;

  constructor(wire: Wire, windows: Map<number, WindowEvents>) {
    this.#wire = wire;
    this.#windows = windows;
  }

  tell({ method, args }: ToProgram): Promise<unknown> {
    const late = () => new Error(`The program did not answer '${method}' within ${longestAnswerMs / 1000} s`);
    return inTime(systemClock, longestAnswerMs, this.#wire.ask(method, args), late);
  }

  async start(): Promise<void> {
    this.version = String(await this.tell({ method: 'start', args: [] }));
  }

  async displays(): Promise<readonly Display[]> {
    return (await this.tell({ method: 'displays', args: [] })) as Display[];
  }

  async open({ screenId, display }: { screenId: string; display: Display }, events: WindowEvents) {
    const number = this.#add(events);
    await this.tell({ method: 'open', args: [number, screenId, display] });
    return this.#window(number);
  }

  allowPages(pages: Parameters<Host['allowPages']>[0]): void {
    this.tell({ method: 'allowPages', args: [pages] }).catch(() => undefined);
  }

  async watchKey(): Promise<null> {
    return null;
  }

  async watchTouches(): Promise<null> {
    return null;
  }

  readonly openInteractive = null;

  async hearKeys(): Promise<null> {
    return null;
  }

  async power(): Promise<DisplayPower> {
    return { state: 'unknown', why: verbatim('nobody asks for it here') };
  }

  async stop(): Promise<void> {
    await this.tell({ method: 'stop', args: [] });
  }

  #add(events: WindowEvents): number {
    const number = this.#windows.size + 1;
    this.#windows.set(number, events);
    return number;
  }

  #window(number: number): HostWindow {
    const nothing = (): void => undefined;
    return {
      send: (message) => void this.tell({ method: 'send', args: [number, message] }).catch(() => undefined),
      capture: async (): Promise<Picture> => {
        const reported = (await this.tell({ method: 'capture', args: [number] })) as Picture & {
          bytes: string;
        };
        return { mimeType: reported.mimeType, bytes: Buffer.from(reported.bytes, 'base64') };
      },
      revive: async () => void (await this.tell({ method: 'revive', args: [number] })),
      memory: async () => (await this.tell({ method: 'memory', args: [number] })) as number | null,
      openBehind: async (events) => {
        const behind = this.#add(events);
        await this.tell({ method: 'openBehind', args: [behind, number] });
        return this.#window(behind);
      },
      drawn: async () => void (await this.tell({ method: 'drawn', args: [number] })),
      comeForward: async () => void (await this.tell({ method: 'comeForward', args: [number] })),
      close: async () => void (await this.tell({ method: 'close', args: [number] })),
      fitTo: nothing,
      conceal: nothing,
      reveal: nothing,
      keepPicture: nothing,
    };
  }
}
