import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import { createShow } from '../../src/main/show/show.ts';
import { followUpdate } from '../../src/main/update/follow.ts';
import type { Launched } from '../../src/main/update/launched.ts';
import { defaultScreenSettings } from '../../src/shared/programme.ts';
import { cue, image, looping } from '../renderer/programmes.ts';
import { FakeHost, heartbeat } from '../show/fake-host.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { playing } from './support/facts.ts';

const launched: Launched = { release: 'factory', start: '1', over: null, byRoot: null };

const minute = 60_000;
const display = { id: 'd', left: 0, top: 0, width: 640, height: 360, primary: true };

/** A real show whose stage is played by the test, and an update that asks the player to end. */
async function followed(durationMs: number) {
  const clock = new ManualClock();
  const log = createLog(() => undefined);
  let items = 0;
  const show = createShow({
    clock,
    log,
    onShowing: ({ type }) => {
      if (type === 'started') items++;
    },
  });
  const host = new FakeHost([display]);
  await show.attach(host, [{ screenId: '1', display }]);
  const window = host.window('1');
  window.report({ type: 'ready', protocol: 1 });
  const item = cue('a', image('media/a.png'), durationMs);
  show.programme(looping('p', [item]), defaultScreenSettings);
  const start = () => {
    const showingId = randomUUID();
    window.report({ type: 'started', showingId, cueId: 'a', pass: 0, index: 0, at: clock.now() });
    return showingId;
  };
  /** Time passes, and the stage paints. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1_000) {
      window.report(heartbeat);
      await clock.advance(Math.min(left, 1_000));
    }
  };
  let ended: { readonly items: number; readonly at: number } | null = null;
  const at = clock.now();
  const { stop } = followUpdate({
    clock,
    launched,
    log,
    playing: { show, facts: () => ({ ...playing, items }) },
    engine: { call: async () => 'end' },
    ending: {
      restart: () => {
        ended = { items, at: clock.now() - at };
      },
    },
  });
  return { clock, pass, show, window, start, stop, ended: () => ended };
}

test.each([
  ['an item', 20_000],
  ['a long item', 20 * minute],
])('the player ends after %s, and before the next one starts', async (_, durationMs) => {
  const { clock, pass, window, start, ended } = await followed(durationMs);
  const showingId = start();
  await pass(5_000);
  expect(window.sent).toContainEqual({ type: 'yield', showingId });
  window.report({ type: 'yields', showingId, at: clock.now() + durationMs - 5_000 });
  await pass(durationMs - 5_000);
  expect(ended()).toBeNull();
  expect(window.last).toMatchObject({ type: 'leave' });
  await pass(1_000);
  expect(ended()).toMatchObject({ items: 1 });
});

test('an endless item is cut, and the player does not wait for a silent stage', async () => {
  const endless = await followed(24 * 60 * minute);
  endless.start();
  await endless.pass(6_000);
  expect(endless.ended()).toMatchObject({ at: 0 });
  const silent = await followed(20_000);
  silent.start();
  await silent.pass(20_000 + 3_000 + 1_000);
  expect(silent.ended()).toMatchObject({ items: 1 });
});

test('with nothing on the screen the player ends at once', async () => {
  const { pass, ended } = await followed(20_000);
  await pass(5_000);
  expect(ended()).toMatchObject({ at: 0 });
});

test('facts that cannot be read are read again', async () => {
  const clock = new ManualClock();
  let [reads, tellings] = [0, 0];
  const { stop } = followUpdate({
    clock,
    launched,
    log: createLog(() => undefined),
    playing: {
      facts: () => {
        if (reads++ === 1) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
        return { ...playing, items: 1 };
      },
      show: { untilBetween: async () => undefined },
    },
    engine: {
      call: async () => {
        tellings++;
        return 'stay';
      },
    },
    ending: { restart: () => undefined },
  });
  await clock.advance(30_000);
  stop();
  expect(tellings).toBeGreaterThan(4);
});
