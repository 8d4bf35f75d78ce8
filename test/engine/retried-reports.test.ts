import { expect, it } from 'vitest';
import { RetriedNews } from '../../src/main/engine/retried-reports.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import type { Showing } from '../../src/main/show/events.ts';

function rig() {
  const lines: LogLine[] = [];
  const told: string[] = [];
  const engine: { fails: VitrineError | null } = { fails: null };
  let again: (() => void) | null = null;
  const showings = new RetriedNews<Showing>({
    clock: {
      now: () => 0,
      monotonic: () => 0,
      sinceBoot: () => 0,
      after: (_, callback) => {
        again = callback;
        return () => undefined;
      },
    },
    log: createLog((line) => lines.push(line)),
    tell: async ({ showingId }) => {
      if (engine.fails) throw engine.fails;
      told.push(showingId);
    },
  });
  return {
    lines,
    told,
    engine,
    show: (...ids: string[]) => {
      for (const showingId of ids) showings.add({ type: 'started', showingId } as Showing);
      return settled();
    },
    later: () => {
      again?.();
      return settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const gone = new VitrineError('temporary', 'engine-gone', 'The engine thread has ended.');

it('keeps what is shown while there is no engine, tells it in order, and says so once each time', async () => {
  const { lines, told, engine, show, later } = rig();
  await show('a');
  for (let death = 0; death < 2; death++) {
    engine.fails = gone;
    await show('b', 'c');
    await later();
    await show('d');
    engine.fails = null;
    await show('e');
    await later();
  }
  expect(told.join('')).toBe('abcdebcde');
  expect(lines.map(({ level }) => level)).toEqual(['debug', 'warn', 'debug', 'warn', 'debug']);
});

it('keeps no more than a thousand, and says how many it lost', async () => {
  const { lines, told, engine, show, later } = rig();
  engine.fails = gone;
  await show(...Array.from({ length: 1_010 }, (_, number) => String(number)));
  engine.fails = null;
  await later();
  expect([told.length, told[0]]).toEqual([1_000, '10']);
  expect(lines.at(-1)?.fields).toMatchObject({ lost: 10 });
});

it('does not keep what the engine cannot take at all', async () => {
  const { told, engine, show, later } = rig();
  engine.fails = new VitrineError('permanent', 'internal', 'a mistake');
  await show('a');
  engine.fails = null;
  await later();
  await show('b');
  expect(told).toEqual(['b']);
});
