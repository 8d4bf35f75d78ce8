import { asVitrineError } from '../errors.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import { readStore } from '../store/read.ts';

export async function checkDatabase(dataDir: string): Promise<Finding> {
  try {
    const store = await readStore(dataDir);
    try {
      const active = store.show();
      if (store.damage !== null) {
        return warn(
          'database',
          store.damage,
          'Start the player: it sets the damaged file aside and rebuilds from what is on disk.',
        );
      }
      const { objects, bytes } = store.storage();
      return ok(
        'database',
        `${objects} files, ${(bytes / 1e6).toFixed(1)} MB; ${active ? `edition ${active.edition.id.slice(0, 12)} is active` : 'no edition yet'}`,
      );
    } finally {
      await store.close();
    }
  } catch (thrown) {
    const error = asVitrineError(thrown);
    return fail('database', error.message, error.remedy ?? 'Check who owns the data folder.');
  }
}
