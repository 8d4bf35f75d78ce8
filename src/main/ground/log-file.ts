import { createWriteStream, renameSync, rmSync, statSync, type WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { goesToJournal, journalSink } from './journal.ts';
import { createLog, inWords, type Log, type LogLine, type Sink, textSink } from './log.ts';
import { makeFolder } from './make-folder.ts';

/** Logs are bounded: this many bytes in each of this many files. */
const bytesPerFile = 5_000_000;
const files = 3;

/** The player's log: short lines on the terminal, complete JSON lines in the data folder. */
export function playerLog(dataDir: string, progress: (text: string) => void): Log {
  const toPerson = goesToJournal(process.env) ? journalSink(progress) : textSink(progress);
  const toFile = fileSink(join(dataDir, 'logs'));
  return createLog((line) => {
    toPerson(line);
    toFile(line);
  });
}

/** Never throws and never waits: a full or read-only disk costs log lines, not the show. */
export function fileSink(folder: string, limit = bytesPerFile): Sink {
  const path = join(folder, 'vitrine.log');
  let stream: WriteStream | null = null;
  let written = 0;
  const reopen = (): WriteStream | null => {
    try {
      makeFolder(folder);
      written = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      const opened = createWriteStream(path, { flags: 'a', mode: 0o600 });
      opened.on('error', () => {
        if (stream === opened) stream = null;
      });
      return opened;
    } catch {
      return null;
    }
  };
  const rotate = (): void => {
    stream?.end();
    stream = null;
    try {
      rmSync(`${path}.${files - 1}`, { force: true });
      for (let number = files - 2; number >= 1; number--) {
        if (statSync(`${path}.${number}`, { throwIfNoEntry: false }))
          renameSync(`${path}.${number}`, `${path}.${number + 1}`);
      }
      renameSync(path, `${path}.1`);
    } catch {
      // The next line reopens the same file.
    }
  };
  return (line) => {
    const text = `${JSON.stringify(line)}\n`;
    if (written + text.length > limit) rotate();
    stream ??= reopen();
    written += text.length;
    // Lines must not fill memory while the disk hangs.
    if (stream && stream.writableLength < 1_000_000) stream.write(text);
  };
}

/** Bytes read from the end of the file for the last lines. */
const tailBytes = 256 * 1024;
const longestLine = 400;

export async function lastLines(dataDir: string, count: number): Promise<readonly string[]> {
  const file = await open(join(dataDir, 'logs', 'vitrine.log'));
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - tailBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    // The first line may be incomplete.
    const whole = buffer
      .subarray(0, bytesRead)
      .toString('utf8')
      .split('\n')
      .slice(from > 0 ? 1 : 0);
    return whole
      .filter((text) => text !== '')
      .slice(-count)
      .map((text) => {
        const line = JSON.parse(text) as LogLine;
        return `${line.at} ${line.level} ${inWords(line)}`.slice(0, longestLine);
      });
  } finally {
    await file.close();
  }
}
