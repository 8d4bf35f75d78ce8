import { readlinkSync } from 'node:fs';
import { systemCode } from '../errors.ts';

/**
 * The system's time zone as it is now. Node reads it once and keeps it, and a player runs for months: where the system
 * keeps it as a link into the zone data, the link is read anew.
 */
export function systemZone(link = '/etc/localtime', setting = process.env.TZ): string {
  const known = new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  if (setting) return known;
  try {
    return /\/zoneinfo\/(?:posix\/|right\/)?(.+)$/.exec(readlinkSync(link))?.[1] ?? known;
  } catch (error) {
    // Not a link, not there, not such a system.
    if (systemCode(error) === null) throw error;
    return known;
  }
}
