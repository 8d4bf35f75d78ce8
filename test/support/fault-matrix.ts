import { readFileSync } from 'node:fs';

/** The faults that the player has to withstand, by their numbers, as `docs/design/faults.md` has them. */
export const faultMatrix: ReadonlyMap<number, string> = new Map(
  [
    ...readFileSync(new URL('../../docs/design/faults.md', import.meta.url), 'utf8').matchAll(
      /^\| (\d+) \| ([^|]+) \|/gm,
    ),
  ].map(([, number, fault = '']) => [Number(number), fault.trim()]),
);
