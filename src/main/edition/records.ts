import type { Message } from '../../shared/languages/message.ts';
import type { Length } from '../../shared/zones.ts';

/** The CMS records in an edition: known fields only, ids as text, absent values as null. */

export interface EntryRecord {
  readonly id: string;
  readonly index: number;
  /** Seconds; 0 = the item's own length. */
  readonly duration: number;
  readonly sound: boolean;
  readonly playRule: 'schedule' | 'always' | 'never';
  /** As sent; `schedule/` checks whether they are well formed. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly startTime: string | null;
  readonly endTime: string | null;
  /** Bit mask, Sunday = 1 … Saturday = 64; 0 = every day. */
  readonly weekdays: number;
  readonly mediaFileId: string | null;
  readonly nestedPlaylistId: string | null;
  /** Overrides the nested playlist's own rule. */
  readonly visit?: VisitRecord;
  readonly shuffled?: boolean;
  readonly deletedAt: string | null;
  readonly transition: { readonly kind: 'cut' | 'fade' | 'slide'; readonly durationMs: number } | null;
  /** Why this entry could not be read, else null. It is kept so that it can be explained. An older stored edition may have text. */
  readonly unreadable: Message | null;
  /** Commands for its begin and end. Left out: none. */
  readonly commands?: EntryCommands;
  /** What a touch opens while it plays. Left out: what the screen's settings say. */
  readonly interaction?: InteractionRecord;
}

/** How much of a nested playlist plays each time. */
export interface VisitRecord {
  readonly rule?: 'all' | 'continuous' | 'random';
  /** Items each time; left out: all. */
  readonly count?: number;
  /** An unreadable field with its value. It counts as left out. */
  readonly unreadable?: string;
}

/** As sent: for a local hook to understand. */
export interface EntryCommands {
  readonly start: readonly string[];
  readonly end: readonly string[];
}

export type MediaKind = 'image' | 'video' | 'audio' | 'page' | 'pdf' | 'text' | 'folder' | 'unsupported';

export interface MediaFileRecord {
  readonly id: string;
  readonly name: string;
  /** Null: unknown. Only `converted` and null can be shown. */
  readonly status: 'waiting' | 'converting' | 'failed' | 'converted' | null;
  /** As declared; once downloaded, the bytes decide. */
  readonly kind: MediaKind;
  readonly mimeType: string | null;
  readonly extension: string | null;
  readonly durationMs: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly updatedAt: string | null;
  readonly deletedAt: string | null;
  /** Null for web pages and folders, which have no bytes. */
  readonly download: Download | null;
  readonly page: WebPage | null;
  readonly folderId: string | null;
  /** Rendered only by the CMS: the download is a thumbnail, shown instead. */
  readonly drawnBy?: 'Template' | 'Content';
  /** This media file represents a playlist: an entry that names it nests that playlist. */
  readonly nestedPlaylistId?: string;
}

export interface Download {
  /** Absolute address. */
  readonly url: string;
  /** Bytes must match one of these; empty = the server sent no known hash. */
  readonly hashes: readonly ContentHash[];
  /** Binding only if the length of the response agrees. */
  readonly size: number | null;
  /** Equal marker = equal bytes, as far as the server shows: hashes, else size, time and address without query. */
  readonly marker: string;
}

export interface ContentHash {
  readonly algorithm: 'md5' | 'sha1' | 'sha256';
  /** Lower case. */
  readonly hex: string;
}

export interface WebPage {
  readonly address: string;
  /** Sent with the page's own document request only. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Null: not set. A device's own value beats its group's. */
export interface DeviceSettings {
  /** As the CMS names it: the zone may not exist. */
  readonly timeZone: string | null;
  readonly rotation: number | null;
  /** Percent. */
  readonly volume: number | null;
  readonly screenScale: number | null;
  /** Seconds between two visits to the CMS. */
  readonly updateInterval: number | null;
  readonly region: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  } | null;
  readonly ticker: TickerRecord | null;
  /** Left out: none. */
  readonly logo?: LogoRecord;
  /** Left out: no display on a serial line. */
  readonly rs232?: Rs232Record;
  /** Digits. Left out: the CMS demands none. */
  readonly servicePin?: string;
  /** What a touch opens. Left out: nothing. */
  readonly interaction?: InteractionRecord;
  /** Left out: the screen is not divided. */
  readonly zones?: readonly ZoneRecord[];
}

/** A part of a screen that plays a playlist of its own, as written: `zones.ts` says what becomes of it. */
export interface ZoneRecord {
  readonly id: string;
  readonly left: Length;
  readonly top: Length;
  readonly width: Length;
  readonly height: Length;
  /** Its id, or in the configuration its name; null: what the screen itself is assigned. */
  readonly playlist: string | null;
  /** Null: as the screen. */
  readonly fit: 'contain' | 'cover' | 'stretch' | null;
  /** At most one zone sounds; null: the CMS does not name one. */
  readonly sound: boolean | null;
  /** The field that could not be read, with its value. */
  readonly unreadable?: string;
}

/** The page that a touch opens. */
export interface InteractionRecord {
  readonly address?: string;
  /** A media file that is a web page; an address comes first. */
  readonly mediaFileId?: string;
  /** Without input, after which the show returns; above 0. */
  readonly seconds?: number;
  /** The fields that could not be read, with their values. */
  readonly unreadable?: string;
}

/** As sent: for a local hook to understand. */
export interface Rs232Record {
  readonly baud: number | null;
  readonly dataBits: number | null;
  readonly parity: string | null;
  readonly stopBits: number | null;
  readonly format: string | null;
  readonly displayOn: string | null;
  readonly displayOff: string | null;
}

export interface LogoRecord {
  readonly mediaFileId: string;
  /** As sent. */
  readonly position: string | null;
  /** Percent; left out: opaque. */
  readonly opacity?: number;
  /** An opacity that is none. */
  readonly unreadable?: string;
}

export interface TickerRecord {
  readonly text: string;
  readonly rssFeed: string | null;
  readonly active: boolean;
  readonly color: string | null;
  readonly backgroundColor: string | null;
  readonly speed: number | null;
  readonly direction: string | null;
  readonly position: string | null;
  readonly clockActive: boolean;
  readonly clockFormat: string | null;
  readonly clockPosition: string | null;
}
