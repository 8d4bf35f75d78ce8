import { VitrineError } from '../../errors.ts';
import type { Connection } from '../../sqlite.ts';
import * as first from './0001-first.ts';

/** In order, never edited once released: the one at position n makes version n + 1. */
export const migrations: readonly { readonly up: (connection: Connection) => void }[] = [first];

export const currentVersion = migrations.length;

/** Each step is one transaction together with its number: killed inside, it has not happened. */
export function migrate(connection: Connection, applicationId: number, upTo = currentVersion): void {
  const version = Number(connection.pragma('user_version', { simple: true }));
  if (version > currentVersion) {
    throw new VitrineError(
      'temporary',
      'database-newer',
      `The database has version ${version}, this program knows ${currentVersion}`,
    );
  }
  for (const [index, migration] of migrations.entries()) {
    const makes = index + 1;
    if (makes <= version || makes > upTo) continue;
    connection.transaction(() => {
      migration.up(connection);
      connection.pragma(`application_id = ${applicationId}`);
      connection.pragma(`user_version = ${makes}`);
    })();
  }
}
