import { fstatSync } from 'node:fs';
import { inWords, type Level, type Sink } from './log.ts';

/** Syslog prefixes: the journal uses them to filter and colour lines by level. */
const priority: Readonly<Record<Level, number>> = { debug: 7, info: 6, warn: 4, error: 3 };

/** Whether stderr goes to the journal: systemd passes its device and inode. */
export function goesToJournal(env: NodeJS.ProcessEnv): boolean {
  if (!env.JOURNAL_STREAM) return false;
  const { dev, ino } = fstatSync(2);
  return env.JOURNAL_STREAM === `${dev}:${ino}`;
}

/** The journal adds timestamps and makes one entry of each line. */
export function journalSink(write: (text: string) => void): Sink {
  return (line) => {
    if (line.level === 'debug') return;
    const mark = `<${priority[line.level]}>`;
    write(`${mark}${inWords(line).trimEnd().replaceAll('\n', `\n${mark}  `)}\n`);
  };
}
