import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { Recent } from '../ground/recent.ts';
import { pathSegment } from '../net/path-segment.ts';
import type { Answer } from '../net/send.ts';
import type { Decoders } from './decode/decoders.ts';
import { isObject } from './decode/fields.ts';
import type { DecodedEntry } from './decode/playlist.ts';
import { oneRecord, sameId } from './decode/single.ts';
import type { CmsDocuments } from './documents.ts';
import type { CmsListings } from './listing.ts';
import { readPage } from './page.ts';
import type { ApiProfile } from './profile.ts';
import type { Listing, PlaylistRecord } from './records.ts';

export interface PlaylistReaderNeeds {
  readonly documents: CmsDocuments;
  readonly listings: CmsListings;
  readonly decoders: Decoders;
  readonly profile: ApiProfile;
  readonly baseUrl: string;
}

/** One answer to `GET /playlist/{id}`. */
interface PlaylistDocument {
  readonly head: PlaylistRecord;
  /** Null: this answer did not carry them. */
  readonly entries: readonly DecodedEntry[] | null;
  /** Where more of them are, when the server pages the entries inside the playlist. */
  readonly next: string | null;
}

interface Assembled {
  readonly document: PlaylistDocument;
  readonly more: Listing<DecodedEntry> | null;
  readonly record: PlaylistRecord;
  /** About what the record takes: the length of its JSON. */
  readonly bytes: number;
}

const mostRemembered = 5000;
/** Large playlists must not fill the memory of a small machine. */
const mostBytes = 64 * 2 ** 20;

/** A playlist with its entries, wherever the server keeps them. */
export class PlaylistReader {
  readonly #needs: PlaylistReaderNeeds;
  /** Makes an unchanged playlist the same object when it came in several answers, too. */
  readonly #assembled = new Recent<Assembled>(mostRemembered, {
    weight: mostBytes,
    weightOf: ({ bytes }) => bytes,
  });

  constructor(needs: PlaylistReaderNeeds) {
    this.#needs = needs;
  }

  /** Without entries. Fresh: requested unconditionally. */
  async head(url: string, id: string, signal?: AbortSignal, fresh = false): Promise<PlaylistRecord> {
    return (await this.#document(url, id, signal, fresh)).head;
  }

  async read(url: string, id: string, signal?: AbortSignal): Promise<PlaylistRecord> {
    const document = await this.#document(url, id, signal);
    const moreAt = document.entries === null ? this.#entriesAddress(id) : document.next;
    const more = moreAt === null ? null : await this.#entries(moreAt, document, signal);
    const before = this.#assembled.get(url);
    if (before && before.document === document && before.more === more) return before.record;
    const all = [...(document.entries ?? []), ...(more?.records ?? [])];
    const record: PlaylistRecord = {
      ...document.head,
      entries: all.map(({ entry }) => entry),
      mediaFiles: all.flatMap(({ mediaFile }) => (mediaFile === null ? [] : [mediaFile])),
    };
    this.#assembled.set(url, { document, more, record, bytes: JSON.stringify(record).length });
    return record;
  }

  #document(url: string, id: string, signal?: AbortSignal, fresh = false): Promise<PlaylistDocument> {
    const { documents } = this.#needs;
    return oneRecord(() =>
      documents.read({ url, signal, fresh, decode: (body, answer) => this.#decode(body, answer, url, id) }),
    );
  }

  #decode(body: unknown, answer: Answer, url: string, id: string): PlaylistDocument {
    const { decoders } = this.#needs;
    const raw = decoders.single('playlist', body);
    const head = sameId(decoders.playlist(raw), id);
    const embedded = isObject(raw) ? decoders.embeddedEntries(raw) : null;
    if (embedded === null) return { head, entries: null, next: null };
    const { elements, next } = readPage(embedded, decoders.envelope.entry, url, answer.headers.link);
    return { head, entries: elements.map((each, at) => decoders.entry(each, at)), next };
  }

  #entriesAddress(id: string): string {
    const { profile, baseUrl } = this.#needs;
    return new URL(profile.entriesPath.replaceAll('{id}', pathSegment(id)), baseUrl).href;
  }

  async #entries(
    url: string,
    document: PlaylistDocument,
    signal?: AbortSignal,
  ): Promise<Listing<DecodedEntry>> {
    const { listings, decoders } = this.#needs;
    const offset = document.entries?.length ?? 0;
    try {
      return await listings.list({
        url,
        envelope: decoders.envelope.entry,
        decode: (raw, position) => decoders.entry(raw, offset + position),
        idOf: ({ entry }) => entry.id,
        signal,
      });
    } catch (error) {
      if (document.entries !== null || !(error instanceof VitrineError)) throw error;
      if (error.code !== 'cms-not-found' && error.code !== 'cms-not-offered') throw error;
      throw new VitrineError('permanent', message('cms-bad-record.no-entries'), { cause: error });
    }
  }
}
