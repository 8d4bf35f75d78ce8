import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import { createShow } from '../../src/main/show/show.ts';
import { type Cue, defaultScreenSettings, type Programme } from '../../src/shared/programme.ts';
import { cue, image, looping } from '../renderer/programmes.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { FakeHost, heartbeat } from './fake-host.ts';

const minute = 60_000;
const display = { id: 'd', left: 0, top: 0, width: 640, height: 360, primary: true };

async function shown() {
  const clock = new ManualClock();
  const show = createShow({ clock, log: createLog(() => undefined), onShowing: () => undefined });
  const host = new FakeHost([display]);
  await show.attach(host, [{ screenId: '1', display }]);
  const window = host.window('1');
  window.report({ type: 'ready', protocol: 1 });
  return {
    clock,
    progress: () => show.progress()[0],
    play: (programme: Programme) => show.programme(programme, defaultScreenSettings),
    start: () =>
      window.report({
        type: 'started',
        showingId: randomUUID(),
        cueId: 'a',
        pass: 0,
        index: 0,
        at: clock.now(),
      }),
    /** The stage paints throughout. */
    pass: async (ms: number) => {
      for (let left = ms; left > 0; left -= 1_000) {
        window.report(heartbeat);
        await clock.advance(1_000);
      }
    },
  };
}

const still = (more: Partial<Cue> = {}) => cue('a', image('media/a.png'), 10_000, more);

test('an item is late when it does not begin, and when it does not end', async () => {
  const { progress, play, start, pass } = await shown();
  // A screen waits for its first programme.
  expect(progress()).toMatchObject({ isDue: true, isLate: true });
  play(looping('p', [still()]));
  expect(progress()).toMatchObject({ isDue: true, isLate: true });
  start();
  expect(progress()).toMatchObject({ isDue: true, isLate: false });
  await pass(9_000);
  expect(progress()).toMatchObject({ isLate: false });
  await pass(2_000);
  expect(progress()).toMatchObject({ isLate: true });
});

test('an item of unknown length is never late, and a leap of the wall clock makes none late', async () => {
  const { clock, progress, play, start, pass } = await shown();
  play(looping('p', [still({ lengthUnknown: true })]));
  start();
  await pass(30_000);
  expect(progress()).toMatchObject({ isLate: false });
  play(looping('q', [still()]));
  start();
  clock.set(clock.now() + 24 * 60 * minute);
  expect(progress()).toMatchObject({ isLate: false });
});

test('nothing is due in a stretch without items, and its end is known', async () => {
  const { clock, progress, play, pass } = await shown();
  const now = clock.now();
  const nothing = { anchor: 0, sequence: { seed: null, members: [{ seed: null, members: [] }] } };
  const something = { anchor: 0, sequence: { seed: null, members: [{ seed: null, members: [0] }] } };
  const segments = [
    { from: now, ...nothing },
    { from: now + minute, ...something },
    { from: now + 2 * minute, ...nothing },
  ];
  play({ ...looping('p', [still()]), segments });
  expect(progress()).toMatchObject({ isDue: false, isLate: false, nextDueAt: now + minute });
  await pass(minute);
  expect(progress()).toMatchObject({ isDue: true, isLate: true, nextDueAt: null });
  await pass(minute);
  expect(progress()).toMatchObject({ isDue: false, isLate: false, nextDueAt: null });
});
