import { expect, test } from 'vitest';
import { commandNames } from '../../src/main/cli/commands.ts';
import { pages } from './pages.ts';

test('every command stands in the contract, and none that is not there', () => {
  const section = (pages().get('docs/reference/contract.md') ?? '').split('## ')[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`([a-z]+(?:[ -][a-z]+)*)/g)].map(([, name = '']) =>
      name.trim(),
    ),
  );
  const withoutState = named.map((name) => name.replace(/^(overlay|display) (on|off|auto)$/, '$1'));
  expect([...new Set(withoutState)].sort()).toEqual([...commandNames].sort());
});
