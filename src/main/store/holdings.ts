import type { Edition } from '../edition/edition.ts';
import type { Holdings } from '../edition/holdings.ts';
import type { Bindings } from './bindings.ts';
import type { Strikes } from './strikes.ts';

/** What is here of an edition, and what of it was put aside because it failed on screen too often. */
export function holdingsOf(edition: Edition, bindings: Bindings, strikes: Strikes): Holdings {
  const objects = bindings.held(edition);
  const putAside = new Map<string, string>();
  if (strikes.any) {
    for (const id of Object.keys(edition.mediaFiles)) {
      const reason = strikes.putAside(edition.source, id, objects.get(id)?.sha256 ?? '');
      if (reason !== null) putAside.set(id, reason);
    }
  }
  return { objects, putAside };
}
