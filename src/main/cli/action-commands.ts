import { inEnglish } from '../../shared/languages/message.ts';
import type { Action, CommandForm } from '../actions/table/action.ts';
import type { Table } from '../actions/table/table.ts';
import { answer } from './answer.ts';
import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';

/** The commands that the running player does by an action of the table, by name. */
export function actionCommands(table: Table): Readonly<Record<string, Command>> {
  const commands = [...table.values()].flatMap((action) =>
    formsOf(action).map((form) => commandOf(action, form)),
  );
  return Object.fromEntries(commands.map((command) => [command.name, command]));
}

const formsOf = ({ commands = [{}] }: Action): readonly CommandForm[] =>
  typeof commands === 'string' ? [] : commands;

function commandOf(action: Action, form: CommandForm): Command {
  const { name = action.name, summary = action.summary, usage, options = {}, positionals, details } = form;
  return {
    name,
    summary,
    options,
    usage: [usage, '[--json]'].filter(Boolean).join(' '),
    ...(positionals ? { positionals } : {}),
    ...(details ? { details } : {}),
    async run(invocation) {
      const { values, positionals: words, config } = invocation;
      const args = form.args?.({ values, words }) ?? {};
      const path = `/api/actions/${action.name}`;
      const given = await askRunningPlayer(config.dataDir, 'POST', path, args, action.longestMs);
      const { json = given, text } = form.answered?.(given as never, args) ?? { text: doneText(action) };
      await answer(invocation, json, text);
      return 0;
    },
  };
}

const doneText = ({ name, buttons: [first] }: Action): string =>
  `${first?.done ? inEnglish(first.done) : `Done: ${name}.`}\n`;
