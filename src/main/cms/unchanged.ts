import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import type { PlaylistValues } from './api.ts';
import type { PlaylistRecord } from './records.ts';

/**
 * Rejects a change that the server answered with success without changing the value. A server may normalise the new
 * value in its own way.
 */
export function refuseUnchanged(
  before: PlaylistRecord,
  requested: Partial<PlaylistValues>,
  after: PlaylistRecord,
): void {
  for (const field of ['name', 'comment'] as const) {
    const wanted = requested[field];
    if (wanted === undefined || bare(wanted) === bare(before[field])) continue;
    if (after[field] !== before[field]) continue;
    throw new VitrineError('permanent', message('cms-not-changed', { id: after.id, field }));
  }
}

/** Two encodings of the same text are equal. */
function bare(text: string | null): string {
  return (text ?? '').normalize().replace(/\s+/g, ' ').trim();
}
