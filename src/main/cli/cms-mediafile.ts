import type { MediaFileRecord } from '../edition/records.ts';
import { VitrineError } from '../errors.ts';
import { positional, printJson, textOption, withCms } from './cms-call.ts';
import { listCommand } from './cms-list.ts';
import type { Command } from './command.ts';
import { progressBar } from './progress-bar.ts';
import { humanSize } from './size.ts';
import { table } from './table.ts';

const list = listCommand({
  name: 'cms mediafile list',
  summary: 'The media files of the CMS.',
  read: (cms, call) => cms.mediaFiles(call),
  head: ['id', 'name', 'kind', 'status', 'size', 'updated'],
  row: (file) => [
    file.id,
    file.name,
    file.kind,
    file.status ?? '–',
    file.download?.size == null ? '–' : humanSize(file.download.size),
    file.updatedAt ?? '–',
  ],
});

const upload: Command = {
  name: 'cms mediafile upload',
  summary: 'Uploads a file, or adds a web page.',
  usage: 'FILE|URL [--name TEXT] [--folder ID] [--json]',
  options: { name: { type: 'string' }, folder: { type: 'string' } },
  positionals: { least: 1, most: 1 },
  details: 'An address that begins with http:// or https:// is added as a web page; --name is for those.',
  async run(invocation) {
    const source = positional(invocation, 0, 'file or address');
    const folderId = textOption(invocation, 'folder');
    const folder = folderId === undefined ? {} : { folderId };
    const call = { signal: invocation.signal };
    let record: MediaFileRecord;
    if (/^https?:\/\//i.test(source)) {
      const name = textOption(invocation, 'name') ?? URL.parse(source)?.host ?? source;
      record = await withCms(invocation, (cms) => cms.addWebPage({ name, url: source, ...folder }, call));
    } else {
      if (invocation.values.name !== undefined) {
        throw new VitrineError('usage', 'wrong-usage', 'A file keeps its own name: --name is for web pages.');
      }
      const bar = progressBar(invocation);
      try {
        record = await withCms(invocation, (cms) =>
          cms.uploadFile({ path: source, onProgress: bar.show, ...folder }, call),
        );
      } finally {
        bar.end();
      }
    }
    if (invocation.json) printJson(invocation, record);
    else
      invocation.out(
        table(
          ['id', 'name', 'kind', 'status'],
          [[record.id, record.name, record.kind, record.status ?? '–']],
        ),
      );
    return 0;
  },
};

export const mediaFileCommands: readonly Command[] = [list, upload];
