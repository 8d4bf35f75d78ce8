import type { Target } from './targets.ts';

const badly = (run: Target['run']) => (): Target => ({ seeds: [Buffer.from('seed')], words: ['word'], run });

/** Readers with a mistake each: a search that does not find these finds nothing. */
export const controls: Readonly<Record<string, () => Target>> = {
  'one that does not end': badly(() => {
    for (;;);
  }),
  'one that takes all memory': badly(() => {
    const taken: unknown[] = [];
    for (;;) taken.push({ more: [1, 2, 3] });
  }),
  'one that fails later': badly(() => {
    setImmediate(() => {
      throw new Error('too late to catch');
    });
  }),
  'one that throws': badly(() => {
    throw new TypeError('it cannot read that');
  }),
};
