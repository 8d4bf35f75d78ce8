import type { Connection } from '../../ground/sqlite.ts';

/** Which item of how many of its visit a showing was; null: it belonged to none. */
export function expand(connection: Connection): void {
  const columns = connection.prepare(`SELECT name FROM pragma_table_info('showing')`).pluck().all();
  for (const column of ['visit_item', 'visit_of'])
    if (!columns.includes(column)) connection.exec(`ALTER TABLE showing ADD COLUMN ${column} INTEGER`);
}
