/** The client in a worker thread, as the engine runs it. */
import { parentPort, workerData } from 'node:worker_threads';
import { createCms } from '../../../src/main/cms/client.ts';
import { personalToken } from '../../../src/main/cms/credentials.ts';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';

const { baseUrl, token } = workerData as { readonly baseUrl: string; readonly token: string };
const cms = createCms({
  baseUrl,
  credentials: personalToken(token),
  retryAfter: { until: () => null, set: () => undefined },
  clock: systemClock,
  log: createLog(() => undefined),
  env: {},
});

async function measured<Value>(
  act: () => Promise<Value>,
): Promise<{ readonly ms: number; readonly value: Value }> {
  const began = performance.now();
  const value = await act();
  return { ms: performance.now() - began, value };
}

const read = async () => ({ playlists: await cms.playlists(), mediaFiles: await cms.mediaFiles() });
const first = await measured(read);
const second = await measured(read);
cms.close();
parentPort?.postMessage({
  playlists: first.value.playlists.records.length,
  mediaFiles: first.value.mediaFiles.records.length,
  refused: first.value.playlists.refused.length + first.value.mediaFiles.refused.length,
  firstMs: first.ms,
  againMs: second.ms,
  same:
    first.value.playlists === second.value.playlists && first.value.mediaFiles === second.value.mediaFiles,
});
