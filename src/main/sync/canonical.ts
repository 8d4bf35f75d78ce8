import { createHash } from 'node:crypto';
import type { Edition } from '../edition/edition.ts';
import type { MediaFileRecord } from '../edition/records.ts';

/** The edition with its id: equal content has an equal id, whatever order the server's answer came in. */
export function identify(content: Omit<Edition, 'id'>): Edition {
  return { id: createHash('sha256').update(canonicalForm(content)).digest('hex'), ...content };
}

function canonicalForm(content: Omit<Edition, 'id'>): string {
  const mediaFiles = Object.fromEntries(
    Object.entries(content.mediaFiles).map(([id, file]) => [id, withoutSignature(file)]),
  );
  return JSON.stringify(sorted({ ...content, mediaFiles }));
}

/** A download address may be signed anew in each answer. What it leads to is told by the marker, not by its query. */
function withoutSignature(file: MediaFileRecord): MediaFileRecord {
  if (file.download === null) return file;
  return { ...file, download: { ...file.download, url: file.download.url.replace(/\?.*$/s, '') } };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  // Integer-like keys come first whatever the order of insertion, which is an order too.
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
