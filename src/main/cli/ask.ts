import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { withEscapes } from '../../shared/plain-text.js';

/** Prompts on stderr and reads a line of stdin. Every answer but yes means no, and so does the end of input. */
export async function askOnTerminal(question: string, signal: AbortSignal): Promise<boolean> {
  process.stderr.write(`${withEscapes(question)} [y/N] `);
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    const ended = once(lines, 'close', { signal }).then(() => null);
    const line = await Promise.race([once(lines, 'line', { signal }).then(([text]) => String(text)), ended]);
    if (line === null) process.stderr.write('\n');
    return /^\s*y(es)?\s*$/i.test(line ?? '');
  } finally {
    lines.close();
  }
}
