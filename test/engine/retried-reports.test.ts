import { expect, it } from 'vitest';
import { RetriedReports } from '../../src/main/engine/retried-reports.ts';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { createLog, type LogLine } from '../../src/main/ground/log.ts';
import type { Showing } from '../../src/main/show/events.ts';
import { message, verbatim } from '../../src/shared/languages/message.ts';

function rig() {
  const lines: LogLine[] = [];
  const sent: string[] = [];
  const engine: { fails: VitrineError | null } = { fails: null };
  let again: (() => void) | null = null;
  const showings = new RetriedReports<Showing>({
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
    send: async ({ showingId }) => {
      if (engine.fails) throw engine.fails;
      sent.push(showingId);
    },
  });
  return {
    lines,
    sent,
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
const gone = new VitrineError('temporary', 'engine-gone', verbatim('The engine thread has ended.'));

it('keeps showings while there is no engine, sends them in order, and logs each outage once', async () => {
  const { lines, sent, engine, show, later } = rig();
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
  expect(sent.join('')).toBe('abcdebcde');
  expect(lines.map(({ level }) => level)).toEqual(['debug', 'warn', 'debug', 'warn', 'debug']);
});

it('warns of nothing while the engine is not open yet, as at each start', async () => {
  const { lines, sent, engine, show, later } = rig();
  engine.fails = new VitrineError('temporary', message('engine-closed'));
  await show('a', 'b');
  engine.fails = null;
  await later();
  expect(sent.join('')).toBe('ab');
  expect(lines.map(({ level }) => level)).toEqual(['debug', 'debug']);
  engine.fails = gone;
  await show('c');
  expect(lines.at(-1)?.level).toBe('warn');
});

it('keeps at most a thousand reports and logs how many it lost', async () => {
  const { lines, sent, engine, show, later } = rig();
  engine.fails = gone;
  await show(...Array.from({ length: 1_010 }, (_, number) => String(number)));
  engine.fails = null;
  await later();
  expect([sent.length, sent[0]]).toEqual([1_000, '10']);
  expect(lines.at(-1)?.fields).toMatchObject({ lost: 10 });
});

it('drops a report that the engine rejects', async () => {
  const { sent, engine, show, later } = rig();
  engine.fails = new VitrineError('permanent', 'internal', verbatim('a mistake'));
  await show('a');
  engine.fails = null;
  await later();
  await show('b');
  expect(sent).toEqual(['b']);
});
