import { loadSqlite } from '../../../src/main/ground/sqlite.ts';
import { layoutOf } from '../../../src/main/store/objects/layout.ts';
import { opened } from './folder.ts';

/** Makes a data folder that takes no showing while no retryAfter of the CMS is kept in it. */
export async function refuseShowings(folder: string): Promise<void> {
  await (await opened(folder)).store.close();
  const Sqlite = await loadSqlite();
  const raw = new Sqlite(layoutOf(folder).database);
  raw.exec(`CREATE TRIGGER refuse BEFORE INSERT ON showing WHEN NOT EXISTS
    (SELECT 1 FROM setting WHERE key = 'patience-until') BEGIN SELECT raise(ABORT, 'refused'); END`);
  raw.close();
}
