import { mkdtempSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemZone } from '../../src/main/edition/system-zone.ts';

test('a change of the system zone is seen while the player runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-zone-'));
  const link = join(folder, 'localtime');
  const known = new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  try {
    expect(systemZone(link, '')).toBe(known);
    symlinkSync('/usr/share/zoneinfo/Europe/Berlin', link);
    expect(systemZone(link, '')).toBe('Europe/Berlin');
    unlinkSync(link);
    symlinkSync('../usr/share/zoneinfo/America/Argentina/Ushuaia', link);
    expect(systemZone(link, '')).toBe('America/Argentina/Ushuaia');
    unlinkSync(link);
    symlinkSync('/usr/share/zoneinfo/Etc/UTC', link);
    expect(systemZone(link, '')).toBe('UTC');
    unlinkSync(link);
    symlinkSync('/usr/share/zoneinfo/Mars/Olympus', link);
    expect(systemZone(link, '')).toBe(known);
    unlinkSync(link);
    symlinkSync('/some/where/else', link);
    expect(systemZone(link, '')).toBe(known);
    expect(systemZone(link, 'Asia/Tokyo')).toBe(known);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
