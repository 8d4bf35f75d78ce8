// Detects pauses of the machine itself, with a process on each processor that only sleeps and reads the clock. At real-time
// priority no other process can delay it; without that priority it proves nothing, and nothing is excused.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Pause, type Pauses, united } from './machine-pauses.ts';

const program = fileURLToPath(new URL('machine-watch-process.ts', import.meta.url));
const priority = '50';
/** After this silence it has ended, or never had its priority. */
const longestSilenceMs = 5_000;

export interface MachineWatch {
  /** The result so far. */
  pauses(): Promise<Pauses>;
  stop(): void;
}

/** Resolves when it watches, or cannot watch. */
export async function watchMachine(): Promise<MachineWatch> {
  const processors = ourProcessors().map((processor) => new ProcessorWatch(processor));
  const pauses = async (): Promise<Pauses> => {
    const now = Date.now();
    const failed = (await Promise.all(processors.map((one) => one.sees(now)))).find((why) => why !== null);
    if (processors.length === 0 || failed !== undefined)
      return { unseen: failed ?? 'only Linux says which processors there are.', pauses: [] };
    return { unseen: null, pauses: united(processors.flatMap((one) => one.pauses)) };
  };
  await pauses();
  return {
    pauses,
    stop() {
      for (const processor of processors) processor.stop();
    },
  };
}

class ProcessorWatch {
  readonly pauses: Pause[] = [];
  readonly #child: ChildProcess;
  #seenUntil = 0;
  #failure: string | null = null;
  /** Called at each report, and when no more can come. */
  #onNews: readonly (() => void)[] = [];

  constructor(processor: number) {
    const pinned = ['-c', String(processor), 'chrt', '--fifo', priority, process.execPath, program];
    const child = spawn('taskset', pinned, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    let complaint = '';
    createInterface({ input: child.stderr }).on('line', (line) => {
      complaint ||= line;
    });
    createInterface({ input: child.stdout }).on('line', (line) => this.#hear(line));
    child.once('error', ({ message }) => this.#fail(message));
    child.once('close', () => this.#fail(complaint || 'the watch has ended'));
  }

  /** Resolves with null when it has watched everything until then; otherwise with the reason. */
  sees(until: number): Promise<string | null> {
    return new Promise((resolve) => {
      const silent = setTimeout(() => this.#fail('the watch is silent'), longestSilenceMs);
      const look = (): void => {
        if (this.#failure === null && this.#seenUntil < until) return;
        clearTimeout(silent);
        this.#onNews = this.#onNews.filter((one) => one !== look);
        resolve(this.#failure);
      };
      this.#onNews = [...this.#onNews, look];
      look();
    });
  }

  stop(): void {
    this.#child.kill();
  }

  #hear(line: string): void {
    const [now = 0, stood = 0] = line.split(' ').map(Number);
    if (stood > 0) this.pauses.push({ from: now - stood, until: now });
    this.#seenUntil = now;
    for (const look of this.#onNews) look();
  }

  #fail(why: string): void {
    this.#failure ??= `the machine's own pauses are seen only at real-time priority, by root with taskset and chrt of util-linux (${why}).`;
    for (const look of this.#onNews) look();
  }
}

/** The processors on which this process may run. */
function ourProcessors(): readonly number[] {
  if (process.platform !== 'linux') return [];
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
