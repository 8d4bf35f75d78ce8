import { version } from '../version.ts';
import type { Command } from './command.ts';
import { commandNames, loadCommand } from './commands.ts';

export async function overview(): Promise<string> {
  const commands = (await Promise.all(commandNames().map(loadCommand))).filter((command) => command !== null);
  const width = Math.max(...commands.map(({ name }) => name.length));
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `Vitrine ${version}: a signage player that plays on, online or not.

Usage: vitrine COMMAND [options]

${rows.join('\n')}

Every command:
  --config FILE  the configuration, else VITRINE_CONFIG, else the platform's configuration folder
  --json         one JSON document on stdout, for programs (not run and demo, which answer nothing)
  --help         what a command does and which options it has

Exit codes: 0 done, 1 failed (one line on stderr says why), 2 wrong usage.

The environment beats the configuration file:
  VITRINE_CMS_URL          address of the CMS interface, ending in /api/v1.0/; its host alone will do
  VITRINE_CMS_TOKEN        access token, or VITRINE_CMS_TOKEN_FILE
  VITRINE_PLAYLIST         what to play, by id or name; or VITRINE_DEVICE, or VITRINE_DEVICE_GROUP
  VITRINE_DATA_DIR         where the cached show is kept
  VITRINE_TIME_ZONE        the shop's time zone, where the CMS does not say it
  VITRINE_HOST             auto, electron or chromium
  VITRINE_SYNC_SECONDS     how often to look at the CMS, where the CMS does not say it
  VITRINE_TRANSITION       cut, fade or slide
  VITRINE_PAGE_ZOOM        how large web pages are shown, 0.25 to 5
  VITRINE_PAGE_RELOAD_SECONDS
                           how often a web page that stays on screen is loaded anew
  VITRINE_ADMIN_PORT       status page on this machine, 8780; 0 turns it off
  VITRINE_CHROMIUM         the browser to use with VITRINE_HOST=chromium
`;
}

export function commandHelp(command: Command): string {
  return `${command.summary}

Usage: vitrine ${command.name} ${command.usage}
${command.details ? `\n${command.details.trim()}\n` : ''}
--config FILE and what is read from the environment: see vitrine --help
`;
}
