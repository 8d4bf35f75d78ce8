import { createHash } from 'node:crypto';
import type { Edition } from '../edition/edition.ts';
import type { MediaFileRecord } from '../edition/records.ts';

/** The edition with its id. The id depends on the content, not on the order of the server's answer. */
export function identify(content: Omit<Edition, 'id'>): Edition {
  return { id: createHash('sha256').update(canonicalForm(content)).digest('hex'), ...content };
}

function canonicalForm(content: Omit<Edition, 'id'>): string {
  const mediaFiles = Object.fromEntries(
    Object.entries(content.mediaFiles).map(([id, file]) => [id, withoutSignature(file)]),
  );
  return JSON.stringify(sorted({ ...content, mediaFiles }));
}

/** A CMS may sign an address anew in each answer. The marker identifies the content, the query does not. */
function withoutSignature(file: MediaFileRecord): MediaFileRecord {
  if (file.download === null) return file;
  return { ...file, download: { ...file.download, url: file.download.url.replace(/\?.*$/s, '') } };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  // JavaScript puts integer-like keys first in both objects, so the result stays canonical.
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
