import { join } from 'node:path';
import * as v from 'valibot';
import { readIfThere, sealed, unsealed, writeDurably } from '../ground/durable-file.ts';
import type { FileSystem } from '../ground/fs.ts';

const file = v.object({
  address: v.string(),
  titles: v.array(v.pipe(v.string(), v.maxLength(300))),
  /** Epoch milliseconds. */
  fetchedAt: v.number(),
});

export type CachedFeed = v.InferOutput<typeof file>;

/** Keeps the last headlines for a start without a network. */
export interface FeedCache {
  read(): Promise<CachedFeed | null>;
  write(feed: CachedFeed): Promise<void>;
}

/** Each feed has its own file; `number` counts from 0. */
export function feedCache(fs: FileSystem, dataDir: string, number = 0): FeedCache {
  const path = join(dataDir, number === 0 ? 'feed.json' : `feed-${number}.json`);
  return {
    async read() {
      const text = await readIfThere(fs, path);
      const content = text === null ? null : unsealed(text);
      return v.is(file, content) ? content : null;
    },
    write: (feed) => writeDurably(fs, path, sealed(feed)),
  };
}
