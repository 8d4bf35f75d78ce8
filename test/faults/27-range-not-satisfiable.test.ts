import { expect, test } from 'vitest';
import { keptBytes, rangesAsked } from '../support/broken-off.ts';
import { etagOf, onDownload, showThenUpdate } from '../support/fault-downloads.ts';
import { reportRow } from '../support/report-row.ts';
import { type Rig, startRig } from '../support/rig.ts';
import { without } from '../support/without.ts';

/** The first attempt is cut off, and a request for the rest gets 416. */
function refuseEveryRange(rig: Rig): void {
  onDownload(rig.demo, ({ attempt, from, response, bytes }) => {
    if (attempt === 1) {
      response.writeHead(200, { 'content-length': bytes.length, etag: etagOf(bytes) });
      response.write(bytes.subarray(0, keptBytes), () => response.destroy());
    } else if (from !== null) response.writeHead(416, { 'content-range': 'bytes */100' }).end();
    return attempt === 1 || from !== null;
  });
}

test('row 27 · 416: the part is dropped and the download restarts', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  refuseEveryRange(rig);
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  await show.tookOver();
  expect(rangesAsked(rig, show)).toEqual([null, 'bytes=200000-', null]);
});

test('row 27 · control: if 416 is an ordinary failure, the part is never completed', async () => {
  const { startRig } = await without<typeof import('../../src/main/download/request.ts')>(
    'download/request.ts',
    ({ open }) => ({
      open: async (...call) => {
        const answer = await open(...call);
        return answer.head.status === 416 ? { ...answer, head: { ...answer.head, status: 500 } } : answer;
      },
    }),
  );
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  refuseEveryRange(rig);
  const { failed } = await show.parts.sync.once();
  expect(failed).toMatchObject([{ mediaFileId: show.added, code: 'media-server-error' }]);
  expect(
    rangesAsked(rig, show)
      .slice(1)
      .every((range) => range === 'bytes=200000-'),
  ).toBe(true);
  show.stillPlays();
  reportRow(27, { negativeControl: true });
});
