import { expect, it } from 'vitest';
import { keepScrubbing } from '../../src/main/engine/scrubbing.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';

it('goes on after a file that could not be looked at, and says so once', async () => {
  const lines: LogLine[] = [];
  const looked = Promise.withResolvers<void>();
  let times = 0;
  const stop = keepScrubbing(
    {
      scrub: async () => {
        times++;
        if (times === 4) looked.resolve();
        throw new Error('a disk of its own kind');
      },
    },
    { ...systemClock, after: (_, callback) => systemClock.after(0, callback) },
    createLog((line) => lines.push(line)),
  );
  await looked.promise;
  await stop();
  expect(lines.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'a stored file could not be looked at'],
  ]);
});
