import * as v from 'valibot';
import { type Action, groups } from './action.ts';

/** By name, in the order in which people see them: by group, and in each the harmless ones first. */
export type Table = ReadonlyMap<string, Action>;

let table: Table | null = null;

/**
 * Every action there is: a file in the folder above is all that it needs. From the table come the routes of the status page and the
 * control socket, the fleet's commands, commands of the terminal, buttons, Home Assistant's entities and the contract's table.
 */
export function actionTable(): Table {
  table ??= tableOf(Object.values(import.meta.glob<Action>('../*.ts', { eager: true, import: 'action' })));
  return table;
}

export function tableOf(actions: Iterable<Action>): Table {
  const rank = ({ group, effect }: Action): number =>
    groups.indexOf(group) * effects.length + effects.indexOf(effect);
  const sorted = [...actions].sort(
    (one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1),
  );
  return new Map(sorted.map((one) => [one.name, one]));
}

const effects: readonly Action['effect'][] = [undefined, 'interrupts', 'ends'];

/** The arguments with their defaults, or the first mistake in them. `isHere`: the control socket gives them. */
export function readArgs(
  { args, onlyHere = [] }: Action,
  given: unknown,
  isHere = false,
): { readonly args: Readonly<Record<string, unknown>> } | { readonly where: string; readonly what: string } {
  const allowed = Object.entries(args).filter(([name]) => isHere || !onlyHere.includes(name));
  const parsed = v.safeParse(v.strictObject(Object.fromEntries(allowed)), given ?? {});
  if (parsed.success) return { args: parsed.output };
  const [issue] = parsed.issues;
  return { where: v.getDotPath(issue) ?? 'args', what: issue.message.slice(0, 100) };
}
