import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every page that people read, by its path from the root. */
export function pages(): ReadonlyMap<string, string> {
  const beside = readdirSync(root).filter((name) => name.endsWith('.md'));
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name));
  return new Map([...beside, ...inDocs].map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** The cells of every row of a page's tables, without their heads. */
export function tableRows(text: string): readonly (readonly string[])[] {
  return text
    .split('\n')
    .filter((line, index, lines) => line.startsWith('|') && !/^\|[-| ]+\|$/.test(lines[index + 1] ?? ''))
    .filter((line) => !/^\|[-| ]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}
