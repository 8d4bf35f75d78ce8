import type { Content, Cue, Transition } from '../../shared/programme.ts';
import type { HeldObject } from '../edition/holdings.ts';
import type { MediaFileRecord, MediaKind } from '../edition/records.ts';
import type { CompiledEntry } from './compiled.ts';
import { fingerprint } from './fingerprint.ts';

/** The duration of an item without any length. */
const restingMs = 10_000;
/** A video whose own length is this close to the given one plays to its end. */
const ownEndWithinMs = 1000;

/** What this device holds of a media file. */
export interface Supply {
  /** Null for web pages and, in step, for missing files. */
  readonly held: HeldObject | null;
  /** False, in step only: put aside, so it keeps its time without being shown. */
  readonly usable: boolean;
}

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

/** The kind detected from the bytes, once they are here, overrides the declared one. */
export function kindOf(media: MediaFileRecord, held: HeldObject | null): MediaKind {
  return media.kind === 'page' || media.kind === 'folder' ? media.kind : (held?.kind ?? media.kind);
}

interface OwnLength {
  /** Null: unknown. */
  readonly ms: number | null;
  readonly video: boolean;
}

/** Only video and audio have an own length. If the bytes do not contain it, the server's value is used. */
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

/** Positive and at most the largest safe integer. */
function wholeMs(ms: number): number {
  return Math.min(Math.max(Math.round(ms), 1), Number.MAX_SAFE_INTEGER);
}
