import { firstPlausibleInstant } from '../edition/plausible-time.ts';
import { systemZone } from '../edition/system-zone.ts';

/**
 * The time zone for display hours; null: the clock is not trusted. The configured zone applies until the engine reports
 * one.
 */
export function shopZone(
  vitals: { readonly clock: { readonly trusted: boolean; readonly zone: string } } | null,
  configured: string | null,
  now: number,
): string | null {
  if (vitals !== null) return vitals.clock.trusted ? vitals.clock.zone : null;
  return now >= firstPlausibleInstant ? (configured ?? systemZone()) : null;
}
