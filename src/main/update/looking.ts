import { message } from '../../shared/languages/message.ts';
import { releaseError } from '../release/failure.ts';
import { noFloors, withInstant } from '../release/kept-trust.ts';
import type { Release } from '../release/release.ts';
import { ExpiredError, lookAtMetadata } from '../release/trusted.ts';
import type { KeptState } from './kept-state.ts';
import type { ReleaseSource } from './source.ts';
import { isoOf, type UpdatesNeeds } from './updates-needs.ts';

type LookNeeds = Pick<UpdatesNeeds, 'root' | 'clock' | 'isClockTrusted'>;

/** The releases that a source offers, verified. What was trusted is kept. */
export async function look(
  { root, clock, isClockTrusted }: LookNeeds,
  kept: KeptState,
  source: ReleaseSource,
): Promise<readonly Release[]> {
  // Under a clock in the past, every old signature would be valid.
  if (!isClockTrusted())
    throw releaseError(message('update-clock', { now: isoOf(clock.now()) }), { kind: 'temporary' });
  const { metadata, origin } = await root.metadata();
  const floors = kept.value.origin === origin ? kept.value.floors : noFloors;
  try {
    const trusted = await lookAtMetadata(metadata, floors, source.read, clock.now());
    // The order matters: floors older than the keys of the root beside them would never be lowered.
    await kept.change((state) => ({ ...state, origin, floors: trusted.floors }));
    await root.keepMetadata({ origin, metadata: trusted.metadata });
    return trusted.releases;
  } catch (thrown) {
    if (thrown instanceof ExpiredError)
      await kept.change((state) => ({ ...state, origin, floors: withInstant(floors, thrown.expiredAt) }));
    throw thrown;
  }
}
