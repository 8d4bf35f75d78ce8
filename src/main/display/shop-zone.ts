import { firstPlausibleInstant } from '../edition/plausible-time.ts';
import { systemZone } from '../edition/system-zone.ts';

/**
 * The zone by whose clocks displays are on and off; null: the clock is not trusted. Until the engine has said which one it is
 * the configuration's has to do.
 */
export function shopZone(
  vitals: { readonly clock: { readonly trusted: boolean; readonly zone: string } } | null,
  configured: string | null,
  now: number,
): string | null {
  if (vitals !== null) return vitals.clock.trusted ? vitals.clock.zone : null;
  return now >= firstPlausibleInstant ? (configured ?? systemZone()) : null;
}
