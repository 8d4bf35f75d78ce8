import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VitrineError } from '../../src/main/ground/errors.ts';
import { verbatim } from '../../src/shared/languages/message.ts';
import { picture } from '../support/pictures.ts';
import { reportRow } from '../support/report-row.ts';
import { type Rig, startRig } from '../support/rig.ts';
import type { EngineRun } from '../sync/children/engine.ts';

/** A library of this many files; the playlist names twenty of them. */
function fill({ demo: { content, playlistId } }: Rig, library: number): void {
  const file = (seed: number) => ({ name: `File ${seed}`, fileName: `${seed}.png`, mimeType: 'image/png' });
  const first = content.addFile(file(0), picture(0, 200));
  const bytes = content.bytes.get(first.id);
  for (let seed = content.mediaFiles.size; bytes && seed < library - 20; seed++)
    content.addStoredFile(file(seed), bytes);
  for (let seed = 1; seed <= 20; seed++) {
    const { id } = content.addFile(file(seed), picture(seed, 200));
    content.addEntry(playlistId, { media_file_id: id, duration: 5 });
  }
}

/** The cost of one cycle, in its own process. */
async function cycleIn(rig: Rig, library: number): Promise<EngineRun> {
  fill(rig, library);
  const { playlistId, baseUrl, token } = rig.demo;
  const child = fork(new URL('../sync/children/engine.ts', import.meta.url), [
    join(rig.folder, `data-${library}`),
    JSON.stringify({ baseUrl, token, playlistId }),
  ]);
  const requested = rig.demo.requests.length;
  const [run] = (await once(child, 'message')) as [EngineRun];
  return { ...run, requests: rig.demo.requests.length - requested };
}

test('row 41 · 100,000 media files: a cycle costs what the playlist needs, and the main thread stays free', async () => {
  await using small = await startRig();
  const few = await cycleIn(small, 100);
  await using large = await startRig();
  const many = await cycleIn(large, 100_000);
  expect([few.downloaded, many.downloaded]).toEqual([20, 20]);
  // The cycle itself takes half a second of processor time.
  expect(many.mainBusyMs).toBeLessThan(100);
  // A library a thousand times as large: the same requests, about the same memory.
  expect(many.requests).toBe(few.requests);
  expect(many.peakRssMiB).toBeLessThan(few.peakRssMiB * 1.2 + 10);
  reportRow(41, {
    note: `main thread busy ${many.mainBusyMs.toFixed(1)} ms, ${many.requests} requests, ${many.peakRssMiB.toFixed(0)} MiB`,
  });
});

test('row 41 · control: without single records a cycle reads the whole library', async () => {
  const requested: number[] = [];
  for (const library of [100, 2000]) {
    await using rig = await startRig({ variants: { paging: 'paginator', pageSize: 100 } });
    fill(rig, library);
    const notOneByOne = async () => {
      throw new VitrineError('permanent', 'cms-forbidden', verbatim('Nobody may ask for a single record.'));
    };
    const { sync } = await rig.open({ wrapCms: (cms) => ({ ...cms, mediaFile: notOneByOne }) });
    expect(await sync.once()).toMatchObject({ downloaded: 20, failed: [] });
    requested.push(rig.demo.requests.length);
  }
  const [few = 0, many = 0] = requested;
  expect(many - few).toBe(19);
  reportRow(41, { negativeControl: true });
});
