import { type Message, message } from '../../shared/languages/message.ts';
import type { Edition } from '../edition/edition.ts';
import type { Holdings } from '../edition/holdings.ts';
import type { MediaFileRecord, MediaKind } from '../edition/records.ts';
import { unplayable } from '../schedule/unplayable.ts';

export interface FilesReport {
  readonly files: readonly FileReport[];
  /** How many files the list leaves out. */
  readonly more: number;
  readonly bytes: number;
}

export interface FileReport {
  readonly mediaFileId: string;
  readonly name: string;
  readonly kind: MediaKind;
  /** `page`: a web page, without a file. `failed`: it never plays, at any time of day. */
  readonly state: 'here' | 'coming' | 'failed' | 'page';
  /** Why it is missing or does not play, and what to do. */
  readonly detail: Message | null;
  readonly bytes: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly updatedAt: string | null;
  /** How many entries use it. */
  readonly entries: number;
  /** `media/<sha256>.<extension>`; null: not downloaded. */
  readonly media: string | null;
}

/** An edition may have 100,000 files, and the report must stay readable. */
const mostListed = 500;
const order = { failed: 0, coming: 1, here: 2, page: 3 } as const;

export function filesReport(edition: Edition, holdings: Holdings): FilesReport {
  const faults = new Map(unplayable(edition, holdings).map((fault) => [fault.mediaFileId, fault.detail]));
  const uses = new Map<string, number>();
  for (const { entries } of Object.values(edition.playlists))
    for (const { mediaFileId } of entries)
      if (mediaFileId !== null) uses.set(mediaFileId, (uses.get(mediaFileId) ?? 0) + 1);
  const all = Object.values(edition.mediaFiles)
    .filter(({ deletedAt, kind }) => deletedAt === null && kind !== 'folder')
    .map((file) => described(file, holdings, faults.get(file.id) ?? null, uses.get(file.id) ?? 0))
    .sort((a, b) => order[a.state] - order[b.state]);
  return {
    files: all.slice(0, mostListed),
    more: Math.max(all.length - mostListed, 0),
    bytes: all.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
  };
}

function standIn({ drawnBy }: MediaFileRecord): Message | null {
  return drawnBy === undefined ? null : message('media-stand-in', { kind: drawnBy });
}

function described(
  file: MediaFileRecord,
  { objects, missing }: Holdings,
  fault: Message | null,
  entries: number,
): FileReport {
  const { id, name, kind, updatedAt } = file;
  const held = objects.get(id) ?? null;
  const isPage = file.download === null;
  const state = fault !== null ? 'failed' : held !== null ? 'here' : isPage ? 'page' : 'coming';
  return {
    mediaFileId: id,
    name,
    kind: held?.kind ?? kind,
    state,
    detail: fault ?? (state === 'coming' ? (missing.get(id)?.message ?? standIn(file)) : standIn(file)),
    bytes: held?.bytes ?? file.download?.size ?? null,
    width: held?.width ?? file.width,
    height: held?.height ?? file.height,
    durationMs: held?.durationMs ?? file.durationMs,
    updatedAt,
    entries,
    media: held && `media/${held.sha256}.${held.extension}`,
  };
}
