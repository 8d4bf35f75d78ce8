import { type Finding, failedBy, ok, warn } from '../finding.ts';
import { readStore } from '../store/read.ts';

export async function checkDatabase(dataDir: string): Promise<Finding> {
  try {
    const store = await readStore(dataDir);
    try {
      if (store.damage !== null) {
        const remedy = 'Start the player: it sets the damaged file aside and rebuilds from what is on disk.';
        return warn('database', store.damage, remedy);
      }
      const { objects, bytes } = store.storage();
      const shown = store.show()?.edition.id;
      const edition = shown === undefined ? 'no edition yet' : `edition ${shown.slice(0, 12)} is active`;
      return ok('database', `${objects} files, ${(bytes / 1e6).toFixed(1)} MB; ${edition}`);
    } finally {
      await store.close();
    }
  } catch (thrown) {
    return failedBy('database', thrown, 'Check who owns the data folder.');
  }
}
