import { expect, test } from 'vitest';
import { overlayCommand } from '../../src/main/cli/overlay.ts';
import { installed } from './support/installed.ts';

test('vitrine overlay on, and off', async () => {
  const { start, run, overlays } = await installed();
  const overlay = (...positionals: string[]) => run(overlayCommand, { positionals });
  await expect(overlay('on')).rejects.toMatchObject({ code: 'not-running' });
  await start();
  expect(await overlay('on')).toBe('The overlay is on.\n');
  expect(await run(overlayCommand, { positionals: ['off'], json: true })).toBe('{"overlay":"off"}\n');
  await expect(overlay('up')).rejects.toMatchObject({ code: 'wrong-usage' });
  expect(overlays).toEqual([true, false]);
});
