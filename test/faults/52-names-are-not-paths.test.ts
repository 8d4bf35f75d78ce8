import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type Part, partName } from '../../src/main/download/part.ts';
import { onDownload } from '../support/fault-downloads.ts';
import { picture } from '../support/pictures.ts';
import { reportRow } from '../support/report-row.ts';
import { startRig } from '../support/rig.ts';
import { without } from '../support/without.ts';

const names = [
  '../../x',
  '..\\..\\x',
  '/etc/passwd',
  'nul\0byte',
  'x'.repeat(4096),
  '🦊'.repeat(50),
  'CON',
  'aux.png',
  'trailing. ',
  '%2e%2e%2f',
  'new\nline',
  '‮gnp.exe',
];

test('row 52 · names and extensions of the server never become paths', async () => {
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  const ids = names.map((name, index) => {
    const file = content.addFile(
      { name, fileName: name, mimeType: 'image/png', file: { extension: name, original_extension: name } },
      picture(index),
    );
    content.addEntry(playlistId, { media_file_id: file.id, duration: 5 });
    return String(file.id);
  });
  // The first download is cut off, so that its part and sidecar are on the disk too.
  onDownload(rig.demo, ({ mediaFileId, attempt, response, bytes }) => {
    if (mediaFileId !== ids[0] || attempt > 3) return false;
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, 500), () => response.destroy());
    return true;
  });
  const { sync, store } = await rig.open();
  expect((await sync.once()).failed).toHaveLength(1);
  const known = /^(?:[0-9a-f]{2}|[0-9a-f]{64}(?:\.(?:part|json))?|[a-z.-]+)$/;
  const data = join(rig.folder, 'data');
  expect((await readdir(store.partsFolder)).length).toBeGreaterThan(0);
  for (const name of await readdir(data, { recursive: true })) {
    for (const each of name.split('/')) expect(each).toMatch(known);
  }
  expect(await readdir(rig.folder)).toEqual(['data']);
  expect(await sync.once()).toMatchObject({ downloaded: 1, failed: [] });
  const objects = [...store.holdings(store.active()?.edition ?? expect.fail()).objects.values()];
  expect(new Set(objects.map(({ extension }) => extension))).toEqual(new Set(['png']));
});

test('row 52 · a part stays in its folder, whatever its marker or source', () => {
  for (const name of names) {
    expect(partName({ source: name, marker: name })).toMatch(/^[0-9a-f]{64}$/);
    expect(resolve('/parts', partName({ source: name, marker: name }))).toMatch(/^\/parts\/[0-9a-f]{64}$/);
  }
});

type PartArguments = ConstructorParameters<typeof Part>;

test('row 52 · control: if a file name becomes part of a path, the player writes outside its folder', async () => {
  const { startRig } = await without<typeof import('../../src/main/download/part.ts')>(
    'download/part.ts',
    ({ Part }) => ({
      Part: class extends Part {
        constructor(needs: PartArguments[0], of: PartArguments[1] & { readonly name?: string }) {
          const partsFolder = join(needs.store.partsFolder, of.name ?? '');
          mkdirSync(partsFolder, { recursive: true });
          super({ ...needs, store: { partsFolder } }, of);
        }
      },
    }),
  );
  await using rig = await startRig();
  const { content, playlistId } = rig.demo;
  const file = content.addFile({ name: '../../x', fileName: 'x.png', mimeType: 'image/png' }, picture(1));
  content.addEntry(playlistId, { media_file_id: file.id, duration: 5 });
  const { sync } = await rig.open();
  await sync.once();
  expect((await readdir(rig.folder)).sort()).toEqual(['data', 'x']);
  reportRow(52, { negativeControl: true });
});
