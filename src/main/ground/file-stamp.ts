import { statSync } from 'node:fs';
import { systemCode } from './errors.ts';

/** Differs when the file does. Null: it cannot be looked at; its reader reports why. */
export function fileStamp(path: string): string | null {
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}
