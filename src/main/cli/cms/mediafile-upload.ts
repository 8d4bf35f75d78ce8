import { message } from '../../../shared/languages/message.ts';
import type { CmsApi } from '../../cms/api.ts';
import type { MediaFileRecord } from '../../edition/records.ts';
import { answer } from '../answer.ts';
import { firstWord, textOption, wrongUsage } from '../arguments.ts';
import type { Command, Invocation } from '../command.ts';
import { table } from '../text/table.ts';
import { withCms } from './call.ts';
import { progressBar } from './progress-bar.ts';

export const command: Command = {
  name: 'cms mediafile upload',
  summary: 'Uploads a file, or adds a web page.',
  usage: 'FILE|URL [--name TEXT] [--folder ID] [--json]',
  options: { name: { type: 'string' }, folder: { type: 'string' } },
  positionals: { least: 1, most: 1 },
  details: 'An address that begins with http:// or https:// is added as a web page; --name is for those.',
  async run(invocation) {
    const source = firstWord(invocation, 'file or address');
    const isPage = /^https?:\/\//i.test(source);
    if (!isPage && invocation.values.name !== undefined) throw wrongUsage(message('wrong-usage.file-name'));
    const upload = isPage ? uploadPage : uploadFile;
    const record = await withCms(invocation, (cms) => upload(cms, source, invocation));
    const { id, name, kind, status } = record;
    await answer(invocation, record, (columns) =>
      table(['id', 'name', 'kind', 'status'], [[id, name, kind, status ?? '–']], { columns }),
    );
    return 0;
  },
};

function uploadPage(cms: CmsApi, url: string, invocation: Invocation): Promise<MediaFileRecord> {
  const name = textOption(invocation, 'name') ?? URL.parse(url)?.host ?? url;
  return cms.addWebPage({ name, url, ...folderOf(invocation) }, invocation);
}

async function uploadFile(cms: CmsApi, path: string, invocation: Invocation): Promise<MediaFileRecord> {
  const bar = progressBar(invocation);
  try {
    return await cms.uploadFile({ path, onProgress: bar.show, ...folderOf(invocation) }, invocation);
  } finally {
    bar.end();
  }
}

function folderOf(invocation: Invocation): { readonly folderId?: string } {
  const folderId = textOption(invocation, 'folder');
  return folderId === undefined ? {} : { folderId };
}
