import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Machine } from './machine.ts';
import { blackMs, longestPause, movingSince, type Sample } from './samples.ts';

const timesASecond = 20;

/** Watches a machine's display from outside while the machine runs. */
export class Eye {
  readonly samples: Sample[] = [];
  readonly #process: ChildProcess;

  constructor(machine: Machine) {
    const script = join(import.meta.dirname, 'eye-process.ts');
    this.#process = machine.beforeDisplay([process.execPath, script, String(timesASecond)]);
    if (this.#process.stdout === null) throw new Error('Nothing is heard of the eye.');
    createInterface(this.#process.stdout).on('line', (line) => {
      const [at, ...colors] = line.split(' ');
      this.samples.push({ at: Number(at), colors: colors[0] === 'gone' ? null : colors });
    });
  }

  close(): void {
    this.#process.kill('SIGKILL');
  }

  movingSince(pauseMs: number): number | null {
    return movingSince(this.samples, pauseMs, Date.now());
  }

  longestPause(from: number, until = Date.now()): number {
    return longestPause(this.samples, from, until);
  }

  blackMs(from: number, until = Date.now()): number {
    return blackMs(this.samples, from, until);
  }

  forget(): void {
    this.samples.splice(0, Math.max(0, this.samples.length - 1));
  }
}
