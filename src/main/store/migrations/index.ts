import { message } from '../../../shared/languages/message.ts';
import { VitrineError } from '../../ground/errors.ts';
import type { Connection } from '../../ground/sqlite.ts';
import * as first from './0001-first.ts';
import * as fleetTables from './fleet-tables.ts';
import * as healthLog from './health-log.ts';
import * as messageTable from './message-table.ts';
import * as showingDecoder from './showing-decoder.ts';
import * as showingNames from './showing-names.ts';
import * as showingVisit from './showing-visit.ts';

/** The migration at position n makes version n + 1. Once released, none is ever edited. */
export const migrations: readonly { readonly up: (connection: Connection) => void }[] = [first];

export const currentVersion = migrations.length;

/** A step and its number are one transaction: killed half way, it has not happened. */
export function migrate(connection: Connection, applicationId: number, upTo = currentVersion): void {
  const version = Number(connection.pragma('user_version', { simple: true }));
  if (version > currentVersion) {
    throw new VitrineError('temporary', message('database-newer', { found: version, known: currentVersion }));
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

/**
 * Additions that do nothing where they exist already. An older program opens the database all the same and ignores them, so the
 * version stays: going back to an older release keeps proof of play.
 */
export function expand(connection: Connection): void {
  connection.transaction(() => {
    healthLog.expand(connection);
    fleetTables.expand(connection);
    messageTable.expand(connection);
    showingNames.expand(connection);
    showingVisit.expand(connection);
    showingDecoder.expand(connection);
  })();
}
