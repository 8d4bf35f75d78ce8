import { expect, test } from 'vitest';
import { brokenOff, keptBytes } from '../support/broken-off.ts';
import { bigBytes, bigSeed, downloadsOf, etagOf, showThenUpdate } from '../support/fault-downloads.ts';
import { noise, picture } from '../support/pictures.ts';
import { reportRow } from '../support/report-row.ts';
import { type Rig, startRig } from '../support/rig.ts';
import { acceptAnything, without } from '../support/without.ts';

/** The second request meets another version. A good server obeys If-Range; without the header it sends the range. */
function changed(rig: Rig): void {
  brokenOff(rig, ({ request, response, bytes }) => {
    const other = Buffer.concat([bytes.subarray(0, 1000), noise(9, bytes.length - 1000)]);
    if (request.headers['if-range'] === undefined && request.headers.range !== undefined) {
      const rest = other.subarray(keptBytes);
      const headers = { 'content-range': `bytes ${keptBytes}-${other.length - 1}/${other.length}` };
      response.writeHead(206, { ...headers, 'content-length': rest.length }).end(rest);
    } else response.writeHead(200, { etag: '"v2"', 'content-length': bytes.length }).end(bytes);
    return true;
  });
}

test('row 28 · a file that changes during its download restarts: two versions are never mixed', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  changed(rig);
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  await show.tookOver();
  expect(downloadsOf(rig.demo, show.added)[1]?.headers['if-range']).toBe(etagOf(picture(bigSeed, bigBytes)));
});

test('row 28 · a 206 of another version is not appended, even if the server ignores If-Range', async () => {
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  brokenOff(rig, ({ response, bytes }) => {
    const rest = noise(9, bytes.length - keptBytes);
    const range = `bytes ${keptBytes}-${bytes.length - 1}/${bytes.length}`;
    response
      .writeHead(206, { etag: '"v2"', 'content-range': range, 'content-length': rest.length })
      .end(rest);
    return true;
  });
  expect(await show.parts.sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  await show.tookOver();
});

test('row 28 · control: without the validator two versions are mixed in one file', async () => {
  const { startRig } = await without<typeof import('../../src/main/download/response.ts')>(
    'download/response.ts',
    () => ({ validatorOf: () => null }),
    { 'download/accept.ts': acceptAnything },
  );
  await using rig = await startRig();
  const show = await showThenUpdate(rig);
  changed(rig);
  await show.parts.sync.once();
  await expect(show.tookOver()).rejects.toThrow();
  reportRow(28, { negativeControl: true });
});
