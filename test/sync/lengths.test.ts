import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { CmsApi } from '../../src/main/cms/api.ts';
import type { Download, MediaFileRecord } from '../../src/main/edition/records.ts';
import { onDownload } from '../support/fault-downloads.ts';
import { addPictures } from '../support/pictures.ts';
import { startRig } from '../support/rig.ts';

type Claims = (download: Download) => Partial<Download>;
type Answers = (response: ServerResponse, bytes: Buffer) => void;

const noHash = { hashes: [] };
const wrongSize = ({ size }: Download) => ({ size: (size ?? 0) + 100 });

const withLength: Answers = (response, bytes) => {
  response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
};
const inChunks: Answers = (response, bytes) => {
  response.writeHead(200).write(bytes.subarray(0, 500));
  response.end(bytes.subarray(500));
};
/** Neither length nor chunks: the end of the connection is the end of the file. */
const untilClosed: Answers = (response, bytes) => {
  response.useChunkedEncodingByDefault = false;
  response.shouldKeepAlive = false;
  response.writeHead(200, { connection: 'close' }).end(bytes);
};

/** Claim of the CMS, answer of the server, and expected error code; null: accepted. */
const cases: readonly (readonly [string, Claims, Answers, string | null])[] = [
  [
    'a wrong size, but the server says its length',
    (it) => ({ ...noHash, ...wrongSize(it) }),
    withLength,
    null,
  ],
  ['a wrong size, but the chunks have an end', (it) => ({ ...noHash, ...wrongSize(it) }), inChunks, null],
  ['a wrong size, but the hash is right', wrongSize, untilClosed, null],
  ['no size', () => ({ ...noHash, size: null }), untilClosed, null],
  ['the right size', () => noHash, untilClosed, null],
  [
    'another size, and nothing else',
    (it) => ({ ...noHash, ...wrongSize(it) }),
    untilClosed,
    'media-cut-short',
  ],
];

/** The CMS claims this of the files, in the order of their ids. */
function claiming(cms: CmsApi, ids: readonly string[]): CmsApi {
  const claimed = (file: MediaFileRecord): MediaFileRecord => {
    const [, claims] = cases[ids.indexOf(file.id)] ?? expect.fail();
    return { ...file, download: file.download && { ...file.download, ...claims(file.download) } };
  };
  return { ...cms, mediaFile: async (id, options) => claimed(await cms.mediaFile(id, options)) };
}

test('the size from the CMS counts only if nothing else marks the end of a file', async () => {
  await using rig = await startRig();
  const ids = addPictures(rig.demo.content, rig.demo.playlistId, cases.length);
  onDownload(rig.demo, ({ mediaFileId, response, bytes }) => {
    const [, , answers] = cases[ids.indexOf(mediaFileId)] ?? expect.fail();
    answers(response, bytes);
    return true;
  });
  const { sync } = await rig.open({
    wrapCms: (cms) => claiming(cms, ids),
    limits: { eagerAttempts: 1 },
  });
  const { failed } = await sync.once();
  const codes = ids.map((id) => failed.find(({ mediaFileId }) => mediaFileId === id)?.code ?? null);
  expect(cases.map(([name], at) => [name, codes[at]])).toEqual(cases.map(([name, , , code]) => [name, code]));
});
