import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const inside = fileURLToPath(new URL('./inside.ts', import.meta.url));

export interface Inside {
  /** What it said on stdout so far, line by line. */
  said(): readonly string[];
  log(): string;
  kill(signal: NodeJS.Signals): void;
  /** Whether it has said such a line before it ended or the time was over. */
  says(wanted: (line: string) => boolean): Promise<boolean>;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Starts a built player inside the fake Electron, as a process of its own; without a display unless one is named. */
export function startInside(
  entry: string,
  args: readonly string[],
  { home, display }: { readonly home: string; readonly display?: string },
): Inside {
  const child = spawn(process.execPath, [inside, entry, ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_CONFIG_HOME: home,
      VITRINE_DATA_DIR: `${home}/data`,
      VITRINE_ADMIN_PORT: '0',
      ...(display === undefined ? {} : { DISPLAY: display }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const said = (): readonly string[] => out.split('\n').filter(Boolean);
  return {
    said,
    log: () => log,
    kill: (signal) => void child.kill(signal),
    says: (wanted) =>
      new Promise((resolve) => {
        const overdue = setTimeout(() => resolve(said().some(wanted)), 20_000);
        const look = (): void => {
          if (!said().some(wanted)) return;
          clearTimeout(overdue);
          resolve(true);
        };
        child.stdout.on('data', look);
        child.once('close', () => {
          clearTimeout(overdue);
          resolve(said().some(wanted));
        });
        look();
      }),
    ended: new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal }))),
  };
}

/** The stage was told something to show. */
export function isShow(line: string): boolean {
  return line.startsWith('{"type":"standby"') || line.startsWith('{"type":"programme"');
}
