import { expect, test } from 'vitest';
import { brokenOff, rangesAsked } from '../support/broken-off.ts';
import { showThenUpdate } from '../support/fault-downloads.ts';
import { reportRow } from '../support/report-row.ts';
import { type Rig, startRig } from '../support/rig.ts';
import { acceptAnything, without } from '../support/without.ts';

function rangeIgnored(rig: Rig): void {
  brokenOff(rig, ({ response, bytes }) => {
    response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    return true;
  });
}

test('row 25 · a server that ignores the range sends everything: the part restarts, and the bytes are right', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  rangeIgnored(rig);
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [], bytes: 300_000 });
  await show.tookOver();
  expect(rangesAsked(rig, show)).toEqual([null, 'bytes=200000-']);
});

test('row 25 · control: without the restart the file contains its beginning twice', async () => {
  const { startRig } = await without<typeof import('../../src/main/download/part.ts')>(
    'download/part.ts',
    ({ Part }) => ({
      Part: class extends Part {
        override async discard(): Promise<void> {
          // The verified bytes stay.
        }
      },
    }),
    { 'download/accept.ts': acceptAnything },
  );
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  rangeIgnored(rig);
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  await expect(show.tookOver()).rejects.toThrow();
  reportRow(25, { negativeControl: true });
});
