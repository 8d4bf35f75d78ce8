import { expect, test } from 'vitest';
import { command } from '../../src/main/cli/sync.ts';
import { demo, token } from '../cms/support.ts';
import { onDownload } from '../support/fault-downloads.ts';
import { invoke } from '../support/invoke.ts';
import { addPictures } from '../support/pictures.ts';
import { installed } from './support/installed.ts';

test('sync --once lists failures with reasons, and ends with a summary', async () => {
  const cms = await demo({ seed: 'empty' });
  const { run } = await installed({
    VITRINE_CMS_URL: cms.baseUrl,
    VITRINE_CMS_TOKEN: token,
    VITRINE_PLAYLIST: cms.playlistId,
  });
  const [gone = ''] = addPictures(cms.content, cms.playlistId, 2);
  onDownload(cms, ({ mediaFileId, response }) => {
    if (mediaFileId !== gone) return false;
    response.writeHead(404).end();
    return true;
  });
  const once = { values: { once: true } };
  const lines = (await run(command, once)).trimEnd().split('\n');
  expect(lines.slice(0, 3)).toEqual([
    'Failed:',
    expect.stringMatching(/^ *id +why +code$/),
    expect.stringContaining(gone),
  ]);
  expect(lines.at(-1)).toMatch(
    /^Content version [0-9a-f]{12} is new: 1 downloaded \([\d.]+ k?B\), 0 reused, 1 failed, in \d+\.\d s\.$/,
  );
});

test('sync --once clears its progress from the terminal', async () => {
  const cms = await demo({ seed: 'empty' });
  const { config } = await installed({
    VITRINE_CMS_URL: cms.baseUrl,
    VITRINE_CMS_TOKEN: token,
    VITRINE_PLAYLIST: cms.playlistId,
  });
  addPictures(cms.content, cms.playlistId, 2);
  const { progress } = await invoke(command, { config, values: { once: true }, isTerminal: true });
  expect(progress).toMatch(/to download/);
  expect(progress.endsWith('\r\x1b[K')).toBe(true);
});
