import { systemCode, VitrineError } from './errors.ts';

/**
 * What only a disk, or the database on it, can have thrown, as one of ours. All of it is worth another try later.
 * `doing` completes "The disk failed while …".
 */
export function asDiskError(thrown: unknown, doing: string): VitrineError {
  if (thrown instanceof VitrineError) return thrown;
  const known = knownDiskError(thrown, doing);
  if (known !== null) return known;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new VitrineError('temporary', 'disk-error', `The disk failed while ${doing}: ${message}`, {
    cause: thrown,
    remedy: checkDisk,
  });
}

/** The same where something else may have thrown it, such as the network: null unless it is known to be the disk. */
export function knownDiskError(thrown: unknown, doing: string): VitrineError | null {
  if (thrown instanceof VitrineError) return isDiskError(thrown) ? thrown : null;
  const cause = causes.find(({ codes }) => codes.test(systemCode(thrown) ?? ''));
  if (cause === undefined) return null;
  const { code, message, remedy } = cause;
  return new VitrineError('temporary', code, `${message} (${doing})`, { cause: thrown, remedy });
}

/** Whether it is our own disk or database that is in trouble: then nothing is said about what it was to hold. */
export function isDiskError({ code }: VitrineError): boolean {
  return /^(disk|database)-/.test(code) || otherCodes.has(code);
}

const otherCodes = new Set(['too-many-files', 'data-folder-wrong', 'part-changed']);

const checkDisk = 'Check the disk and its file system; an SD card that does this should be replaced.';

const causes = [
  {
    codes: /^(ENOSPC|EDQUOT|SQLITE_FULL)$/,
    code: 'disk-full',
    message: 'The disk is full',
    remedy: 'Free space on the disk of the data folder, or lower what the playlists need.',
  },
  {
    codes: /^(EROFS|SQLITE_READONLY\w*)$/,
    code: 'disk-read-only',
    message: 'The disk can only be read',
    remedy: 'Check the file system and mount it writable again.',
  },
  {
    codes: /^EIO$/,
    code: 'disk-error',
    message: 'The disk fails with an input/output error',
    remedy: checkDisk,
  },
  {
    codes: /^(EMFILE|ENFILE)$/,
    code: 'too-many-files',
    message: 'No more files can be opened',
    remedy: 'Raise the limit of open files for the player.',
  },
  {
    codes: /^(EACCES|EPERM)$/,
    code: 'disk-refused',
    message: 'The data folder may not be written',
    remedy: 'Give the data folder to the user that runs the player.',
  },
  {
    codes: /^(ENOTDIR|EEXIST|ELOOP|ENAMETOOLONG)$/,
    code: 'data-folder-wrong',
    message: 'The data folder is not a folder that can be used',
    remedy: 'Name another data folder, or remove what stands in its place.',
  },
  {
    codes: /^SQLITE_(BUSY|LOCKED)\w*$/,
    code: 'database-locked',
    message: 'The database is locked by another process',
    remedy: 'End the program that has the database open.',
  },
  {
    codes: /^SQLITE_(CANTOPEN_ISDIR|IOERR_READ|IOERR_SHORT_READ|IOERR_CORRUPTFS)$/,
    code: 'database-unreadable',
    message: 'The disk does not give the database back',
    remedy: 'Nothing: it is rebuilt elsewhere on the disk. Check the disk if it comes back.',
  },
  {
    codes: /^SQLITE_(CORRUPT\w*|NOTADB)$/,
    code: 'database-damaged',
    message: 'The database is damaged',
    remedy: 'Nothing: the player rebuilds it, at once or at its next start. Check the disk if it comes back.',
  },
];
