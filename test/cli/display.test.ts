import { expect, test } from 'vitest';
import { commandNamed } from './support/command-named.ts';
import { installed } from './support/installed.ts';

test('vitrine display prints the state, and switches manually', async () => {
  const command = await commandNamed('display');
  const { start, run, state } = await installed();
  await expect(run(command)).rejects.toMatchObject({ code: 'not-running' });
  await start();
  expect(await run(command)).toBe('screen 1: wanted on\n');
  for (const wanted of ['on', 'off', 'auto']) await run(command, { positionals: [wanted] });
  await expect(run(command, { positionals: ['dim'] })).rejects.toMatchObject({ code: 'wrong-usage' });
  expect(state.displays).toEqual(['on', 'off', 'auto']);
});
