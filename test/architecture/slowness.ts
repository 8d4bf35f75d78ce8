import type { Expression } from './expressions.ts';
import { type Input, inputsFor, textOf } from './worst-input.ts';

export const length = 1_000_000;
export const mostMs = 50;

/**
 * Lengths and their limits: time that doubles with each character is found before it lasts for ever. The short ones are
 * longer than two ticks, as some kernels count processor time in ticks of 4 ms.
 */
const rising = [
  { length: 26, ms: 8 },
  { length: 400, ms: 8 },
  { length: 6_000, ms: 10 },
  { length: 60_000, ms: mostMs },
  { length: 250_000, ms: mostMs },
  { length, ms: mostMs },
] as const;

/** Every input is tried at this length, the slowest of them at the next one, and the worst at full length. */
const tried = 6_000;
const slowest = 5;

const mostRuns = 6;
/** No interrupt and no cold cache takes so long. */
const certainMs = 400;

export interface Slowness {
  readonly input: Input;
  readonly length: number;
  readonly ms: number;
}

/** How an expression does on its worst input; null when a text of full length takes less than `mostMs`. */
export function slownessOf(expression: Expression): Slowness | null {
  const run = runner(expression);
  let inputs = inputsFor(expression);
  for (const step of rising) {
    const times: Slowness[] = [];
    for (const input of inputs) {
      const ms = timeOf(run, textOf(input, step.length), step.ms);
      times.push({ input, length: step.length, ms });
      if (ms > step.ms) return { input, length: step.length, ms };
    }
    if (step.length < tried) continue;
    const kept = step.length === tried ? slowest : 1;
    inputs = times
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, kept)
      .map(({ input }) => input);
  }
  return null;
}

function runner({ source, flags }: Expression): (text: string) => void {
  const expression = new RegExp(source, flags);
  const run = (text: string): void => {
    expression.lastIndex = 0;
    if (expression.global) text.replace(expression, '');
    else expression.exec(text);
  };
  // The first run is not compiled yet.
  for (const text of ['a', 'a ', ' ']) run(text);
  return run;
}

/**
 * Processor time, as a busy machine is not the expression's fault: the least of a few runs, for interrupts and a cold cache count as
 * time of whoever runs. Two runs of ten times the limit are enough.
 */
function timeOf(run: (text: string) => void, text: string, most: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < mostRuns; count++) {
    const begun = process.threadCpuUsage();
    run(text);
    const { user, system } = process.threadCpuUsage(begun);
    least = Math.min(least, (user + system) / 1000);
    if (least <= most || least > certainMs || (count > 0 && least > 10 * most)) break;
  }
  return least;
}
