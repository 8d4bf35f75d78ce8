import { expect, test } from 'vitest';
import { command } from '../../src/main/cli/display.ts';
import { installed } from './support/installed.ts';

test('vitrine display: how it is, and by hand', async () => {
  const { start, run, state } = await installed();
  await expect(run(command)).rejects.toMatchObject({ code: 'not-running' });
  await start();
  expect(await run(command)).toBe('screen 1: wanted on\n');
  for (const wanted of ['on', 'off', 'auto']) await run(command, { positionals: [wanted] });
  await expect(run(command, { positionals: ['dim'] })).rejects.toMatchObject({ code: 'wrong-usage' });
  expect(state.displays).toEqual(['on', 'off', 'auto']);
});
