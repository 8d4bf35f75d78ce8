import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Created by the first upload. */
export function temporaryFolder(): { path(): Promise<string>; remove(): Promise<void> } {
  let made: Promise<string> | null = null;
  return {
    path() {
      made ??= mkdtemp(join(tmpdir(), 'vitrine-demo-cms-'));
      return made;
    },
    async remove() {
      if (made) await rm(await made, { recursive: true, force: true });
    },
  };
}
