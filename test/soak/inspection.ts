import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { layoutOf } from '../../src/main/store/objects/layout.ts';

/** What the player says of its own folder, after it has reclaimed. */
export interface Belief {
  /** Objects that any edition it keeps refers to, and that it holds. */
  readonly referenced: readonly string[];
  /** Objects that it counts. */
  readonly counted: number;
  /** Ids of the editions that it keeps. */
  readonly editions: readonly string[];
}

/** What really lies on the disk, held against it: everything that must not be so, in words. */
export async function inspect(
  data: string,
  belief: Belief,
): Promise<{ readonly objects: number; readonly violations: readonly string[] }> {
  const violations: string[] = [];
  const parts = await readdir(join(data, 'parts'));
  if (parts.length > 0) violations.push(`parts are left: ${parts.join(', ')}`);
  const aside = await readdir(join(data, 'quarantine'));
  if (aside.length > 0) violations.push(`objects were found damaged: ${aside.join(', ')}`);
  const pointer = basename(layoutOf(data).pointer);
  const kept = new Set([pointer, ...belief.editions.map((id) => `${id}.json`)]);
  const strangers = (await readdir(join(data, 'editions'))).filter((name) => !kept.has(name));
  if (strangers.length > 0) violations.push(`manifests of no edition are left: ${strangers.join(', ')}`);

  const names = (await readdir(join(data, 'objects'), { recursive: true })).filter((name) =>
    name.includes('/'),
  );
  const referenced = new Set(belief.referenced);
  const onDisk = new Set<string>();
  for (const name of names) {
    const sha256 = name.split('/').at(-1) ?? '';
    onDisk.add(sha256);
    const bytes = await readFile(join(data, 'objects', name));
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) violations.push(`${name} is damaged`);
    if (!referenced.has(sha256)) violations.push(`${name} is needed by no edition and was not reclaimed`);
  }
  for (const sha256 of referenced)
    if (!onDisk.has(sha256)) violations.push(`${sha256} is needed and not there`);
  if (names.length !== belief.counted)
    violations.push(`${names.length} objects on disk, ${belief.counted} in the store`);
  return { objects: names.length, violations };
}

/** What a process holds open. */
export interface Open {
  readonly files: number;
  readonly sockets: number;
}

/** Kept connections to the CMS and those that it let hang a moment ago are no leak; there are never more than these. */
const mostConnections = 24;
/** Another file may be open in one thread or the other. */
const mostFiles = 3;

export function leaks(atFirst: Open, now: Open): readonly string[] {
  const files = now.files - atFirst.files;
  const sockets = now.sockets - atFirst.sockets;
  return [
    ...(files > mostFiles ? [`${files} open files more than at the start of the player`] : []),
    ...(sockets > mostConnections ? [`${sockets} sockets more than at the start of the player`] : []),
  ];
}
