import { expect, test } from 'vitest';
import { withActions } from '../../scripts/actions-table.ts';
import { actionTable } from '../../src/main/actions/table/table.ts';
import { commandNames } from '../../src/main/cli/commands.ts';
import { pages } from './pages.ts';

test('every command stands in the contract, and none that is not there', () => {
  const [, commands = '', actions = ''] = (pages().get('docs/reference/contract.md') ?? '').split('## ');
  const cellsOf = (section: string, column: number) =>
    section
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split(' | ')[column] ?? '');
  const named = [...cellsOf(commands, 0), ...cellsOf(actions, 1)].flatMap((cell) =>
    [...cell.matchAll(/`([a-z]+(?:[ -][a-z]+)*)/g)].map(([, name = '']) => name.trim()),
  );
  const withoutState = named.map((name) => name.replace(/^(overlay|display) (on|off|auto)$/, '$1'));
  expect([...new Set(withoutState)].sort()).toEqual([...commandNames].sort());
});

test('the table of actions in the contract is as they are declared', () => {
  const page = pages().get('docs/reference/contract.md') ?? '';
  expect(page, 'the table is old: npm run docs').toBe(withActions(page, actionTable()));
});
