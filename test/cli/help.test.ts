import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandNames, loadCommand } from '../../src/main/cli/commands.ts';
import { commandHelp, overview, unwrapped } from '../../src/main/cli/help.ts';
import { findCommand } from '../../src/main/cli/parse.ts';
import { fitted } from '../../src/main/cli/text/fitted.ts';
import { loadConfig } from '../../src/main/config/config.ts';
import { temporaryFolder } from '../store/support/folder.ts';

test('help breaks its lines once: no line is short only because the source breaks there', async () => {
  expect(
    unwrapped(
      `
--from FOLDER  use a folder of releases, for example on a USB stick, instead of the configured address. Its
               signatures are verified in the same way.
Ignores the update window and the rollout share of the release that it finds. The player switches between two items of the
show.`.trim(),
    ).split('\n'),
  ).toEqual([
    '--from FOLDER  use a folder of releases, for example on a USB stick, instead of the configured address. Its signatures are verified in the same way.',
    'Ignores the update window and the rollout share of the release that it finds. The player switches between two items of the show.',
  ]);
  for (const name of commandNames) {
    const command = await loadCommand(name);
    if (command === null || command.listsSettings) continue;
    const lines = fitted(commandHelp(command), 80).split('\n');
    // A continuation that fits into the line before it was broken twice.
    const twice = lines.filter((line, at) => {
      const [before = '', word = ''] = [lines[at - 1], /^ {8,}(\S+)/.exec(line)?.[1]];
      return word !== '' && /\S/.test(before) && before.length + 1 + word.length < 70;
    });
    expect([name, twice]).toEqual([name, []]);
  }
});

test('the overview names every command that has no --json', async () => {
  const [, listed = ''] = /on stdout \(not for ([^)]*)\)/.exec(await overview()) ?? [];
  const all = await Promise.all(commandNames.map(loadCommand));
  const without = all.flatMap((one) => (one?.json === false ? [one.name] : []));
  expect(without.length).toBeGreaterThan(1);
  expect(listed.split(', ')).toEqual(without);
});

test.each([
  ['statsu', 'vitrine status'],
  ['fleet lst', 'vitrine fleet list'],
])('%s is answered by the command that was meant', async (typed, meant) => {
  await expect(findCommand(typed.split(' '))).rejects.toMatchObject({
    kind: 'usage',
    remedy: expect.objectContaining({
      values: expect.objectContaining({ meant: meant.replace('vitrine ', '') }),
    }),
  });
});

test('a mistyped setting is answered by the one that was meant', async () => {
  const file = join(await temporaryFolder(), 'config.json');
  const read = (settings: Readonly<Record<string, unknown>>) => () => {
    writeFileSync(file, JSON.stringify({ dataDir: '/tmp/x', ...settings }));
    return loadConfig({ file, env: {} });
  };
  expect(read({ languge: 'de' })).toThrow(/languge is not a setting \(did you mean language\?\)/);
  expect(read({ cms: { toke: 'x' } })).toThrow(/cms\.toke is not a setting \(did you mean token\?\)/);
  expect(read({ nonsense: 1 })).toThrow(/nonsense is not a setting(?! \()/);
});
