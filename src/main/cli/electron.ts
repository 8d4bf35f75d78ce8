import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { message } from '../../shared/languages/message.ts';
import { readConfig } from '../config/config.ts';
import { VitrineError } from '../ground/errors.ts';
import { chooseHost, requireElectron } from '../host/choose.ts';
import { countedStart } from '../supervise/counted-start.ts';
import { isSafe } from '../supervise/starts.ts';
import { demoConfig } from './demo-config.ts';

/**
 * Electron takes some settings only before it is ready, which is when the entry module has been evaluated. Commands that show
 * nothing skip this: they need neither a display nor Electron's lock.
 */
export async function prepareInsideElectron(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  if (!showsSomething(args)) return;
  const { prepareElectron } = await import('../host/electron/index.ts');
  const config = configOf(args, env);
  const dataDir = config?.dataDir ?? '.';
  // `doctor` is no player: its starts are not counted.
  const inSoftware = args[0] !== 'doctor' && isSafe(countedStart(dataDir).value);
  // Safe mode uses a fresh profile: the usual one may be what crashes.
  const profile = inSoftware ? 'browser-safe' : 'browser';
  prepareElectron({ profileFolder: join(dataDir, profile), inSoftware });
}

/** The player, the demo and doctor's measurement open a window, except with `--help`. */
export function showsSomething(args: readonly string[]): boolean {
  const silent = ['--help', '-h', '--version', '-v', '--cms-only'];
  if (args.some((word) => silent.includes(word))) return false;
  if (args[0] === 'doctor') return args.includes('--measure');
  return args[0] === undefined || args[0] === 'run' || args[0] === 'demo';
}

function configOf(args: readonly string[], env: NodeJS.ProcessEnv) {
  if (args[0] === 'demo') return demoConfig(env, null);
  const { config } = parseArgs({
    args: [...args],
    options: { config: { type: 'string' } },
    strict: false,
  }).values;
  // The command reports mistakes; here only the data folder matters.
  return readConfig({ file: typeof config === 'string' ? config : null, env }).config;
}

/**
 * In a checkout, plain Node starts this command again in Electron if Electron is installed. Null: not necessary.
 */
export async function insideElectronInstead(
  configured: 'auto' | 'electron' | 'chromium',
  args: readonly string[],
  signal: AbortSignal,
): Promise<number | null> {
  if (process.versions.electron || chooseHost(configured).name !== 'electron') return null;
  refuseRoot();
  const [, script = ''] = process.argv;
  const child = spawn(requireElectron(), [script, ...args], { stdio: 'inherit' });
  const end = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', end, { once: true });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Electron refuses to run as root unless its sandbox is off: refuse first, with a remedy. */
function refuseRoot(): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return;
  throw new VitrineError('permanent', message('electron-as-root'));
}
