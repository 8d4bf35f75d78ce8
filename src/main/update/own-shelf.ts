import { join } from 'node:path';
import type { Release } from '../release/release.ts';
import { program, type Shelf, ShelfFolder } from './shelf.ts';
import type { ReleaseSource } from './source.ts';
import { mustRun, unpack } from './unpack.ts';

/** The player's own folder of releases: it unpacks what it verified. */
export class OwnShelf extends ShelfFolder implements Shelf {
  take(release: Release, file: string, _: ReleaseSource, signal: AbortSignal): Promise<void> {
    return unpack(this, release, file, signal);
  }

  mustRun(release: Release, signal: AbortSignal): Promise<void> {
    return mustRun(join(this.folderOf(release.sha256), program), release, signal);
  }
}
