import type { SettingsReport } from '../actions/table/port.ts';
import { answer } from './answer.ts';
import type { Command } from './command.ts';
import { askRunningPlayer } from './running-player.ts';

export const command: Command = {
  name: 'settings',
  summary: 'Lists what can be changed at the running player, with values and where they come from.',
  usage: '[--json]',
  options: {},
  details: `
vitrine set NAME VALUE changes one; vitrine settings undo takes the last change back.`,
  async run(invocation) {
    const report = await askRunningPlayer(invocation.config.dataDir, 'GET', '/api/settings');
    await answer(invocation, report, settingsText(report as SettingsReport));
    return 0;
  },
};

function settingsText({ settings, changed }: SettingsReport): string {
  const rows = settings.map(({ name, value, otherwise, origin }) => {
    const from = origin.kind === 'default' ? 'default' : (origin.name ?? 'set at this player');
    return `${name}: ${written(value ?? otherwise ?? 'default')} (${from})\n`;
  });
  const last = changed === null ? '' : `Last change: ${changed.name}, ${changed.at}\n`;
  return [...rows, last].join('');
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
