import type { Edition } from '../edition/edition.ts';
import { notInSafeMode } from '../edition/failure-on-screen.ts';
import type { Holdings } from '../edition/holdings.ts';

const plain = new Set<string>(['image', 'video']);

/** Safe mode shows only images and videos. */
export function plainHoldings(edition: Edition, holdings: Holdings): Holdings {
  const others = Object.values(edition.mediaFiles).filter(
    ({ id, kind }) => !plain.has(holdings.objects.get(id)?.kind ?? kind),
  );
  return {
    ...holdings,
    putAside: new Map([...holdings.putAside, ...others.map(({ id }) => [id, notInSafeMode] as const)]),
  };
}
