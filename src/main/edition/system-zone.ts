import { readlinkSync } from 'node:fs';
import { systemCode } from '../ground/errors.ts';

/**
 * The system's present time zone. Node reads it only once, and a player runs for months: if the system stores it as a
 * link into the zone data, the link is read again each time.
 */
export function systemZone(link = '/etc/localtime', setting = process.env.TZ): string {
  const known = new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  if (setting) return known;
  try {
    const linked = readlinkSync(link).split('/zoneinfo/').at(1);
    return linked ? usualName(linked.replace(/^(?:posix|right)\//, '')) : known;
  } catch (error) {
    // No link, no file, another kind of system, or a zone that Node does not know.
    if (systemCode(error) === null && !(error instanceof RangeError)) throw error;
    return known;
  }
}

/** `UTC` rather than `Etc/UTC`. */
function usualName(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}
