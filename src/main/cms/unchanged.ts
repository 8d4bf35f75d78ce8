import { VitrineError } from '../errors.ts';
import type { PlaylistValues } from './api.ts';
import type { PlaylistRecord } from './records.ts';

/**
 * A change that was answered with success and still left the old value behind. Only what was asked is looked at, and
 * only the old value counts: what a server made of the new one is its own affair.
 */
export function refuseUnchanged(
  before: PlaylistRecord,
  asked: Partial<PlaylistValues>,
  after: PlaylistRecord,
): void {
  for (const field of ['name', 'comment'] as const) {
    const wish = asked[field];
    if (wish === undefined || bare(wish) === bare(before[field]) || after[field] !== before[field]) continue;
    throw new VitrineError(
      'permanent',
      'cms-not-changed',
      `The CMS took the change of playlist ${after.id}, but its ${field} is still the old one.`,
      {
        remedy:
          'Look whether the account of this token may change it; if the CMS takes changes another way, set cms.profile.updateMethod.',
      },
    );
  }
}

/** What may be written in more than one way and is the same still. */
function bare(text: string | null): string {
  return (text ?? '').normalize().replace(/\s+/g, ' ').trim();
}
