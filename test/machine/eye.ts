import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Machine } from './machine.ts';

/** What was seen on a machine's display at an instant in epoch milliseconds: points as hexadecimal colours; null: nothing. */
export interface Sample {
  readonly at: number;
  readonly colors: readonly string[] | null;
}

const timesASecond = 20;

/** Looks at a machine's display from outside, as a person in front of it, for as long as the machine runs. */
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

  /** Since when the picture has been moving with no pause as long as that; null: it stands still or cannot be seen. */
  movingSince(pauseMs: number, now = Date.now()): number | null {
    const instants = movements(this.samples);
    let since = now;
    for (const at of instants.toReversed()) {
      if (since - at > pauseMs) break;
      since = at;
    }
    return since === now ? null : since;
  }

  /** The longest time after that instant in which nothing moved. */
  longestPause(from: number, until: number): number {
    const instants = [from, ...movements(this.samples).filter((at) => at > from && at < until), until];
    return Math.max(...instants.slice(1).map((at, index) => at - (instants[index] ?? at)));
  }

  /** For so long the display was black, or there was none, between those instants. */
  blackMs(from: number, until: number): number {
    const seen = this.samples.filter(({ at }) => at >= from && at < until);
    return seen.reduce((sum, sample, index) => {
      const next = seen[index + 1]?.at ?? until;
      return isDark(sample) ? sum + next - sample.at : sum;
    }, 0);
  }

  forget(): void {
    this.samples.splice(0, Math.max(0, this.samples.length - 1));
  }
}

/** Instants at which it showed something else than just before. */
function movements(samples: readonly Sample[]): readonly number[] {
  return samples
    .filter(({ colors }, index) => {
      const before = samples[index - 1]?.colors;
      return colors !== null && before != null && colors.join() !== before.join();
    })
    .map(({ at }) => at);
}

export function isDark({ colors }: Sample): boolean {
  const isBlack = (color: string): boolean =>
    [0, 2, 4].every((at) => Number.parseInt(color.slice(at, at + 2), 16) < 24);
  return colors === null || colors.every(isBlack);
}
