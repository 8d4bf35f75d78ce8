import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { askPlayer } from '../../../src/main/admin/client.ts';
import type { Health } from '../../../src/main/health/health.ts';
import type { Status } from '../../../src/main/report/status.ts';
import type { TestedHost } from '../hosts.ts';

type StartedOn = Pick<TestedHost, 'command' | 'env'>;

const onChromium: StartedOn = {
  command: [process.execPath, fileURLToPath(new URL('../../../dist/main/index.js', import.meta.url))],
  env: { VITRINE_HOST: 'chromium', VITRINE_CHROMIUM_USER: 'nobody' },
};

export interface PlayerProcess {
  readonly pid: number;
  readonly dataDir: string;
  /** Its stderr so far. */
  readonly log: () => string;
  status(): Promise<Status>;
  /** Null: it does not answer yet, or no longer. */
  health(): Promise<Health | null>;
  /** Sends SIGTERM; resolves with the milliseconds until its end. */
  stop(): Promise<{ code: number | null; ms: number }>;
  /** SIGKILL, as in a power cut. */
  kill(): Promise<void>;
}

/** On a machine that is busy with many others a player may not come to answer for a while. */
const answerMs = 60_000;

/** The demo's device on that display, whatever has run on this machine before. */
export function demoScreen(
  display: { readonly name: string },
  cms: { readonly baseUrl: string; readonly token: string },
  dataDir: string,
) {
  return {
    DISPLAY: display.name,
    VITRINE_DATA_DIR: dataDir,
    VITRINE_CMS_URL: cms.baseUrl,
    VITRINE_CMS_TOKEN: cms.token,
    VITRINE_DEVICE: 'Demo screen',
    XDG_CONFIG_HOME: dataDir,
  };
}

/** Starts the built player in its own process, as a kiosk does. */
export function startPlayerProcess(
  env: Readonly<Record<string, string>> & { readonly VITRINE_DATA_DIR: string },
  host: StartedOn = onChromium,
): PlayerProcess {
  const { child, log } = vitrine(['run'], env, host);
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return {
    pid: child.pid ?? 0,
    dataDir: env.VITRINE_DATA_DIR,
    log,
    status: async () => (await askPlayer(env.VITRINE_DATA_DIR, 'GET', '/api/status', answerMs)) as Status,
    health: async () =>
      (await askPlayer(env.VITRINE_DATA_DIR, 'GET', '/api/health', answerMs).catch(
        () => null,
      )) as Health | null,
    async stop() {
      const since = performance.now();
      child.kill('SIGTERM');
      return { code: await exited, ms: performance.now() - since };
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Runs a command to its end. */
export async function runVitrine(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  host: StartedOn = onChromium,
): Promise<{ code: number | null; out: string; log: string }> {
  const { child, log } = vitrine(command, env, host);
  let out = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  const code = await new Promise<number | null>((resolve) =>
    child.once('close', (status) => resolve(status)),
  );
  return { code, out, log: log() };
}

/** Hundreds of programs of a test run compile the same code once. */
export function compiledCode(): Readonly<Record<string, string>> {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}

export function vitrine(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  host: StartedOn = onChromium,
): { child: ChildProcess; log: () => string } {
  const { PATH = '', HOME = '' } = process.env;
  const [program = '', ...first] = host.command;
  const child = spawn(program, [...first, ...command], {
    // Nothing of the test's own environment leaks in: a DISPLAY of the machine least of all.
    env: { PATH, HOME, VITRINE_ADMIN_PORT: '0', ...compiledCode(), ...host.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  return { child, log: () => text };
}
