import { message } from '../../shared/languages/message.ts';
import type { ContentHash } from '../edition/records.ts';
import { describe } from '../media/describe.ts';
import type { DownloadTask } from './download-task.ts';
import { refused } from './failures.ts';
import type { Part } from './part.ts';
import type { Digests } from './part-hashes.ts';
import type { FinishedPart } from './ports.ts';

/** The last check before the store: the server's hashes, then the type of the bytes. */
export async function accept(
  part: Part,
  { source, download, kind, mediaFileIds }: DownloadTask,
): Promise<FinishedPart> {
  const bytes = part.received;
  if (bytes === 0) throw refused(message('media-empty'));
  const digests = await part.finish();
  if (download.hashes.length > 0 && !download.hashes.some((hash) => matches(hash, digests))) {
    throw refused(message('media-wrong-hash'));
  }
  const contents = await part.contents();
  try {
    const described = await describe(contents, kind);
    if (!described.accepted) throw refused(refusals[described.reason]);
    const { marker } = download;
    return { ...described.description, ...digests, path: part.path, source, marker, mediaFileIds, bytes };
  } finally {
    await contents.close();
  }
}

function matches({ algorithm, hex }: ContentHash, digests: Digests): boolean {
  return digests[algorithm] === hex;
}

const refusals = {
  page: message('media-is-page'),
  unknown: message('media-unknown-type'),
  entities: message('media-unsafe'),
  damaged: message('media-damaged.svg'),
  'cut-short': message('media-damaged'),
};
