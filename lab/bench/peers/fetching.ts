// One process in which the peer downloads everything. Arguments: FOLDER SERVER BYTES
import type { BenchServer } from '../sync/server.ts';
import { load } from './packages.ts';

interface Manager {
  enqueue(file: { id: string; type: string; path: string; size: number }): { wait(): Promise<Blob> };
}

const [folder = '', server = '', bytes = ''] = process.argv.slice(2);
const { baseUrl, token, mediaFileIds }: BenchServer = JSON.parse(server);
const { DownloadManager } = (await load(folder, '@xiboplayer/cache/src/index.js')) as {
  readonly DownloadManager: new (options: object) => Manager;
};

// Its CMS signs addresses; this one wants a token.
const fetchPlain = globalThis.fetch;
globalThis.fetch = (input, options = {}) => {
  const headers = { ...(options.headers as Record<string, string>), Authorization: `Bearer ${token}` };
  return fetchPlain(input, { ...options, headers });
};
// It writes two lines for each file.
console.log = () => undefined;

const start = performance.now();
const manager = new DownloadManager({});
const sizes = await Promise.all(
  mediaFileIds.map(async (id) => {
    const path = `${baseUrl}mediafile/${id}/download`;
    return (await manager.enqueue({ id, type: 'media', path, size: Number(bytes) }).wait()).size;
  }),
);
if (sizes.some((size) => size !== Number(bytes))) throw new Error('The peer did not download everything.');
process.send?.(performance.now() - start, undefined, undefined, () => process.exit());
