import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { systemCode } from '../../../src/main/ground/errors.ts';
import { compiledCode } from '../../e2e/support/player.ts';

const inside = fileURLToPath(new URL('./inside.ts', import.meta.url));

export interface Inside {
  /** Its output so far, line by line. */
  output(): readonly string[];
  log(): string;
  kill(signal: NodeJS.Signals): void;
  /** Whether it printed such a line before its end or the timeout. */
  says(wanted: (line: string) => boolean): Promise<boolean>;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface StartInside {
  readonly home: string;
  /** Left out: none. */
  readonly display?: string;
  /** Chromium's switches, which come first in Electron's command line. */
  readonly switches?: readonly string[];
  /** Started with its script, as in a checkout; otherwise as a package. */
  readonly fromCheckout?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** A program that starts the one in its first argument. */
  readonly starter?: string;
}

/**
 * Starts a built player inside the fake Electron, in its own process. The player and its children end with the test, however that
 * ends.
 */
export function startInside(
  entry: string,
  args: readonly string[],
  { home, display, switches = [], fromCheckout = false, env = {}, starter }: StartInside,
): Inside {
  const program = join(home, 'electron-program');
  writeFileSync(program, `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(inside)} "$@"\n`, {
    mode: 0o755,
  });
  const given = [...switches, ...(fromCheckout ? [entry] : []), ...args];
  const child = spawn(starter ?? program, starter === undefined ? given : [program, ...given], {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      ...compiledCode(),
      FAKE_ELECTRON: program,
      ...(fromCheckout ? {} : { FAKE_ELECTRON_APP: entry }),
      XDG_CONFIG_HOME: home,
      VITRINE_DATA_DIR: `${home}/data`,
      VITRINE_ADMIN_PORT: '0',
      ...(display === undefined ? {} : { DISPLAY: display }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // Its children stay in its process group after its own end.
  onTestFinished(() => killGroup(child.pid));
  let out = '';
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const output = (): readonly string[] => out.split('\n').filter(Boolean);
  return {
    output,
    log: () => log,
    kill: (signal) => void child.kill(signal),
    says: (wanted) =>
      new Promise((resolve) => {
        const overdue = setTimeout(() => resolve(output().some(wanted)), 120_000);
        const look = (): void => {
          if (!output().some(wanted)) return;
          clearTimeout(overdue);
          resolve(true);
        };
        child.stdout.on('data', look);
        child.once('close', () => {
          clearTimeout(overdue);
          resolve(output().some(wanted));
        });
        look();
      }),
    ended: new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal }))),
  };
}

/** The stage got something to show. */
export function isShow(line: string): boolean {
  return line.startsWith('{"type":"standby"') || line.startsWith('{"type":"programme"');
}

function killGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch (thrown) {
    // The whole group has ended.
    if (systemCode(thrown) !== 'ESRCH') throw thrown;
  }
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}
