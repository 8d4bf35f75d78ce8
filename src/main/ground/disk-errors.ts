import { type MessageCode, message } from '../../shared/languages/message.ts';
import { systemCode, VitrineError } from './errors.ts';

/** The use of the disk; the catalogue has a text for each. */
export type DiskWork = MessageCode extends infer Code
  ? Code extends `disk.work.${infer Work}`
    ? Work
    : never
  : never;

/** Wraps an error that only a disk or the database on it can have thrown. All of them are temporary. */
export function asDiskError(thrown: unknown, doing: DiskWork): VitrineError {
  if (thrown instanceof VitrineError) return thrown;
  const known = knownDiskError(thrown, doing);
  if (known !== null) return known;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const sentence = message('disk-error', { work: message(`disk.work.${doing}`), text });
  return new VitrineError('temporary', sentence, { cause: thrown });
}

/** The same for an error of unknown origin, such as the network: null unless it is known to be the disk's. */
export function knownDiskError(thrown: unknown, doing: DiskWork): VitrineError | null {
  if (thrown instanceof VitrineError) return isDiskError(thrown) ? thrown : null;
  const code = codeOf(thrown);
  if (code === null) return null;
  const sentence = message(code, { work: message(`disk.work.${doing}`) });
  return new VitrineError('temporary', sentence, { cause: thrown });
}

export function isDiskFull(thrown: unknown): boolean {
  return (thrown instanceof VitrineError ? thrown.code : codeOf(thrown)) === 'disk-full';
}

/** Whether our disk or database failed: then the error proves nothing about the stored content. */
export function isDiskError({ code }: VitrineError): boolean {
  return /^(disk|database)-/.test(code) || otherCodes.has(code);
}

const otherCodes = new Set(['too-many-files', 'data-folder-wrong', 'part-changed']);

const causes = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)$/, 'disk-full'],
  [/^(EROFS|SQLITE_READONLY\w*)$/, 'disk-read-only'],
  [/^EIO$/, 'disk-error.io'],
  [/^(EMFILE|ENFILE)$/, 'too-many-files'],
  [/^(EACCES|EPERM)$/, 'disk-refused'],
  [/^(ENOTDIR|EEXIST|ELOOP|ENAMETOOLONG)$/, 'data-folder-wrong'],
  [/^SQLITE_(BUSY|LOCKED)\w*$/, 'database-locked'],
  [/^SQLITE_(CANTOPEN_ISDIR|IOERR_READ|IOERR_SHORT_READ|IOERR_CORRUPTFS)$/, 'database-unreadable'],
  [/^SQLITE_(CORRUPT\w*|NOTADB)$/, 'database-damaged'],
] as const;

function codeOf(thrown: unknown): (typeof causes)[number][1] | null {
  return causes.find(([codes]) => codes.test(systemCode(thrown) ?? ''))?.[1] ?? null;
}
