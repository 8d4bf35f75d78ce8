import { humanSize } from '../../ground/size.ts';
import { listCommand } from './list-command.ts';

export const command = listCommand({
  name: 'cms mediafile list',
  summary: 'Lists the media files of the CMS.',
  read: (cms, call) => cms.mediaFiles(call),
  head: ['id', 'name', 'kind', 'status', 'size', 'updated'],
  row: ({ id, name, kind, status, download, updatedAt }) => {
    const size = download?.size ?? null;
    return [id, name, kind, status, size === null ? null : humanSize(size), updatedAt];
  },
});
