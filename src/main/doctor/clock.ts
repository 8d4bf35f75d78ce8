import { type Finding, ok, warn } from './finding.ts';

const year2025 = Date.UTC(2025, 0, 1);
const day = 86_400_000;

/** `cmsDate`: what the CMS's clock showed just now, when it could be asked. */
export function checkClock(now: number, cmsDate: number | null, zone: string): Finding {
  const shown = new Date(now).toISOString();
  const remedy =
    'Turn on time synchronisation (on Debian: timedatectl set-ntp true), or replace the clock battery.';
  if (now < year2025)
    return warn('clock', `The clock shows ${shown}, which cannot be: dated entries wait.`, remedy);
  if (cmsDate !== null && Math.abs(now - cmsDate) > day) {
    return warn(
      'clock',
      `The clock shows ${shown}, the CMS ${new Date(cmsDate).toISOString()}: dated entries wait.`,
      remedy,
    );
  }
  return ok('clock', `${shown}, time zone ${zone}`);
}
