import type { Connection } from '../../ground/sqlite.ts';

/** The decoder of a showing's video, by the browser's name for it, and whether it is hardware; null: no video, or not reported. */
export function expand(connection: Connection): void {
  const columns = connection.prepare(`SELECT name FROM pragma_table_info('showing')`).pluck().all();
  for (const [column, type] of [
    ['decoder', 'TEXT'],
    ['decoder_hardware', 'INTEGER'],
  ] as const)
    if (!columns.includes(column)) connection.exec(`ALTER TABLE showing ADD COLUMN ${column} ${type}`);
}
