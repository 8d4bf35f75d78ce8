import { expect, test } from 'vitest';
import { emptyHoldings } from '../../src/main/edition/holdings.ts';
import { Rig } from '../engine/programmer-rig.ts';
import { edition, entry, playlist } from '../support/records.ts';
import { reportRow } from '../support/report-row.ts';
import { loadedWith } from '../support/without.ts';

const start = '2026-05-01T08:00:00Z';

function idle(rig: Rig): void {
  rig.programmer.start();
  expect(rig.emitted).toHaveLength(1);
  expect(rig.emitted[0]?.programme.segments[0]?.sequence.members).toEqual([]);
}

test('row 44 · an empty playlist gives an empty programme, and the stage shows its standby screen', () => {
  const rig = new Rig(edition([playlist('p', [])]), start);
  idle(rig);
  rig.clock.pass(3600_000);
  expect(rig.emitted).toHaveLength(1);
  rig.edition = { ...edition([playlist('p', [entry('1')])]), id: 'next' };
  rig.holdings = new Rig(rig.edition, start).holdings;
  rig.programmer.refresh('edition');
  expect(rig.playing).toBe('1');
});

test('row 44 · with only expired and future entries nothing plays until the first one begins', () => {
  const rig = new Rig(
    edition([
      playlist('p', [
        entry('1', { playRule: 'schedule', endDate: '2026-04-30' }),
        entry('2', { playRule: 'schedule', startTime: '09:00:00', endTime: '10:00:00' }),
      ]),
    ]),
    start,
  );
  idle(rig);
  rig.clock.pass(3600_000);
  expect(rig.playing).toBe('2');
  rig.clock.pass(3600_000);
  expect(rig.playing).toBe('');
});

test('row 44 · with only failed or missing files nothing plays until one is back', () => {
  const rig = new Rig(edition([playlist('p', [entry('1'), entry('2')])]), start);
  const { objects } = rig.holdings;
  rig.holdings = { ...emptyHoldings, objects: new Map(), putAside: new Map([['m2', 'does not play']]) };
  idle(rig);
  expect(rig.programmer.report(null, null)?.excluded.map(({ reason }) => reason)).toEqual([
    'media-not-downloaded',
    'media-not-downloaded',
  ]);
  rig.holdings = { ...emptyHoldings, objects, putAside: new Map([['m2', 'does not play']]) };
  rig.clock.pass(1000);
  rig.programmer.refresh('holdings');
  expect(rig.playing).toBe('1');
  reportRow(44, { note: 'an empty programme at once, the next show as soon as there is one' });
});

test('row 44 · control: if the next change is unknown, an entry that begins then does not play', async () => {
  const { Rig } = await loadedWith(
    {
      'schedule/next-change.ts': () => ({
        *nextChange() {
          yield;
          return Number.POSITIVE_INFINITY;
        },
      }),
    },
    () => import('../engine/programmer-rig.ts'),
  );
  const later = entry('1', { playRule: 'schedule', startTime: '08:30:00', endTime: '10:00:00' });
  const rig = new Rig(edition([playlist('p', [later])]), start);
  idle(rig);
  rig.clock.pass(1800_000);
  expect(rig.playing).toBe('');
  reportRow(44, { negativeControl: true });
});
