import { type Finding, ok, warn } from '../finding.ts';
import { distrust } from '../schedule/trust.ts';

/** `cmsDate`: what the CMS's clock showed just now, when it could be asked. `zone`: null when it is not known. */
export function checkClock(now: number, cmsDate: number | null, zone: string | null): Finding {
  const shown = new Date(now).toISOString();
  const remedy =
    'Turn on time synchronisation (on Debian: timedatectl set-ntp true), or replace the clock battery.';
  const why = distrust(now, 0, cmsDate === null ? null : { date: cmsDate, monotonic: 0 });
  if (why === 'before-2025')
    return warn('clock', `The clock shows ${shown}, which cannot be: dated entries wait.`, remedy);
  if (why === 'contradicted' && cmsDate !== null) {
    return warn(
      'clock',
      `The clock shows ${shown}, the CMS ${new Date(cmsDate).toISOString()}: dated entries wait.`,
      remedy,
    );
  }
  return ok('clock', zone === null ? shown : `${shown}, time zone ${zone}`);
}
