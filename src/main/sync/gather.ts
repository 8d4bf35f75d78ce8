import type { CallOptions, CmsApi } from '../cms/api.ts';
import type { PlaylistRecord } from '../cms/records.ts';
import { VitrineError } from '../errors.ts';
import type { Log } from '../log.ts';
import { type Assigned, findPlaylist, resolveAssignment, unlessMissing } from './assignment.ts';
import { identify } from './canonical.ts';
import type { Edition, EditionPlaylist } from './edition.ts';
import { mapLimited } from './map-limited.ts';
import { MediaFileLookup } from './media-files.ts';
import type { SyncSettings } from './settings.ts';

/** Nobody composes more by hand; a server that answers more is out of its mind. */
const mostPlaylists = 2000;
const deepestNesting = 64;
const atOnce = 4;

/**
 * Asks the CMS for everything this device needs: assignment → device → group → playlists, nested ones too → media
 * files. When every answer is the very object that it was last time, so is the edition.
 */
export class Gatherer {
  readonly #cms: CmsApi;
  readonly #settings: SyncSettings;
  readonly #log: Log;
  readonly #mediaFiles: MediaFileLookup;
  #last: { readonly answers: readonly unknown[]; readonly edition: Edition } | null = null;

  constructor(cms: CmsApi, settings: SyncSettings, log: Log) {
    this.#cms = cms;
    this.#settings = settings;
    this.#log = log;
    this.#mediaFiles = new MediaFileLookup(cms);
  }

  async gather(options: CallOptions = {}): Promise<Edition> {
    const assigned = await resolveAssignment(this.#cms, this.#settings.assignment, options);
    const screens = await this.#screens(assigned, options);
    const playlists = await this.#withNested(
      screens.map(([, playlist]) => playlist),
      options,
    );
    const { files, answers } = await this.#mediaFiles.find(mediaFileIds(playlists), options);

    const all = [...assigned.answers, ...screens.flat(), ...playlists, ...answers];
    if (this.#last !== null && sameObjects(this.#last.answers, all)) return this.#last.edition;
    const edition = identify({
      source: this.#settings.source,
      settings: assigned.settings,
      screens: Object.fromEntries(screens.map(([screen, playlist]) => [screen, playlist.id])),
      playlists: Object.fromEntries(playlists.map((playlist) => [playlist.id, asEditionPlaylist(playlist)])),
      mediaFiles: Object.fromEntries(files),
    });
    // Equal content under new objects is still the same edition to everyone who compares.
    const same = this.#last?.edition.id === edition.id && !hasSignedAddress(edition);
    const kept = same ? (this.#last?.edition ?? edition) : edition;
    this.#last = { answers: all, edition: kept };
    return kept;
  }

  async #screens(assigned: Assigned, options: CallOptions): Promise<[string, PlaylistRecord][]> {
    const screens: [string, PlaylistRecord][] = assigned.playlist === null ? [] : [['1', assigned.playlist]];
    for (const [screen, ref] of Object.entries(this.#settings.screens ?? {})) {
      if (screen !== '1') screens.push([screen, await findPlaylist(this.#cms, ref, options)]);
    }
    return screens;
  }

  /** Level by level, each playlist once: neither a cycle nor exponential nesting costs more than its playlists. */
  async #withNested(roots: readonly PlaylistRecord[], options: CallOptions): Promise<PlaylistRecord[]> {
    const known = new Map<string, PlaylistRecord | null>(roots.map((playlist) => [playlist.id, playlist]));
    let level: readonly PlaylistRecord[] = [...new Set(roots)];
    for (let depth = 1; level.length > 0 && depth <= deepestNesting; depth++) {
      const ids = new Set(level.flatMap(nestedIds).filter((id) => !known.has(id)));
      const room = mostPlaylists - known.size;
      if (ids.size > room) {
        this.#log.state(
          'playlists',
          'too many',
          'warn',
          'More nested playlists than can be played; the rest is left out',
        );
      }
      const found = await mapLimited([...ids].slice(0, room), atOnce, async (id) => {
        const playlist = await unlessMissing(this.#cms.playlist(id, options));
        known.set(id, playlist);
        return playlist;
      });
      level = found.filter((playlist) => playlist !== null);
    }
    return [...known.values()].filter((playlist) => playlist !== null).sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

function nestedIds(playlist: PlaylistRecord): string[] {
  return entriesOf(playlist).flatMap((entry) => entry.nestedPlaylistId ?? []);
}

function mediaFileIds(playlists: readonly PlaylistRecord[]): string[] {
  return [...new Set(playlists.flatMap(entriesOf).flatMap((entry) => entry.mediaFileId ?? []))];
}

function entriesOf(playlist: PlaylistRecord): NonNullable<PlaylistRecord['entries']> {
  if (playlist.entries !== null) return playlist.entries;
  throw new VitrineError(
    'permanent',
    'cms-no-entries',
    `The CMS answered playlist “${playlist.name}” (${playlist.id}) without its entries.`,
    { remedy: 'Set `entriesPath` in the API profile to where this CMS keeps them.' },
  );
}

function asEditionPlaylist(playlist: PlaylistRecord): EditionPlaylist {
  const { id, name, shuffled, deletedAt } = playlist;
  return { id, name, shuffled, deletedAt, entries: entriesOf(playlist) };
}

/** Their addresses run out, so the newest answer counts even when nothing else is different. */
function hasSignedAddress(edition: Edition): boolean {
  return Object.values(edition.mediaFiles).some((file) => file.download?.url.includes('?'));
}

function sameObjects(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((answer, index) => answer === b[index]);
}
