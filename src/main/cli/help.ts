import { settings } from '../config/list.ts';
import { version } from '../ground/version.ts';
import type { Command, Reference } from './command.ts';
import { commandNames, loadCommand } from './commands.ts';

export async function reference(): Promise<Reference> {
  return {
    version,
    commands: (await allCommands()).map(({ name, summary, usage, details = '', options, json }) => ({
      name,
      summary,
      usage,
      details: details.trim(),
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
  const without = commands.filter(({ json }) => json === false).map(({ name }) => name);
  return `Vitrine ${version}: a digital-signage player that keeps playing, online or offline.

Usage: vitrine COMMAND [options]

${columns(commands.map(({ name, summary }) => [name, summary]))}
Every command:
  --config FILE  the configuration file; default: VITRINE_CONFIG, otherwise in the platform's configuration folder
  --json         print one JSON document on stdout (not for ${without.join(', ')})
  --help         describe a command and its options; vitrine run --help lists all settings

Exit codes: 0 done, 1 failed (one line on stderr gives the reason), 2 wrong usage.

The environment overrides the configuration file:
${columns(settings.flatMap(({ variable, meaning }) => (variable === null ? [] : [[variable, meaning]])))}`;
}

export function commandHelp(command: Command): string {
  return `${command.summary}

Usage: vitrine ${command.name} ${command.usage}
${command.details ? `\n${unwrapped(command.details.trim())}\n` : ''}
${command.listsSettings ? settingsHelp() : 'For --config FILE and the environment see vitrine --help.\n'}`;
}

/** The source breaks lines for its editors; the terminal's width decides anew. A row such as `--test  what` begins a line. */
export function unwrapped(text: string): string {
  const isRow = (line: string) => /^\S+( \S+)* {2,}\S/.test(line);
  return text.split('\n').reduce((all, line, index, lines) => {
    if (index === 0) return line;
    const before = lines[index - 1] ?? '';
    const continues =
      /^ {4,}\S/.test(line) ||
      (before.length > 80 && line !== '' && !isRow(line) && !isRow(before) && !/^\s/.test(line));
    return continues && before !== '' ? `${all} ${line.trim()}` : `${all}\n${line}`;
  }, '');
}

function settingsHelp(): string {
  const rows = settings.map(({ name, variable, meaning }) => {
    return `  ${variable === null ? name : `${name}, ${variable}`}\n      ${meaning}\n`;
  });
  return `The settings of the configuration file, and the environment variables that override it:\n${rows.join('')}`;
}

function columns(rows: readonly (readonly string[])[]): string {
  const widest = Math.max(...rows.map(([term = '']) => term.length));
  return rows.map(([term = '', meaning]) => `  ${term.padEnd(widest)}  ${meaning}\n`).join('');
}
