import { readlinkSync } from 'node:fs';
import { systemCode } from '../ground/errors.ts';

/**
 * The system's time zone as it is now. Node reads it once and keeps it, and a player runs for months: where the system
 * keeps it as a link into the zone data, the link is read anew.
 */
export function systemZone(link = '/etc/localtime', setting = process.env.TZ): string {
  const known = new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  if (setting) return known;
  try {
    const linked = readlinkSync(link).split('/zoneinfo/').at(1);
    return linked ? usualName(linked.replace(/^(?:posix|right)\//, '')) : known;
  } catch (error) {
    // Not a link, not there, not such a system; or a zone that Node does not know.
    if (systemCode(error) === null && !(error instanceof RangeError)) throw error;
    return known;
  }
}

/** `UTC` rather than `Etc/UTC`. */
function usualName(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}
