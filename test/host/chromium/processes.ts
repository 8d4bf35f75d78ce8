import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
  readonly uid: number;
  readonly command: readonly string[];
}

/** Every living descendant of this process, as the kernel reports them. */
export function descendants(of: number = process.pid): readonly Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(read);
  const found: Process[] = [];
  for (let level = [of]; level.length > 0; ) {
    const children = all.filter(({ parent }) => level.includes(parent));
    found.push(...children);
    level = children.map(({ pid }) => pid);
  }
  return found.filter(({ state }) => state !== 'Z');
}

export function renderers(of?: number): readonly Process[] {
  return descendants(of).filter(({ command }) => command.some((part) => part.includes('--type=renderer')));
}

/** Kills at once. A process that has just ended, such as that of a removed frame, is no error. */
export function killAll(processes: readonly Process[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

export function graphicsProcesses(of?: number): readonly Process[] {
  return descendants(of).filter(({ command }) => command.some((part) => part.includes('--type=gpu-process')));
}

/** The browser's first process: the one without a type. A process that it has just forked looks the same for a moment. */
export function browsers(of?: number): readonly Process[] {
  const alike = descendants(of).filter(
    ({ command }) =>
      command.some((part) => part.includes('--remote-debugging-pipe')) &&
      !command.some((part) => part.includes('--type=')),
  );
  return alike.filter(({ parent }) => !alike.some(({ pid }) => pid === parent));
}

/** The running one. Never 0: killing process 0 would kill the caller. */
export function browser(of?: number): number {
  const [one] = browsers(of);
  if (!one) throw new Error('No browser runs.');
  return one.pid;
}

function read(name: string): readonly Process[] {
  try {
    const status = readFileSync(`/proc/${name}/status`, 'utf8');
    const field = (key: string): string => new RegExp(`^${key}:\\s*(\\S+)`, 'm').exec(status)?.[1] ?? '';
    return [
      {
        pid: Number(name),
        parent: Number(field('PPid')),
        state: field('State'),
        uid: Number(field('Uid')),
        command: readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0'),
      },
    ];
  } catch {
    // It ended during the check.
    return [];
  }
}
