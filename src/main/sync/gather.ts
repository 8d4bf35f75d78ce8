import { message } from '../../shared/languages/message.ts';
import { showId } from '../../shared/zones.ts';
import type { CallOptions } from '../cms/api.ts';
import type { PlaylistRecord } from '../cms/records.ts';
import type { Edition, EditionPlaylist } from '../edition/edition.ts';
import { mayNest } from '../edition/nesting.ts';
import type { MediaFileRecord, ZoneRecord } from '../edition/records.ts';
import { judgeZones } from '../edition/zones.ts';
import { VitrineError } from '../ground/errors.ts';
import {
  type Assigned,
  assignedPlaylist,
  findPlaylist,
  resolveAssignment,
  unlessMissing,
} from './assignment.ts';
import { identify } from './canonical.ts';
import type { SyncEvents } from './events.ts';
import { mapLimited } from './map-limited.ts';
import { MediaFileLookup } from './media-files.ts';
import type { SharedNeeds } from './needs.ts';

/** Nobody composes more by hand: a server that answers more is in trouble. */
const mostPlaylists = 2000;
const atOnce = 4;

type GathererNeeds = Pick<SharedNeeds, 'cms' | 'settings' | 'log'> & { readonly events: SyncEvents };

/**
 * Asks the CMS for everything this device needs: assignment → device → group → playlists, nested ones too → media
 * files. When every answer is the same object as last time, so is the edition.
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
      device.logo ? [device.logo.mediaFileId] : [],
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
    // Equal content in new objects stays the very same edition, for everyone who compares objects.
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

  /** A zone whose playlist is gone costs only itself, unless no zone has one: then the last good edition goes on. */
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

  /** Every playlist and media file that can be reached. Some media files only stand for a playlist. */
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
    const asked = new Set<string>();
    for (let fresh: readonly PlaylistRecord[] = [...new Set(roots)]; fresh.length > 0; ) {
      const reached = [...fresh, ...(await this.#nestedIn(fresh, playlists, options))];
      for (const file of reached.flatMap((playlist) => playlist.mediaFiles ?? [])) files.set(file.id, file);
      const ids = [...new Set([...mediaFileIds(reached), ...besides])].filter(
        (id) => !files.has(id) && !asked.has(id),
      );
      for (const id of ids) asked.add(id);
      const found = await this.#mediaFiles.find(ids, options);
      for (const [id, file] of found.files) files.set(id, file);
      answers.push(...reached, ...found.answers);
      const stoodFor = mediaFileIds(reached).flatMap((id) => files.get(id)?.nestedPlaylistId ?? []);
      fresh = await this.#fetch(stoodFor, playlists, options);
    }
    const known = [...playlists.values()].filter((playlist) => playlist !== null);
    return { playlists: known, files, answers };
  }

  /** Level by level, each playlist once: neither a cycle nor exponential nesting costs more than its playlists. */
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

  /** Fetches those that are not known yet. A playlist that the CMS does not have is known as null. */
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
        'There are more nested playlists than can be played',
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

/** What one screen, or one zone of it, plays. */
interface Show {
  readonly show: string;
  readonly playlist: PlaylistRecord | null;
  /** Of the playlist, also where the CMS does not have it; empty: none is assigned. */
  readonly id: string;
}

interface Reachable {
  readonly playlists: readonly PlaylistRecord[];
  readonly files: ReadonlyMap<string, MediaFileRecord>;
  /** In the order in which they were asked for. */
  readonly answers: readonly unknown[];
}

function nestedIds(playlist: PlaylistRecord): string[] {
  return entriesOf(playlist).flatMap((entry) => entry.nestedPlaylistId ?? []);
}

function mediaFileIds(playlists: readonly PlaylistRecord[]): string[] {
  return [...new Set(playlists.flatMap(entriesOf).flatMap((entry) => entry.mediaFileId ?? []))];
}

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

/** Signed addresses run out, so the newest answer counts even when nothing else is different. */
function hasSignedAddress(edition: Edition): boolean {
  return Object.values(edition.mediaFiles).some((file) => file.download?.url.includes('?'));
}

function sameObjects(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((answer, index) => answer === b[index]);
}
