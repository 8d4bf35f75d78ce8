import { systemCode, VitrineError } from '../errors.ts';

/** Anything that a disk or the database on it can throw, as one of ours. All of it is worth another try later. */
export function asDiskError(thrown: unknown, doing: string): VitrineError {
  if (thrown instanceof VitrineError) return thrown;
  const known = causes.find(({ codes }) => codes.test(systemCode(thrown) ?? ''));
  if (known) {
    return new VitrineError('temporary', known.code, `${known.message} (${doing})`, {
      cause: thrown,
      remedy: known.remedy,
    });
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new VitrineError('temporary', 'disk-error', `The disk failed while ${doing}: ${message}`, {
    cause: thrown,
    remedy: 'Check the disk and its file system; an SD card that does this should be replaced.',
  });
}

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
