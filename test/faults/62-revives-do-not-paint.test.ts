import { expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import { createShow } from '../../src/main/show/show.ts';
import { FakeHost } from '../show/fake-host.ts';
import { ladderRig } from '../supervise/rig.ts';
import { reportRow } from '../support/report-row.ts';

const display = { id: 'd', left: 0, top: 0, width: 640, height: 360, primary: true };

/** A stage that paints once; then the browser never paints again, however often it is revived. */
async function stopped(isSupervised: boolean) {
  const rig = ladderRig({ isSupervised });
  const { clock } = rig;
  const show = createShow({ clock, log: createLog(() => undefined), onShowing: () => undefined });
  const host = new FakeHost([display]);
  await show.attach(host, [{ screenId: '1', display }]);
  const window = host.window('1');
  const beat = {
    type: 'heartbeat',
    mono: 1,
    frames: 1,
    droppedFrames: 0,
    programmeId: null,
    cueId: null,
    sleeps: false,
  };
  window.report({ type: 'ready', protocol: 1 });
  window.report(beat);
  const began = clock.monotonic();
  for (let second = 0; second < 1_800 && rig.done.length === 0; second++) {
    await clock.advance(0);
    const [sight] = show.sights();
    if (sight) rig.now.sight = sight;
    await rig.pass(1);
  }
  return { rig, window, seconds: (clock.monotonic() - began) / 1000 };
}

test('row 62 · five revives without a paint, at growing intervals and limits, end the player', async () => {
  const { rig, window, seconds } = await stopped(true);
  expect(window.done.filter((what) => what === 'revived')).toHaveLength(5);
  expect(rig.done).toEqual(['left']);
  expect(rig.kept.value.count).toBe(1);
  expect(seconds).toBeLessThan(300);
  reportRow(62, { note: `the player leaves after ${Math.round(seconds)} s` });
});

test('row 62 · control: without a service manager the player keeps reviving', async () => {
  const { rig, seconds } = await stopped(false);
  expect([rig.done, seconds]).toEqual([[], 1_800]);
  reportRow(62, { negativeControl: true });
});
