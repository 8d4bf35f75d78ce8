import { message } from '../../shared/languages/message.ts';
import { type Finding, failedBy, ok, warn } from '../ground/finding.ts';
import { readStore } from '../store/read.ts';

export async function checkDatabase(dataDir: string): Promise<Finding> {
  try {
    const store = await readStore(dataDir);
    try {
      if (store.damage !== null) return warn('database', store.damage, message('doctor.database.rebuild'));
      const { objects, bytes } = store.storage();
      const shown = store.show()?.edition.id;
      const files = message('doctor.database.files', { count: objects, size: bytes });
      const found =
        shown === undefined
          ? message('doctor.database.no-edition', { files })
          : message('doctor.database.active', { files, edition: shown.slice(0, 12) });
      return ok('database', found);
    } finally {
      await store.close();
    }
  } catch (thrown) {
    return failedBy('database', thrown, message('doctor.database.owner'));
  }
}
