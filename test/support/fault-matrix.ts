import { readFileSync } from 'node:fs';

/** The faults that the player must withstand, by their numbers in `docs/design/faults.md`. */
export const faultMatrix: ReadonlyMap<number, string> = new Map(
  [
    ...readFileSync(new URL('../../docs/design/faults.md', import.meta.url), 'utf8').matchAll(
      /^\| (\d+) \| ([^|]+) \|/gm,
    ),
  ].map(([, number, fault = '']) => [Number(number), fault.trim()]),
);
