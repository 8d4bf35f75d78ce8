import { expect, test } from 'vitest';
import { commandNamed } from './support/command-named.ts';
import { installed } from './support/installed.ts';

test('vitrine overlay shows and hides the overlay', async () => {
  const command = await commandNamed('overlay');
  const { start, run, overlays } = await installed();
  const overlay = (...positionals: string[]) => run(command, { positionals });
  await expect(overlay('on')).rejects.toMatchObject({ code: 'not-running' });
  await start();
  expect(await overlay('on')).toBe('The overlay is on.\n');
  expect(JSON.parse(await run(command, { positionals: ['off'], json: true }))).toEqual({ overlay: 'off' });
  await expect(overlay('up')).rejects.toMatchObject({ code: 'wrong-usage' });
  expect(overlays).toEqual([true, false]);
});
