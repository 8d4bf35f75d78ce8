import type { Edition } from '../edition/edition.ts';
import type { EntryCommands } from '../edition/records.ts';

type ByEntry = ReadonlyMap<string, EntryCommands>;

/** What the CMS wants done when an entry begins and ends. An item of the edition before may end after the change. */
export class CommandsOf {
  #known: ReadonlyMap<string, ByEntry> = new Map();

  /** `editionId`: of the showing. */
  find(edition: Edition | null, editionId: string | null, entryId: string): EntryCommands | null {
    if (edition !== null && !this.#known.has(edition.id))
      this.#known = new Map([...[...this.#known].slice(-1), [edition.id, commandsIn(edition)]]);
    return this.#known.get(editionId ?? edition?.id ?? '')?.get(entryId) ?? null;
  }
}

function commandsIn(edition: Edition): ByEntry {
  const entries = Object.values(edition.playlists).flatMap((playlist) => playlist.entries);
  return new Map(entries.flatMap(({ id, commands }) => (commands ? [[id, commands] as const] : [])));
}
