import { expect, test } from 'vitest';
import { engineStatus } from '../../src/main/engine/status.ts';
import { message, withRemedy } from '../../src/shared/languages/message.ts';
import { addPictures } from '../support/pictures.ts';
import { startRig } from '../support/rig.ts';

test('missing files that were given up are distinguished from files still to come', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  addPictures(content, playlistId, 1);
  const rubbish = { name: 'Rubbish', fileName: 'x.mp4', mimeType: 'video/mp4' };
  const broken = content.addFile(rubbish, new Uint8Array(5000));
  content.addEntry(playlistId, { media_file_id: broken.id });
  const { store, sync } = await rig.open();
  await sync.once();
  const status = () =>
    engineStatus({
      store,
      sync: null,
      unconfigured: null,
      now: Date.now(),
      warnings: [],
      clock: { trusted: true, zone: 'UTC' },
    }).edition;
  const lacks = { mediaFileId: `${broken.id}`, name: 'Rubbish' };
  const detail = withRemedy(message('media-unknown-type'));
  const unplayable = [{ ...lacks, reason: 'media-unavailable', detail }];
  expect(status()).toMatchObject({ complete: false, missing: [{ ...lacks, failed: true }], unplayable });

  const edition = store.active()?.edition;
  store.clearAttempt(edition?.source ?? '', edition?.mediaFiles[broken.id]?.download?.marker ?? '');
  expect(status()).toMatchObject({
    missing: [{ ...lacks, reason: message('media-pending'), failed: false }],
    unplayable: [],
  });
});
