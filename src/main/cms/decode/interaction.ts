import type { InteractionRecord } from '../../edition/records.ts';
import { type FieldReader, httpAddress, idText, isObject, type Raw, RefusedRecord } from './fields.ts';

const longestSeen = 60;

/**
 * What a touch opens, for a device, a group or an entry; absent unless the CMS turns it on. The names are published, their values are
 * not: the player assumes an address, the id of a media file that is a web page, and seconds.
 */
export function interaction(raw: Raw, fields: FieldReader): { readonly interaction?: InteractionRecord } {
  if (!fields.flag(raw, false, 'interaction_enabled')) return {};
  const website = fields.filledText(raw, 'interactive_website');
  const address = website === null ? null : readAddress(website);
  const file = fields.value(
    raw,
    'mediafile_id_as_interaction_website',
    'media_file_id_as_interaction_website',
  );
  const mediaFileId = idText(isObject(file) ? fields.value(file, 'id') : file);
  const timeout = fields.value(raw, 'interaction_timeout');
  const seconds = fields.looseNumber(raw, 'interaction_timeout');
  const unreadable = [
    ...(website !== null && address === null ? [`interactive_website ${seen(website)}`] : []),
    ...(isUnreadable(timeout, seconds) ? [`interaction_timeout ${seen(timeout)}`] : []),
  ];
  return {
    interaction: {
      ...(address === null ? {} : { address }),
      ...(mediaFileId === null || mediaFileId === '0' ? {} : { mediaFileId }),
      ...(seconds !== null && seconds > 0 ? { seconds } : {}),
      ...(unreadable.length > 0 ? { unreadable: unreadable.join(', ') } : {}),
    },
  };
}

/** Nothing and 0 leave the time to the player. */
function isUnreadable(value: unknown, seconds: number | null): boolean {
  return value !== null && value !== '' && (seconds === null || seconds < 0);
}

function readAddress(text: string): string | null {
  try {
    return httpAddress('interactive_website', text);
  } catch (error) {
    if (error instanceof RefusedRecord) return null;
    throw error;
  }
}

function seen(value: unknown): string {
  return JSON.stringify(value)?.slice(0, longestSeen) ?? 'undefined';
}
