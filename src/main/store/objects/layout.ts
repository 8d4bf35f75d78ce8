import { join } from 'node:path';

/** The paths of one data folder. The main thread uses this too: nothing here may load the database. */
export interface Layout {
  readonly root: string;
  readonly objects: string;
  readonly parts: string;
  readonly editions: string;
  readonly quarantine: string;
  readonly database: string;
  readonly lock: string;
  /** Names the holder of the lock, for people. */
  readonly lockHolder: string;
  /** One line for each object describes its bytes, in case the database is lost. */
  readonly ledger: string;
  /** Names the edition that plays, in case the database is lost. */
  readonly pointer: string;
  readonly ballast: string;
}

export function layoutOf(dataDir: string): Layout {
  return {
    root: dataDir,
    objects: join(dataDir, 'objects'),
    parts: join(dataDir, 'parts'),
    editions: join(dataDir, 'editions'),
    quarantine: join(dataDir, 'quarantine'),
    database: join(dataDir, 'vitrine.db'),
    lock: join(dataDir, 'lock.db'),
    lockHolder: join(dataDir, 'lock.json'),
    ledger: join(dataDir, 'objects.jsonl'),
    pointer: join(dataDir, 'editions', 'current.json'),
    ballast: join(dataDir, 'ballast'),
  };
}

/** Only a hash becomes a path. */
export function objectPath(dataDir: string, sha256: string): string {
  return join(objectFolder(dataDir, sha256), sha256);
}

export function objectFolder(dataDir: string, sha256: string): string {
  if (!isSha256(sha256)) throw new RangeError('an object is named by 64 hexadecimal digits');
  return join(dataDir, 'objects', sha256.slice(0, 2));
}

export function sidecarPath(dataDir: string, editionId: string): string {
  if (!isEditionId(editionId)) throw new RangeError('an edition id is made of letters, digits, - and _');
  return join(dataDir, 'editions', `${editionId}.json`);
}

export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

export function isEditionId(text: string): boolean {
  return text !== 'current' && /^[\w-]{1,128}$/.test(text);
}
