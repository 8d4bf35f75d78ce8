import type { Expression } from './expressions.ts';
import { type Input, inputsFor, textOf } from './worst-input.ts';

export const length = 1_000_000;
export const mostMs = 50;

/** Lengths and what is certainly too long for them: what doubles with each character is found before it takes for ever. */
const rising = [
  { length: 26, ms: 4 },
  { length: 400, ms: 4 },
  { length: 6_000, ms: 6 },
  { length: 60_000, ms: mostMs },
  { length: 250_000, ms: mostMs },
  { length, ms: mostMs },
] as const;

/** Every input is tried at this length, the slowest of them at the next one, and the worst at full length. */
const tried = 6_000;
const slowest = 5;

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

/** Of the processor: a machine that has other things to do is not the expression's fault. */
function timeOf(run: (text: string) => void, text: string, most: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 4; count++) {
    const begun = process.threadCpuUsage();
    run(text);
    const { user, system } = process.threadCpuUsage(begun);
    least = Math.min(least, (user + system) / 1000);
    if (least <= most || least > 10 * most) break;
  }
  return least;
}
