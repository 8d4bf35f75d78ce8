import { createHash } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { partName } from '../../src/main/download/part.ts';
import { type KillLoopResult, killLoop, type WritingCall } from '../support/kill-loop.ts';
import { addPictures, picture } from '../support/pictures.ts';
import { openParts, startRig } from '../support/rig.ts';

const bytes = 3_500_000;
const seed = 5;

/**
 * A player that shows one picture fetches a larger one and is killed at writes to its part and sidecar. After every
 * kill the old edition plays, the noted bytes are proven and resumed, and the update arrives with the right bytes.
 */
export async function killWhileFetching(
  calls: readonly WritingCall[],
): Promise<KillLoopResult & { readonly resumed: number }> {
  await using rig = await startRig();
  addPictures(rig.demo.content, rig.demo.playlistId, 1);
  const template = join(rig.folder, 'data');
  const parts = await rig.open();
  const { edition: before } = await parts.sync.once();
  const [added = ''] = addPictures(rig.demo.content, rig.demo.playlistId, 1, bytes, seed);
  const { download } = await parts.cms.mediaFile(added);
  await parts.close();

  const name = partName({ source: 'test', marker: download?.marker ?? '' });
  const { baseUrl, token, playlistId } = rig.demo;
  const cms = { baseUrl, token, playlistId };
  let resumed = 0;
  const result = await killLoop({
    child: new URL('children/fetch.ts', import.meta.url),
    args: [JSON.stringify(cms)],
    calls,
    template: (folder) => cp(template, folder, { recursive: true }),
    paths: (folder) =>
      ['part', 'json', 'json.new'].map((ending) => join(folder, 'parts', `${name}.${ending}`)),
    check: async (folder, { survived }) => {
      const again = await openParts({ folder, cms });
      try {
        if (!survived) expect(again.store.active()?.edition.id).toBe(before);
        const report = await again.sync.once();
        expect(report.failed).toEqual([]);
        const active = again.store.active() ?? expect.fail('nothing plays');
        expect(active).toMatchObject({ complete: true, edition: { id: report.edition } });
        const held = again.store.holdings(active.edition).objects.get(added);
        expect(held?.sha256).toBe(createHash('sha256').update(picture(seed, bytes)).digest('hex'));
        if (!survived && report.bytes < bytes) resumed++;
      } finally {
        await again.close();
      }
    },
  });
  return { ...result, resumed };
}
