import { settings } from '../src/main/config/list.ts';

const begin = '<!-- settings: written by npm run docs -->\n';
const end = '<!-- end of settings -->\n';

/** The page with its table of settings as they are declared. */
export function withSettings(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error('The page has no place for the table of settings.');
  return `${page.slice(0, from + begin.length)}\n${table()}\n${page.slice(to)}`;
}

function table(): string {
  const rows = settings.map(({ name, variable, meaning }) => [
    code(name),
    variable === null ? '' : code(variable),
    meaning.replaceAll('|', '\\|').replace(/\{.*\}/, code),
  ]);
  return [['setting', 'environment', 'meaning'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}

function code(text: string): string {
  return `\`${text}\``;
}
