import { join } from 'node:path';
import * as v from 'valibot';
import type { FileSystem } from '../fs.ts';
import { readIfThere, sealed, unsealed, writeDurably } from '../store/durable-file.ts';

const file = v.object({
  address: v.string(),
  titles: v.array(v.pipe(v.string(), v.maxLength(300))),
  /** Epoch milliseconds. */
  fetchedAt: v.number(),
});

export type CachedFeed = v.InferOutput<typeof file>;

/** The last headlines, for a start without a network. Each of several feeds has its place, counted from 0. */
export interface FeedCache {
  read(): Promise<CachedFeed | null>;
  write(feed: CachedFeed): Promise<void>;
}

export function feedCache(fs: FileSystem, dataDir: string, place = 0): FeedCache {
  const path = join(dataDir, place === 0 ? 'feed.json' : `feed-${place}.json`);
  return {
    async read() {
      const text = await readIfThere(fs, path);
      const content = text === null ? null : unsealed(text);
      return v.is(file, content) ? content : null;
    },
    write: (feed) => writeDurably(fs, path, sealed(feed)),
  };
}
