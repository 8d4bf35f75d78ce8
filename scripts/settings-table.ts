import { settings } from '../src/main/config/list.ts';
import { code, markdownTable, withGenerated } from './generated.ts';

/** The page with its table of settings as declared. */
export function withSettings(page: string): string {
  const rows = settings.map(({ name, variable, meaning }) => [
    code(name),
    variable === null ? '' : code(variable),
    meaning.replaceAll('|', '\\|').replace(/\{.*\}/, code),
  ]);
  return withGenerated(page, 'settings', markdownTable([['setting', 'environment', 'meaning'], ...rows]));
}
