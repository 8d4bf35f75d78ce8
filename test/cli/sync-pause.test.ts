import { expect, test } from 'vitest';
import { command as status } from '../../src/main/cli/status.ts';
import { command as sync } from '../../src/main/cli/sync.ts';
import { asVitrineError } from '../../src/main/ground/errors.ts';
import { inEnglish } from '../../src/shared/languages/message.ts';
import { demo, token } from '../cms/support.ts';
import { addPictures } from '../support/pictures.ts';
import { commandNamed } from './support/command-named.ts';
import { installed } from './support/installed.ts';

test('vitrine sync pause stops requests to the CMS until resume, and status says how to resume', async () => {
  const cms = await demo({ seed: 'empty' });
  const { start, run } = await installed({
    VITRINE_CMS_URL: cms.baseUrl,
    VITRINE_CMS_TOKEN: token,
    VITRINE_PLAYLIST: cms.playlistId,
  });
  const [pause, resume] = [await commandNamed('sync pause'), await commandNamed('sync resume')];
  const once = { values: { once: true } };
  await expect(run(pause)).rejects.toMatchObject({ code: 'not-running' });
  addPictures(cms.content, cms.playlistId, 1);
  await start();
  await run(sync, once);

  expect(await run(pause)).toMatch(/^Sync is paused/);
  addPictures(cms.content, cms.playlistId, 1, 1000, 10);
  expect(await run(status)).toMatch(/^sync +paused \(to go on: vitrine sync resume\)/m);
  const refused = asVitrineError(await run(sync, once).catch((error: unknown) => error));
  expect([refused.code, refused.remedy && inEnglish(refused.remedy)]).toEqual([
    'sync-paused',
    expect.stringContaining('vitrine sync resume'),
  ]);

  expect(await run(resume)).toBe('Sync has resumed.\n');
  await expect.poll(() => run(status)).toMatch(/^storage +2 objects/m);
  expect(await run(status)).not.toContain('paused');
});

test('sync pause without a CMS reports what is missing', async () => {
  const { start, run } = await installed();
  await start();
  const pause = await commandNamed('sync pause');
  await expect(run(pause)).rejects.toMatchObject({ code: 'config-incomplete' });
});
