import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { profilesFolder } from '../../../src/main/host/chromium/profile.ts';

/** The folders of browsers and displays that this process has started. */
export function ownProfiles(): readonly string[] {
  return readdirSync(profilesFolder())
    .filter((name) => name.startsWith(`vitrine-browser-${process.pid}-`))
    .map((name) => join(profilesFolder(), name));
}
