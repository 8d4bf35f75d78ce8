import { type Message, message, withRemedy } from '../../shared/languages/message.ts';
import type { Edition } from '../edition/edition.ts';
import { failureOnScreen } from '../edition/failure-on-screen.ts';
import type { HeldObject, Holdings } from '../edition/holdings.ts';
import type { MediaFileRecord } from '../edition/records.ts';
import { kindOf } from './cue.ts';
import type { Reason } from './reason.ts';

/** A media file that never plays, whatever the time, with reason and remedy. */
export interface Unplayable {
  readonly mediaFileId: string;
  readonly name: string;
  readonly reason: Reason;
  readonly detail: Message;
}

/** The list must stay readable with an edition of 100,000 files. */
const mostListed = 100;

/** The files of an edition that this player will not show, as far as known. Pending downloads are not included. */
export function unplayable(edition: Edition, holdings: Holdings, most = mostListed): readonly Unplayable[] {
  const found: Unplayable[] = [];
  for (const file of Object.values(edition.mediaFiles)) {
    const fault = file.deletedAt === null ? faultOf(file, holdings) : null;
    if (fault === null) continue;
    found.push({ mediaFileId: file.id, name: file.name, ...fault });
    if (found.length === most) break;
  }
  return found;
}

type Fault = Pick<Unplayable, 'reason' | 'detail'>;

function faultOf(file: MediaFileRecord, { objects, missing, putAside, undecodable }: Holdings): Fault | null {
  const held = objects.get(file.id) ?? null;
  const unsupported = whyUnsupported(file, held, undecodable);
  if (unsupported !== null) return { reason: 'unsupported', detail: unsupported };
  const shortfall = missing.get(file.id);
  if (shortfall?.failed) return { reason: 'media-unavailable', detail: shortfall.message };
  const failure = putAside.get(file.id);
  return failure === undefined ? null : { reason: 'media-failed', detail: failureOnScreen(failure) };
}

/** Why this player cannot show such a file, with a remedy; null: it can. */
export function whyUnsupported(
  file: MediaFileRecord,
  held: HeldObject | null,
  undecodable: ReadonlySet<string>,
): Message | null {
  const kind = kindOf(file, held);
  if (kind === 'folder') return message('media-unsupported.folder');
  if (kind === 'page' && file.page === null) return withRemedy(message('media-unsupported.address'));
  if (kind === 'unsupported') {
    const extension = /\.\w{1,5}$/.exec(file.name)?.[0] ?? (file.extension && `.${file.extension}`);
    return withRemedy(
      extension ? message('media-unsupported.extension', { extension }) : message('media-unsupported.type'),
    );
  }
  if (held === null || !undecodable.has(held.mimeType)) return null;
  const codec = namedCodec(/codecs="(.*)"/.exec(held.mimeType)?.[1] ?? held.mimeType);
  return withRemedy(
    held.kind === 'pdf' || held.kind === 'text'
      ? message('media-undecodable', { codec })
      : message(`media-undecodable.${held.kind}`, { codec }),
  );
}

function namedCodec(codec: string): string | Message {
  const name = names.find(([pattern]) => pattern.test(codec))?.[1];
  return name === undefined ? codec : message('codec.named', { name, codec });
}

const names: readonly (readonly [pattern: RegExp, name: string | Message])[] = [
  [/^(hvc1|hev1)/, 'HEVC'],
  [/^avc/, message('codec.profile', { name: 'H.264' })],
  [/^vp09/, message('codec.profile', { name: 'VP9' })],
  [/^av01/, 'AV1'],
  [/^ap[0-9a-z]{2}$|PRORES/, 'ProRes'],
  [/^mp4v\.20|^V_MPEG4\/ISO/, 'MPEG-4 Visual'],
  [/^theora/, 'Theora'],
  [/^(ac-3|ec-3|A_E?AC3)/, 'Dolby Digital'],
  [/^alac/, 'Apple Lossless'],
  [/jxl/, 'JPEG XL'],
];
