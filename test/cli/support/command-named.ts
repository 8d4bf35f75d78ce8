import type { Command } from '../../../src/main/cli/command.ts';
import { loadCommand } from '../../../src/main/cli/commands.ts';

/** A command of the terminal, as it is found by its name. */
export async function commandNamed(name: string): Promise<Command> {
  const command = await loadCommand(name);
  if (command === null) throw new Error(`there is no command ${name}`);
  return command;
}
