import { settings } from '../config/list.ts';
import { version } from '../version.ts';
import type { Command } from './command.ts';
import { commandNames, loadCommand } from './commands.ts';

/** What every command says of itself, for programs: the manual page and the shell's completion are written from it. */
export interface Reference {
  readonly version: string;
  readonly commands: readonly (Pick<Command, 'name' | 'summary' | 'usage'> & {
    readonly details: string;
    /** By their long names, without dashes. */
    readonly options: readonly string[];
  })[];
  readonly settings: readonly Pick<(typeof settings)[number], 'name' | 'variable' | 'meaning'>[];
}

export async function reference(): Promise<Reference> {
  return {
    version,
    commands: (await allCommands()).map(({ name, summary, usage, details = '', options, json }) => ({
      ...{ name, summary, usage, details: details.trim() },
      options: [...Object.keys(options), 'config', 'help', ...(json === false ? [] : ['json'])],
    })),
    settings: settings.map(({ name, variable, meaning }) => ({ name, variable, meaning })),
  };
}

async function allCommands(): Promise<readonly Command[]> {
  return (await Promise.all(commandNames.map(loadCommand))).filter((command) => command !== null);
}

export async function overview(): Promise<string> {
  const commands = await allCommands();
  return `Vitrine ${version}: a signage player that plays on, online or not.

Usage: vitrine COMMAND [options]

${columns(commands.map(({ name, summary }) => [name, summary]))}
Every command:
  --config FILE  the configuration, else VITRINE_CONFIG, else the platform's configuration folder
  --json         one JSON document on stdout, for programs (not run and demo, which answer nothing)
  --help         what a command does and which options it has; vitrine run --help lists all settings

Exit codes: 0 done, 1 failed (one line on stderr says why), 2 wrong usage.

The environment beats the configuration file:
${columns(settings.flatMap(({ variable, meaning }) => (variable === null ? [] : [[variable, meaning]])))}`;
}

export function commandHelp(command: Command): string {
  return `${command.summary}

Usage: vitrine ${command.name} ${command.usage}
${command.details ? `\n${command.details.trim()}\n` : ''}
${command.listsSettings ? settingsHelp() : '--config FILE and what is read from the environment: see vitrine --help\n'}`;
}

function settingsHelp(): string {
  const rows = settings.map(({ name, variable, meaning }) => {
    return `  ${variable === null ? name : `${name}, ${variable}`}\n      ${meaning}\n`;
  });
  return `The settings of the configuration file, and the environment variables that beat it:\n${rows.join('')}`;
}

function columns(rows: readonly (readonly string[])[]): string {
  const widest = Math.max(...rows.map(([term = '']) => term.length));
  return rows.map(([term = '', meaning]) => `  ${term.padEnd(widest)}  ${meaning}\n`).join('');
}
