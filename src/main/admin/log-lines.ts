import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../ground/errors.ts';
import { type Level, type LogLine, lineIn } from '../ground/log.ts';

interface Wanted {
  /** The least level. */
  readonly level: Level;
  /** In message, room or fields; empty: any. */
  readonly text: string;
  readonly limit: number;
}

const levels: readonly Level[] = ['debug', 'info', 'warn', 'error'];
/** What was said longer ago is read with `vitrine logs`. */
const mostBytes = 2_000_000;

export function levelIn(text: string | undefined): Level {
  return levels.find((level) => level === text) ?? 'info';
}

/** What the player has said, the newest first, from the end of the file that it keeps. */
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
    // Nothing has been said yet, or the log went on in another file at this moment.
    if (systemCode(thrown) === 'ENOENT') return '';
    throw thrown;
  }
}
