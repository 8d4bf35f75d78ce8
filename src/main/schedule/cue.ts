import type { Content, Cue, Transition } from '../../shared/programme.ts';
import type { HeldObject } from '../edition/holdings.ts';
import type { MediaFileRecord, MediaKind } from '../edition/records.ts';
import type { CompiledEntry } from './compiled.ts';
import { fingerprint } from './fingerprint.ts';

/** How long something is shown that has no length of its own and was given none. */
const restingMs = 10_000;
/** A video whose own end is this close to the length that it was given may end by itself. */
const ownEndWithinMs = 1000;

/** What this device has to show for a media file. */
export interface Supply {
  /** Null for web pages and, in step, for what is missing still. */
  readonly held: HeldObject | null;
  /** False, in step only: it was put aside, so it keeps its time without being shown. */
  readonly usable: boolean;
}

/** What an entry shows, and for how long. */
export function makeCue(
  entry: CompiledEntry,
  media: MediaFileRecord,
  path: readonly string[],
  supply: Supply,
  defaultTransition: Transition,
): Cue {
  const { record } = entry;
  const { held } = supply;
  const content = contentOf(media, supply);
  const length = lengthOf(record.duration, ownLength(media, held));
  const transition = record.transition ?? defaultTransition;
  const shown = content.kind === 'page' ? [content.address, media.page?.headers] : (held?.sha256 ?? media.id);
  return {
    id: fingerprint(JSON.stringify([path, content.kind, shown, length, record.sound, transition])),
    entryId: record.id,
    path,
    mediaFileId: media.id,
    name: media.name,
    content,
    ...length,
    sound: record.sound,
    transition,
  };
}

function contentOf(media: MediaFileRecord, { held, usable }: Supply): Content {
  if (!usable) return { kind: 'absent' };
  if (media.kind === 'page' && media.page !== null) return { kind: 'page', address: media.page.address };
  if (held === null) return { kind: 'absent' };
  const source = `media/${held.sha256}.${held.extension}`;
  return held.kind === 'pdf' || held.kind === 'text'
    ? { kind: held.kind, source }
    : { kind: held.kind, source, mimeType: held.mimeType };
}

/** The kind that counts: the bytes have the last word once they are here. */
export function kindOf(media: MediaFileRecord, held: HeldObject | null): MediaKind {
  return media.kind === 'page' || media.kind === 'folder' ? media.kind : (held?.kind ?? media.kind);
}

interface OwnLength {
  /** Null: nobody knows. */
  readonly ms: number | null;
  readonly video: boolean;
}

/** Only video and audio have a length of their own. Where the bytes do not say it, the server's word has to do. */
function ownLength(media: MediaFileRecord, held: HeldObject | null): OwnLength | null {
  const kind = kindOf(media, held);
  if (kind !== 'video' && kind !== 'audio') return null;
  const ms = held?.durationMs ?? media.durationMs ?? 0;
  return { ms: ms > 0 ? wholeMs(ms) : null, video: kind === 'video' };
}

function lengthOf(
  seconds: number,
  own: OwnLength | null,
): Pick<Cue, 'durationMs' | 'toOwnEnd' | 'lengthUnknown'> {
  const given = wholeMs(seconds * 1000);
  if (seconds === 0 && own === null) return { durationMs: restingMs, toOwnEnd: false };
  if (seconds === 0 && own?.ms == null) return { durationMs: restingMs, toOwnEnd: true, lengthUnknown: true };
  if (own?.ms == null) return { durationMs: given, toOwnEnd: false };
  const isOwn = seconds === 0 || (own.video && Math.abs(own.ms - given) <= ownEndWithinMs);
  return isOwn ? { durationMs: own.ms, toOwnEnd: true } : { durationMs: given, toOwnEnd: false };
}

/** Always positive, and never more than a number can count. */
function wholeMs(ms: number): number {
  return Math.min(Math.max(Math.round(ms), 1), Number.MAX_SAFE_INTEGER);
}
