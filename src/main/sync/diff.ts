import type { Edition } from '../edition/edition.ts';

/** Changes of an update, for the log. */
interface Difference {
  readonly playlists: Changes;
  readonly mediaFiles: Changes;
}

export interface Changes {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

export function diff(before: Edition | null, after: Edition): Difference {
  return {
    playlists: changes(before?.playlists ?? {}, after.playlists),
    mediaFiles: changes(before?.mediaFiles ?? {}, after.mediaFiles),
  };
}

function changes(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Changes {
  const ids = Object.keys(after);
  return {
    added: ids.filter((id) => !Object.hasOwn(before, id)),
    removed: Object.keys(before).filter((id) => !Object.hasOwn(after, id)),
    changed: ids.filter((id) => Object.hasOwn(before, id) && !equal(before[id], after[id])),
  };
}

/** Compares as JSON: the same code wrote both with the same order of keys. */
function equal(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
