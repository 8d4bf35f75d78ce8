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

/** The commands that a page wants typed, block after block, with what precedes each; `after` and `before` limit it to a part. */
export function blocksOf(
  page: string,
  { after = '\u0000', before = '\u0000' }: { readonly after?: string; readonly before?: string } = {},
): readonly { readonly before: string; readonly text: string }[] {
  const text = (pages().get(page) ?? '').split(after).at(-1)?.split(before)[0] ?? '';
  let end = 0;
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => {
    const preceding = text.slice(end, match.index);
    end = match.index + match[0].length;
    return { before: preceding, text: match[1] ?? '' };
  });
}
