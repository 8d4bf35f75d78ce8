import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../ground/errors.ts';
import { type Level, type LogLine, lineIn } from '../ground/log.ts';

interface Wanted {
  /** The lowest level. */
  readonly level: Level;
  /** Searched in message, room and fields; empty: no filter. */
  readonly text: string;
  readonly limit: number;
}

const levels: readonly Level[] = ['debug', 'info', 'warn', 'error'];
/** `vitrine logs` reads older lines. */
const mostBytes = 2_000_000;

export function levelIn(text: string | undefined): Level {
  return levels.find((level) => level === text) ?? 'info';
}

/** Log lines, the newest first, from the end of the log file. */
export async function logLines(dataDir: string, { level, text, limit }: Wanted): Promise<readonly LogLine[]> {
  const newest = await tail(join(dataDir, 'logs', 'vitrine.log'), mostBytes);
  const before =
    newest.length < mostBytes / 2 ? await tail(join(dataDir, 'logs', 'vitrine.log.1'), mostBytes / 2) : '';
  const sought = text.toLowerCase();
  const found: LogLine[] = [];
  for (const line of `${before}\n${newest}`.split('\n').reverse()) {
    if (sought !== '' && !line.toLowerCase().includes(sought)) continue;
    const parsed = lineIn(line);
    if (parsed === null || levels.indexOf(parsed.level) < levels.indexOf(level)) continue;
    found.push(parsed);
    if (found.length === limit) break;
  }
  return found;
}

async function tail(path: string, most: number): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const buffer = Buffer.alloc(Math.min(size, most));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, size - buffer.length);
      return buffer.subarray(0, bytesRead).toString();
    } finally {
      await file.close();
    }
  } catch (thrown) {
    // Nothing has been logged yet, or the log is rotating at this moment.
    if (systemCode(thrown) === 'ENOENT') return '';
    throw thrown;
  }
}
