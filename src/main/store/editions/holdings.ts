import type { Message } from '../../../shared/languages/message.ts';
import type { Edition } from '../../edition/edition.ts';
import type { Holdings, Shortfall } from '../../edition/holdings.ts';
import type { AttemptRows } from '../attempt-rows.ts';
import type { Bindings } from '../bindings.ts';
import type { Decoders } from '../decoders.ts';
import type { Strikes } from '../strikes.ts';

export interface HoldingsNeeds {
  readonly bindings: Bindings;
  readonly strikes: Strikes;
  readonly attempts: AttemptRows;
  readonly decoders: Decoders;
}

/** The objects of an edition, and why the rest is missing or does not play. */
export function holdingsOf(edition: Edition, needs: HoldingsNeeds): Holdings {
  const { bindings, strikes, attempts, decoders } = needs;
  const objects = bindings.held(edition);
  const putAside = new Map<string, Message | string>();
  if (strikes.any) {
    for (const id of Object.keys(edition.mediaFiles)) {
      const reason = strikes.putAside(edition.source, id, objects.get(id)?.sha256 ?? '');
      if (reason !== null) putAside.set(id, reason);
    }
  }
  const missing = new Map<string, Shortfall>();
  const attempted = attempts.of(edition.source);
  if (attempted.size > 0) {
    for (const { id, download } of Object.values(edition.mediaFiles)) {
      const attempt = download && !objects.has(id) ? attempted.get(download.marker) : undefined;
      if (attempt) missing.set(id, attempt);
    }
  }
  return { objects, putAside, missing, undecodable: decoders.undecodable };
}
