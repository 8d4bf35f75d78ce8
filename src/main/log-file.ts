import { createWriteStream, renameSync, rmSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { goesToJournal, journalSink } from './journal.ts';
import { createLog, type Log, type Sink, textSink } from './log.ts';
import { makeFolder } from './make-folder.ts';

/** Logs are bounded: this many bytes in each of this many files. */
const bytesPerFile = 5_000_000;
const files = 3;

/** The player's log: short lines for whoever watches, everything as JSON lines in the data folder. */
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
  const open = (): WriteStream | null => {
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
      // The next line opens the same file again and goes on.
    }
  };
  return (line) => {
    const text = `${JSON.stringify(line)}\n`;
    if (written + text.length > limit) rotate();
    stream ??= open();
    written += text.length;
    // A disk that hangs must not fill memory with lines.
    if (stream && stream.writableLength < 1_000_000) stream.write(text);
  };
}
