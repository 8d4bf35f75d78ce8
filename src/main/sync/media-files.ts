import type { CallOptions, CmsApi } from '../cms/api.ts';
import type { Listing } from '../cms/records.ts';
import type { MediaFileRecord } from '../edition/records.ts';
import { VitrineError } from '../ground/errors.ts';
import { mapLimited } from '../ground/map-limited.ts';
import { unlessMissing } from './assignment.ts';

/** While the size of the library is unknown, single requests fetch up to this many. */
const few = 24;
/** Single requests are cheaper when the list is this many times longer. */
const manyTimes = 20;
const mostSingles = 200;
const atOnce = 4;

/** Media files by id, and the answers they came from. */
interface KnownFiles {
  readonly files: ReadonlyMap<string, MediaFileRecord>;
  readonly answers: readonly unknown[];
}

/**
 * Looks up the media files of playlists: in the documented list, or one by one when few of a large library are needed
 * and the server has that endpoint.
 */
export class MediaFileLookup {
  readonly #cms: CmsApi;
  #librarySize: number | null = null;
  /** Null: not tried yet. */
  #hasSingles: boolean | null = null;
  #index: { readonly listing: Listing<MediaFileRecord>; readonly byId: Map<string, MediaFileRecord> } | null =
    null;

  constructor(cms: CmsApi) {
    this.#cms = cms;
  }

  async find(ids: readonly string[], options: CallOptions): Promise<KnownFiles> {
    if (ids.length === 0) return { files: new Map(), answers: [] };
    if (this.#prefersSingles(ids.length)) {
      const found = await this.#findSingly(ids, options);
      if (found !== null) return found;
    }
    return this.#findInList(ids, options);
  }

  #prefersSingles(count: number): boolean {
    if (this.#hasSingles === false || count > mostSingles) return false;
    return this.#librarySize === null ? count <= few : this.#librarySize > count * manyTimes;
  }

  /** Null when the server lacks the endpoint. */
  async #findSingly(ids: readonly string[], options: CallOptions): Promise<KnownFiles | null> {
    if (this.#hasSingles === null) {
      // A single 404 may be a deleted file; three in a row mean that the server has no such endpoint.
      const probes = ids.slice(0, 3);
      for (const id of probes) {
        if ((await this.#single(id, options)) !== null) this.#hasSingles = true;
        if (this.#hasSingles) break;
      }
      this.#hasSingles ??= false;
      if (!this.#hasSingles) return null;
    }
    const records = await mapLimited(ids, atOnce, (id) => this.#single(id, options));
    const known = records.filter((record) => record !== null);
    // An upgrade of the server may have removed the endpoint. Without this check every file would count as deleted.
    if (known.length === 0) {
      this.#hasSingles = null;
      return null;
    }
    return { files: new Map(known.map((record) => [record.id, record])), answers: records };
  }

  async #single(id: string, options: CallOptions): Promise<MediaFileRecord | null> {
    try {
      return await unlessMissing(this.#cms.mediaFile(id, options));
    } catch (error) {
      // A server without this endpoint may also answer 405 or 403.
      const refused = error instanceof VitrineError && error.kind === 'permanent';
      if (refused && this.#hasSingles === null) return null;
      // The next lookup tries the endpoint anew.
      if (refused) this.#hasSingles = null;
      throw error;
    }
  }

  async #findInList(ids: readonly string[], options: CallOptions): Promise<KnownFiles> {
    const listing = await this.#cms.mediaFiles(options);
    if (this.#index?.listing !== listing) {
      this.#index = { listing, byId: new Map(listing.records.map((record) => [record.id, record])) };
    }
    this.#librarySize = listing.records.length;
    const { byId } = this.#index;
    const files = new Map<string, MediaFileRecord>();
    for (const id of ids) {
      const record = byId.get(id);
      if (record) files.set(id, record);
    }
    return { files, answers: [listing] };
  }
}
