import { message } from '../../shared/languages/message.ts';
import { showId } from '../../shared/zones.ts';
import type { CallOptions } from '../cms/api.ts';
import type { PlaylistRecord } from '../cms/records.ts';
import type { Edition, EditionPlaylist } from '../edition/edition.ts';
import { mayNest } from '../edition/nesting.ts';
import type { EntryRecord, MediaFileRecord, ZoneRecord } from '../edition/records.ts';
import { judgeZones } from '../edition/zones.ts';
import { VitrineError } from '../ground/errors.ts';
import { mapLimited } from '../ground/map-limited.ts';
import {
  type Assigned,
  assignedPlaylist,
  findPlaylist,
  resolveAssignment,
  unlessMissing,
} from './assignment.ts';
import { identify } from './canonical.ts';
import type { SyncEvents } from './events.ts';
import { MediaFileLookup } from './media-files.ts';
import type { SharedNeeds } from './needs.ts';

/** Editors do not compose more by hand: a server that lists more is faulty. */
const mostPlaylists = 2000;
const atOnce = 4;

type GathererNeeds = Pick<SharedNeeds, 'cms' | 'settings' | 'log'> & { readonly events: SyncEvents };

/**
 * Fetches everything that this device needs: assignment → device → group → playlists with nested ones → media files.
 * When every answer is the same object as last time, so is the edition.
 */
export class Gatherer {
  readonly #needs: GathererNeeds;
  readonly #mediaFiles: MediaFileLookup;
  #last: { readonly answers: readonly unknown[]; readonly edition: Edition } | null = null;

  constructor(needs: GathererNeeds) {
    this.#needs = needs;
    this.#mediaFiles = new MediaFileLookup(needs.cms);
  }

  async gather(options: CallOptions = {}): Promise<Edition> {
    const assigned = await resolveAssignment(this.#needs.cms, this.#needs.settings.assignment, options);
    if (assigned.assignee !== null) this.#needs.events.assigned(assigned.assignee);
    const { zones: ofCms = [], ...device } = assigned.settings;
    const { screens, zones } = await this.#screens(assigned, ofCms, options);
    const found = await this.#reachable(
      screens.flatMap(({ playlist }) => playlist ?? []),
      [device.logo?.mediaFileId, device.interaction?.mediaFileId].flatMap((id) => id ?? []),
      options,
    );

    const answers = [
      ...assigned.answers,
      ...screens.flatMap(({ show, playlist, id }) => [show, playlist ?? id]),
      ...found.answers,
    ];
    if (this.#last !== null && sameObjects(this.#last.answers, answers)) return this.#last.edition;
    const edition = identify({
      source: this.#needs.settings.source,
      settings: device,
      screens: Object.fromEntries(screens.map(({ show, id }) => [show, id])),
      ...(Object.keys(zones).length > 0 ? { zones } : {}),
      playlists: Object.fromEntries(
        found.playlists.map((playlist) => [playlist.id, asEditionPlaylist(playlist, found.files)]),
      ),
      mediaFiles: Object.fromEntries(found.files),
    });
    // Equal content keeps the previous object, because callers compare by identity.
    const same = this.#last?.edition.id === edition.id && !hasSignedAddress(edition);
    const kept = same ? (this.#last?.edition ?? edition) : edition;
    this.#last = { answers, edition: kept };
    return kept;
  }

  async #screens(assigned: Assigned, ofCms: readonly ZoneRecord[], options: CallOptions) {
    const { cms, settings } = this.#needs;
    const screens: Show[] = [];
    const zones: Record<string, readonly ZoneRecord[]> = {};
    for (const [screen, ref] of Object.entries(settings.screens ?? { '1': null })) {
      const own = settings.zones?.[screen];
      const written = own ?? ofCms;
      if (written.length > 0) zones[screen] = written;
      const judged = judgeZones(written).zones;
      const whole = async (): Promise<PlaylistRecord | null> =>
        ref === null ? assigned.playlist : findPlaylist(cms, ref, options);
      if (judged.length > 0)
        screens.push(
          ...(await this.#zones(screen, judged, own === undefined ? 'id' : 'ref', whole, options)),
        );
      else {
        const playlist = await whole();
        if (playlist !== null) screens.push({ show: screen, playlist, id: playlist.id });
      }
    }
    return { screens, zones };
  }

  /** A zone without its playlist stays empty. When all are missing, this throws and the last good edition plays on. */
  async #zones(
    screen: string,
    zones: readonly ZoneRecord[],
    named: 'id' | 'ref',
    whole: () => Promise<PlaylistRecord | null>,
    options: CallOptions,
  ): Promise<readonly Show[]> {
    const { cms } = this.#needs;
    let gone: VitrineError | null = null;
    const shows: Show[] = [];
    for (const { id: zone, playlist: ref } of zones) {
      const show = showId(screen, zone);
      try {
        const found =
          ref === null
            ? await whole()
            : named === 'id'
              ? await assignedPlaylist(cms, ref, options)
              : await findPlaylist(cms, ref, options);
        shows.push({ show, playlist: found, id: found?.id ?? ref ?? '' });
      } catch (error) {
        if (!(error instanceof VitrineError) || error.code !== 'playlist-gone') throw error;
        gone = error;
        shows.push({ show, playlist: null, id: ref ?? '' });
      }
    }
    if (gone !== null && shows.every(({ playlist }) => playlist === null)) throw gone;
    return shows;
  }

  /** All reachable playlists and media files. Some media files are placeholders for a playlist. */
  async #reachable(
    roots: readonly PlaylistRecord[],
    besides: readonly string[],
    options: CallOptions,
  ): Promise<Reachable> {
    const playlists = new Map<string, PlaylistRecord | null>(
      roots.map((playlist) => [playlist.id, playlist]),
    );
    const files = new Map<string, MediaFileRecord>();
    const answers: unknown[] = [];
    const looked = new Set<string>();
    for (let fresh: readonly PlaylistRecord[] = [...new Set(roots)]; fresh.length > 0; ) {
      const reached = [...fresh, ...(await this.#nestedIn(fresh, playlists, options))];
      for (const file of reached.flatMap((playlist) => playlist.mediaFiles ?? [])) files.set(file.id, file);
      const ids = [...new Set([...mediaFileIds(reached), ...besides])].filter(
        (id) => !files.has(id) && !looked.has(id),
      );
      for (const id of ids) looked.add(id);
      const found = await this.#mediaFiles.find(ids, options);
      for (const [id, file] of found.files) files.set(id, file);
      answers.push(...reached, ...found.answers);
      const stoodFor = mediaFileIds(reached).flatMap((id) => files.get(id)?.nestedPlaylistId ?? []);
      fresh = await this.#fetch(stoodFor, playlists, options);
    }
    const known = [...playlists.values()].filter((playlist) => playlist !== null);
    return { playlists: known, files, answers };
  }

  /** Fetches level by level, each playlist once, so that cycles and exponential nesting stay cheap. */
  async #nestedIn(
    playlists: readonly PlaylistRecord[],
    known: Map<string, PlaylistRecord | null>,
    options: CallOptions,
  ): Promise<readonly PlaylistRecord[]> {
    const all: PlaylistRecord[] = [];
    let level = playlists;
    for (let around = 0; level.length > 0 && mayNest(around); around++) {
      level = await this.#fetch(level.flatMap(nestedIds), known, options);
      all.push(...level);
    }
    return all;
  }

  /** Fetches unknown playlists. `known` holds null for one that the CMS does not have. */
  async #fetch(
    ids: readonly string[],
    known: Map<string, PlaylistRecord | null>,
    options: CallOptions,
  ): Promise<readonly PlaylistRecord[]> {
    const unknown = [...new Set(ids)].filter((id) => !known.has(id));
    const left = Math.max(0, mostPlaylists - known.size);
    if (unknown.length > left) {
      this.#needs.log.state(
        'playlists',
        'too many',
        'warn',
        'More nested playlists than the player supports; the rest is left out',
        {
          playlists: mostPlaylists,
        },
      );
    }
    const found = await mapLimited(unknown.slice(0, left), atOnce, (id) =>
      unlessMissing(this.#needs.cms.playlist(id, options)),
    );
    for (const [index, playlist] of found.entries()) known.set(unknown[index] ?? '', playlist);
    return found.filter((playlist) => playlist !== null);
  }
}

/** The show of one screen or zone. */
interface Show {
  readonly show: string;
  readonly playlist: PlaylistRecord | null;
  /** Id of the playlist, even when the CMS does not have it; empty: none is assigned. */
  readonly id: string;
}

interface Reachable {
  readonly playlists: readonly PlaylistRecord[];
  readonly files: ReadonlyMap<string, MediaFileRecord>;
  /** In the order of the requests. */
  readonly answers: readonly unknown[];
}

function nestedIds(playlist: PlaylistRecord): string[] {
  return entriesOf(playlist).flatMap((entry) => entry.nestedPlaylistId ?? []);
}

function mediaFileIds(playlists: readonly PlaylistRecord[]): string[] {
  return [...new Set(playlists.flatMap(entriesOf).flatMap(namedFiles))];
}

const namedFiles = ({ mediaFileId, interaction }: EntryRecord): readonly string[] =>
  [mediaFileId, interaction?.mediaFileId].flatMap((id) => id ?? []);

function entriesOf(playlist: PlaylistRecord): NonNullable<PlaylistRecord['entries']> {
  if (playlist.entries !== null) return playlist.entries;
  const { id, name } = playlist;
  throw new VitrineError('permanent', message('cms-no-entries', { id, name }));
}

function asEditionPlaylist(
  playlist: PlaylistRecord,
  files: ReadonlyMap<string, MediaFileRecord>,
): EditionPlaylist {
  const { id, name, shuffled, visit, deletedAt } = playlist;
  const entries = entriesOf(playlist).map((entry) => {
    const stoodFor = files.get(entry.mediaFileId ?? '')?.nestedPlaylistId;
    return stoodFor === undefined ? entry : { ...entry, mediaFileId: null, nestedPlaylistId: stoodFor };
  });
  return { id, name, shuffled, ...(visit ? { visit } : {}), deletedAt, entries };
}

/** Signed addresses expire, so the newest answer counts even when nothing else changed. */
function hasSignedAddress(edition: Edition): boolean {
  return Object.values(edition.mediaFiles).some((file) => file.download?.url.includes('?'));
}

function sameObjects(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((answer, index) => answer === b[index]);
}
