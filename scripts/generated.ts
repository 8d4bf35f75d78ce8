/** Replaces the part of a page between two marks. */
export function withGenerated(page: string, name: string, text: string): string {
  const begin = `<!-- ${name}: written by npm run docs -->\n`;
  const end = `<!-- end of ${name} -->\n`;
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no place for its ${name}.`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}

export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...others] = rows;
  return [head, head.map(() => '---'), ...others].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

export function code(text: string): string {
  return `\`${text}\``;
}
