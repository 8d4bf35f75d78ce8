import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLog } from '../../src/main/ground/log.ts';
import type { Gone } from '../../src/main/host/host.ts';
import type { Showing } from '../../src/main/show/events.ts';
import { createShow } from '../../src/main/show/show.ts';
import { defaultScreenSettings } from '../../src/shared/programme.ts';
import { cue, image, looping } from '../renderer/programmes.ts';
import { FakeHost } from '../show/fake-host.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { reportRow } from '../support/report-row.ts';

const display = { id: 'd', left: 0, top: 0, width: 640, height: 360, primary: true };

/** Two screens play; the renderer of the second one has died. */
async function gone(reason: Gone) {
  const clock = new ManualClock();
  const showings: Showing[] = [];
  const show = createShow({
    clock,
    log: createLog(() => undefined),
    onShowing: (showing) => showings.push(showing),
  });
  const host = new FakeHost([display]);
  await show.attach(host, [
    { screenId: '1', display },
    { screenId: '2', display: { ...display, id: 'e' } },
  ]);
  for (const screenId of ['1', '2']) {
    show.programme(
      { ...looping(`p${screenId}`, [cue('page', image('x'))]), screenId },
      defaultScreenSettings,
    );
    host.window(screenId).report({ type: 'ready', protocol: 1 });
    const showingId = randomUUID();
    host
      .window(screenId)
      .report({ type: 'started', showingId, cueId: 'page', pass: 0, index: 0, at: clock.now() });
  }
  host.window('2').events.gone(reason);
  await clock.advance(0);
  const blamed = showings.filter((one) => one.type === 'ended' && one.outcome === 'failed');
  return { revived: ['1', '2'].map((id) => host.window(id).done), blamed };
}

test('row 64 · one renderer is killed for memory: only that one is replaced, and its item gets a strike', async () => {
  const { revived, blamed } = await gone('out-of-memory');
  expect(revived).toEqual([[], ['revived']]);
  expect(blamed).toMatchObject([{ screenId: '2', reason: 'renderer-out-of-memory' }]);
  reportRow(64, { note: 'on a fake host' });
});

test('row 64 · control: without a strike the page would be shown again', async () => {
  expect((await gone('browser-exited')).blamed).toEqual([]);
  reportRow(64, { negativeControl: true });
});
