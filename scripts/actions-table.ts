import type { Action } from '../src/main/actions/table/action.ts';
import type { Table } from '../src/main/actions/table/table.ts';
import { code, markdownTable, withGenerated } from './generated.ts';

/** The contract with its table of actions as declared. */
export function withActions(page: string, table: Table): string {
  const rows = [...table.values()].map((action) => [
    code(action.name),
    commandsOf(action).map(code).join(', '),
    argumentsOf(action),
    action.summary,
    action.answers ?? '',
    action.reads ? 'fleet alone' : (action.effect ?? ''),
  ]);
  const head = ['action', 'command', 'arguments', 'what it does', 'answers', 'effect'];
  return withGenerated(page, 'actions', markdownTable([head, ...rows]));
}

function commandsOf({ name, commands = [{}] }: Action): readonly string[] {
  if (typeof commands === 'string') return [commands];
  return commands.map((form) =>
    [form.name ?? name, form.usage?.replaceAll('|', '\\|')].filter(Boolean).join(' '),
  );
}

function argumentsOf({ args, onlyHere = [] }: Action): string {
  return Object.entries(args)
    .map(([name, { type }]) => {
      const more = [
        ...(type === 'optional' ? ['optional'] : []),
        ...(onlyHere.includes(name) ? ['control socket'] : []),
      ];
      return `${code(name)}${more.length > 0 ? ` (${more.join(', ')})` : ''}`;
    })
    .join(', ');
}
