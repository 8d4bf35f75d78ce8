import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import type { PlaylistValues } from './api.ts';
import type { PlaylistRecord } from './records.ts';

/**
 * Refuses a change that was answered with success and left the old value behind. What else a server made of the new
 * value is its own affair.
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

/** Two spellings of the same text are one. */
function bare(text: string | null): string {
  return (text ?? '').normalize().replace(/\s+/g, ' ').trim();
}
