import * as v from 'valibot';
import type { Assignee } from '../../edition/assignment.ts';
import type { Edition, StoredEdition } from '../../edition/edition.ts';
import {
  namesIn,
  readIfThere,
  sealed,
  sealedText,
  unlinkIfThere,
  unsealed,
  writeDurably,
} from '../../ground/durable-file.ts';
import type { FileSystem } from '../../ground/fs.ts';
import type { Layout } from '../objects/layout.ts';
import { isEditionId, sidecarPath } from '../objects/layout.ts';

/**
 * An edition and its state. Beside the database are a sidecar with the manifest of each edition, and the pointer to the one that
 * plays: they survive the loss of the database. The order of writing is sidecar → row → activation → pointer → reclaim.
 */
export interface EditionState {
  readonly source: string;
  readonly state: StoredEdition['state'];
  readonly editionId: string;
  readonly stagedAt: number;
  readonly activatedAt: number | null;
  readonly complete: boolean;
}

export interface Pointer {
  /** The source in use; null: none yet. */
  readonly source: string | null;
  /** What that source follows, by the last answer of the CMS. */
  readonly assignee: Assignee | null;
  /** The edition that a rollback left. */
  readonly leftEdition: string | null;
  readonly states: readonly EditionState[];
}

const format = 1;

const pointerFile = v.object({
  format: v.literal(format),
  source: v.nullable(v.string()),
  /** Earlier versions did not write it. */
  assignee: v.optional(v.nullable(v.object({ id: v.string(), name: v.string() })), null),
  leftEdition: v.nullable(v.string()),
  slots: v.array(
    v.object({
      source: v.string(),
      state: v.picklist(['staged', 'active', 'previous']),
      editionId: v.pipe(v.string(), v.check(isEditionId)),
      stagedAt: v.number(),
      activatedAt: v.nullable(v.number()),
      complete: v.boolean(),
    }),
  ),
});

/** Only the structure: fields were checked before writing. */
const editionShape = v.looseObject({
  id: v.pipe(v.string(), v.check(isEditionId)),
  source: v.string(),
  settings: v.looseObject({}),
  screens: v.record(v.string(), v.string()),
  zones: v.optional(v.record(v.string(), v.array(v.looseObject({ id: v.string() })))),
  playlists: v.looseObject({}),
  mediaFiles: v.looseObject({}),
});

const sidecarFile = v.object({ format: v.literal(format), edition: editionShape });

export function parseEdition(body: unknown): Edition | null {
  return v.is(editionShape, body) ? (body as unknown as Edition) : null;
}

/** `body`: the manifest as JSON, which may have tens of megabytes and is serialised only once. */
export async function writeSidecar(fs: FileSystem, layout: Layout, id: string, body: string): Promise<void> {
  await writeDurably(fs, sidecarPath(layout.root, id), sealedText(`{"format":${format},"edition":${body}}`));
}

export async function readSidecar(
  fs: FileSystem,
  layout: Layout,
  editionId: string,
): Promise<Edition | null> {
  const text = await readIfThere(fs, sidecarPath(layout.root, editionId));
  const content = text === null ? null : unsealed(text);
  return v.is(sidecarFile, content) ? parseEdition(content.edition) : null;
}

export async function sidecars(fs: FileSystem, layout: Layout): Promise<readonly string[]> {
  return (await namesIn(fs, layout.editions))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter(isEditionId);
}

export async function removeSidecar(fs: FileSystem, layout: Layout, editionId: string): Promise<void> {
  await unlinkIfThere(fs, sidecarPath(layout.root, editionId));
}

export async function writePointer(
  fs: FileSystem,
  layout: Layout,
  { states, ...pointer }: Pointer,
): Promise<void> {
  await writeDurably(fs, layout.pointer, sealed({ format, ...pointer, slots: states }));
}

export async function readPointer(fs: FileSystem, layout: Layout): Promise<Pointer | null> {
  const text = await readIfThere(fs, layout.pointer);
  return text === null ? null : parsePointer(text);
}

export function parsePointer(text: string): Pointer | null {
  const content = unsealed(text);
  const { success, output } = v.safeParse(pointerFile, content);
  if (!success) return null;
  const { source, assignee, leftEdition, slots: states } = output;
  return { source, assignee, leftEdition, states };
}
