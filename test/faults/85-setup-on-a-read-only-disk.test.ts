import { expect, test } from 'vitest';
import { meaningOf } from '../../src/shared/setup.ts';
import { reportRow } from '../support/report-row.ts';
import { onSmallDisk } from '../support/small-disk.ts';

const child = new URL('../setup/children/read-only.ts', import.meta.url);

test('row 85 · setup on a read-only disk names the disk, and finishes once it is writable', async () => {
  const steps = [{ child, args: [] }, 'writable' as const, { child, args: [] }] as const;
  const seen = await onSmallDisk({ mount: 'size=8m,ro', steps });
  const refused = { finish: 'setup-not-saved', login: 'login-not-saved', write: 'setup-not-saved' };
  expect(seen).toEqual([refused, { finish: 'done', login: 'done', write: 'done' }]);
  for (const code of Object.values(refused)) expect(meaningOf(code)).toBe('setup.refused.disk');
  reportRow(85, { note: 'setup by phone: refused with the reason, done once the disk is writable' });
});
