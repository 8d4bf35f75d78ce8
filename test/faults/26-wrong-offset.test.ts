import { expect, test } from 'vitest';
import { brokenOff, keptBytes, rangesAsked } from '../support/broken-off.ts';
import { showThenUpdate } from '../support/fault-downloads.ts';
import { reportRow } from '../support/report-row.ts';
import { type Rig, startRig } from '../support/rig.ts';
import { acceptAnything, without } from '../support/without.ts';

/** 206, but from another offset than requested; the length is right. */
function wrongOffset(rig: Rig): void {
  brokenOff(rig, ({ response, bytes }) => {
    const to = bytes.length - keptBytes;
    const headers = { 'content-range': `bytes 0-${to - 1}/${bytes.length}`, 'content-length': to };
    response.writeHead(206, headers).end(bytes.subarray(0, to));
    return true;
  });
}

test('row 26 · a 206 with a wrong offset is detected, and the part restarts', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  wrongOffset(rig);
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  await show.tookOver();
  expect(rangesAsked(rig, show)).toEqual([null, 'bytes=200000-', null]);
});

test('row 26 · control: if trusted, it makes a file with two beginnings', async () => {
  const { startRig } = await without<typeof import('../../src/main/download/response.ts')>(
    'download/response.ts',
    () => ({ contentRange: () => ({ from: keptBytes, to: 299_999, total: 300_000 }) }),
    { 'download/accept.ts': acceptAnything },
  );
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  wrongOffset(rig);
  await show.parts.sync.once();
  await expect(show.tookOver()).rejects.toThrow();
  reportRow(26, { negativeControl: true });
});
