import { expect, test } from 'vitest';
import { reportRow } from '../support/report-row.ts';
import { onSmallDisk } from '../support/small-disk.ts';

const child = new URL('../store/children/full-disk.ts', import.meta.url);

test('row 34 · disk full: reclaim removes the previous edition first, and the database writes from its reserve', async () => {
  const [seen] = await onSmallDisk({
    mount: 'size=4m',
    steps: [{ child, args: ['space', String(256 * 1024)] }],
  });
  expect(seen).toEqual({
    ballastBefore: true,
    whileFull: { proofWaiting: 0, proofRows: 200, health: 'full', ballast: false, held: true },
    roomFor300: true,
    after300: { first: false, second: true, editions: 1 },
    roomFor3M: false,
    whileShort: { health: 'full', second: true },
    afterwards: { ballast: true, room: true, health: 'good', proofWaiting: 0 },
  });

  const [bare] = await onSmallDisk({ mount: 'size=4m', steps: [{ child, args: ['space', '0'] }] });
  expect(bare).toMatchObject({ whileFull: { proofRows: 0, proofWaiting: 200 } });
  reportRow(34, { negativeControl: true, note: 'without reserve: nothing is written' });
});

test('row 34 · no inodes left: a temporary failure that ends when there are some', async () => {
  const [seen] = await onSmallDisk({
    mount: 'size=8m,nr_inodes=60',
    steps: [{ child, args: ['names'] }],
  });
  expect(seen).toEqual({
    refused: { code: 'disk-full', kind: 'temporary' },
    rows: 1,
    objects: 2,
    held: true,
  });
});
