import { expect, test } from 'vitest';
import { statusCommand } from '../../src/main/cli/status.ts';
import { syncCommand } from '../../src/main/cli/sync.ts';
import { syncPauseCommand, syncResumeCommand } from '../../src/main/cli/sync-pause.ts';
import { demo, token } from '../cms/support.ts';
import { addPictures } from '../support/pictures.ts';
import { installed } from './support/installed.ts';

test('vitrine sync pause, and resume: nothing is asked of the CMS meanwhile, and status says how it goes on', async () => {
  const cms = await demo({ seed: 'empty' });
  const { start, run } = await installed({
    VITRINE_CMS_URL: cms.baseUrl,
    VITRINE_CMS_TOKEN: token,
    VITRINE_PLAYLIST: cms.playlistId,
  });
  const once = { values: { once: true } };
  await expect(run(syncPauseCommand)).rejects.toMatchObject({ code: 'not-running' });
  addPictures(cms.content, cms.playlistId, 1);
  await start();
  await run(syncCommand, once);

  expect(await run(syncPauseCommand)).toMatch(/^Sync is paused/);
  addPictures(cms.content, cms.playlistId, 1, 1000, 10);
  expect(await run(statusCommand)).toMatch(/^sync +paused \(to go on: vitrine sync resume\)/m);
  await expect(run(syncCommand, once)).rejects.toMatchObject({
    code: 'sync-paused',
    remedy: expect.stringContaining('vitrine sync resume'),
  });

  expect(await run(syncResumeCommand)).toBe('Sync goes on.\n');
  await expect.poll(() => run(statusCommand), { timeout: 10_000 }).toMatch(/^storage +2 objects/m);
  expect(await run(statusCommand)).not.toContain('paused');
});

test('a player that follows no CMS has no sync to pause, and says what is missing', async () => {
  const { start, run } = await installed();
  await start();
  await expect(run(syncPauseCommand)).rejects.toMatchObject({ code: 'config-incomplete' });
});
