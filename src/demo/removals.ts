import type { DemoContent } from './content.ts';
import { HttpProblem } from './problem.ts';

const mostKept = 50;

/** Deletes records with all references, and can restore them until the CMS ends. */
export class Removals {
  readonly #content: DemoContent;
  readonly #kept = new Map<number, () => void>();
  #count = 0;

  constructor(content: DemoContent) {
    this.#content = content;
  }

  /** Each removal returns a number for undo. */
  entry(id: number): number {
    const entries = [this.#content.removeEntry(id)];
    return this.#keep(() => this.#content.putBack({ entries }));
  }

  mediaFile(id: number): number {
    const { bytes, thumbnails } = this.#content;
    const [whole, thumbnail] = [bytes.get(id), thumbnails.get(id)];
    const entries = this.#entriesWith('media_file_id', id);
    const mediaFiles = [this.#content.removeMediaFile(id)];
    return this.#keep(() => {
      if (whole) bytes.set(id, whole);
      if (thumbnail) thumbnails.set(id, thumbnail);
      this.#content.putBack({ mediaFiles, entries });
    });
  }

  playlist(id: number): number {
    const { devices, deviceGroups } = this.#content;
    const showing = [...devices.values(), ...deviceGroups.values()].filter((row) => row.playlist_id === id);
    for (const row of showing) this.#assign(row.id, null);
    const entries = [
      ...this.#entriesWith('playlist_id_as_nested_playlist', id),
      ...this.#entriesWith('playlist_id', id),
    ];
    const playlists = [this.#content.removePlaylist(id)];
    return this.#keep(() => {
      this.#content.putBack({ playlists, entries });
      // A new assignment made since then stays.
      for (const row of showing) if (row.playlist_id === null) this.#assign(row.id, id);
    });
  }

  undo(number: number): void {
    const putBack = this.#kept.get(number);
    if (!putBack) throw new HttpProblem(404, 'It is too late to undo this.');
    this.#kept.delete(number);
    putBack();
  }

  #entriesWith(field: 'media_file_id' | 'playlist_id_as_nested_playlist' | 'playlist_id', id: number) {
    const entries = [...this.#content.entries.values()].filter((entry) => entry[field] === id);
    return entries.map((entry) => this.#content.removeEntry(entry.id));
  }

  #assign(id: number, playlist_id: number | null): void {
    if (this.#content.devices.has(id)) this.#content.changeDevice(id, { playlist_id });
    else this.#content.changeDeviceGroup(id, { playlist_id });
  }

  #keep(putBack: () => void): number {
    this.#kept.set(++this.#count, putBack);
    this.#kept.delete(this.#count - mostKept);
    return this.#count;
  }
}
