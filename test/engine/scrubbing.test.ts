import { expect, it } from 'vitest';
import { keepScrubbing } from '../../src/main/engine/scrubbing.ts';
import { systemClock } from '../../src/main/ground/clock.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';

it('continues after a file that could not be verified, with one warning', async () => {
  const lines: LogLine[] = [];
  const looked = Promise.withResolvers<void>();
  let times = 0;
  const stop = keepScrubbing(
    {
      scrub: async () => {
        times++;
        if (times === 4) looked.resolve();
        throw new Error('the disk failed');
      },
    },
    { ...systemClock, after: (_, callback) => systemClock.after(0, callback) },
    createLog((line) => lines.push(line)),
  );
  await looked.promise;
  await stop();
  expect(lines.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'a stored file could not be verified'],
  ]);
});
