/**
 * The same text with lines no wider than that. What is wrapped goes on below its own beginning: below the second
 * column, where the line has one.
 */
export function fitted(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => (line.length <= width ? line : wrapped(line, width)))
    .join('\n');
}

function wrapped(line: string, width: number): string {
  const [beginning = ''] = /^ *(\S+( \S+)* {2,})?/.exec(line) ?? [];
  const indent = ' '.repeat(beginning.length > width / 2 ? 6 : beginning.length);
  const lines: string[] = [];
  let last = beginning.trimEnd();
  let room = beginning;
  for (const word of line.slice(beginning.length).split(' ')) {
    if (last !== '' && room.length + word.length > width) {
      lines.push(last);
      room = indent;
    }
    last = room + word;
    room = `${last} `;
  }
  return [...lines, last].join('\n');
}
