import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { realFileSystem } from '../../../src/main/ground/fs.ts';
import { ReleaseFolder } from '../../../src/main/operator/folder.ts';
import { makeKey, openKey, type Role, type Signer, signerOf } from '../../../src/main/operator/keys.ts';
import { init, type PublisherNeeds } from '../../../src/main/operator/publish.ts';
import { passingFolder } from './folder.ts';

/** A key without the long computation that keeps guessers away. */
export function quickKey(role: Role): Signer {
  const file = makeKey(role, 'only for tests', '00', 2);
  const key = openKey(file, 'only for tests');
  if (key === null) throw new Error('a key does not open');
  return signerOf(file, key);
}

export const offlineKeys = (): readonly Signer[] => [
  quickKey('root'),
  quickKey('root'),
  quickKey('root'),
  quickKey('targets'),
];
export const onlineKeys = (): readonly Signer[] => [quickKey('snapshot'), quickKey('timestamp')];

export interface Publisher {
  readonly needs: PublisherNeeds;
  readonly root: string;
  /** As another one of the keys' owners, or on another day. */
  with(change: Partial<PublisherNeeds>): PublisherNeeds;
}

/** A fresh folder for releases, with all its keys at hand. */
export async function publisher(now = Date.now()): Promise<Publisher> {
  const path = await passingFolder('releases');
  const signers = [...offlineKeys(), ...onlineKeys()];
  const needs = { folder: new ReleaseFolder(realFileSystem, path), signers, now };
  await init(needs, signers);
  const root = await readFile(join(path, 'metadata', '1.root.json'), 'utf8');
  return { needs, root, with: (change) => ({ ...needs, ...change }) };
}
