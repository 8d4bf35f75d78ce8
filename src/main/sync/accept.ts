import type { ContentHash } from '../edition/records.ts';
import type { DownloadTask } from './download-task.ts';
import { refused } from './failures.ts';
import type { Digests, Part } from './part.ts';
import type { FinishedPart } from './ports.ts';
import { describe } from './sniff/describe.ts';

/** The last gate before the store: the server's hashes, and what the bytes themselves are. */
export async function accept(
  part: Part,
  { source, download, kind, mediaFileIds }: DownloadTask,
): Promise<FinishedPart> {
  const bytes = part.received;
  if (bytes === 0) throw refused('media-empty', `The server sent an empty file. ${again}`);
  const digests = await part.finish();
  if (download.hashes.length > 0 && !download.hashes.some((hash) => matches(hash, digests))) {
    throw refused(
      'media-wrong-hash',
      `The bytes are not the ones that the CMS named: their hash is another. ${again}`,
    );
  }
  const contents = await part.contents();
  try {
    const described = await describe(contents, kind);
    if (!described.accepted) throw refusal[described.reason]();
    const { marker } = download;
    return { ...described.description, ...digests, path: part.path, source, marker, mediaFileIds, bytes };
  } finally {
    await contents.close();
  }
}

function matches({ algorithm, hex }: ContentHash, digests: Digests): boolean {
  return digests[algorithm] === hex;
}

const again = 'Upload it to the CMS again.';

const refusal = {
  page: () => refused('media-is-page', `The server sent a web page in place of this file. ${again}`),
  unknown: () =>
    refused(
      'media-unknown-type',
      'The bytes are of no type that can be shown. Save it as PNG, JPEG, MP4, MP3 or PDF.',
    ),
  entities: () =>
    refused(
      'media-unsafe',
      'The drawing declares entities or the like in its document type: save it as plain SVG, without them.',
    ),
  damaged: () =>
    refused('media-damaged', 'The drawing is no well-formed SVG in UTF-8. Save it anew as plain SVG.'),
  'cut-short': () => refused('media-damaged', `The file ends before it should by its own account. ${again}`),
};
