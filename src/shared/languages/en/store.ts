/** Failures of the disk, the data folder and the database. */
export const store = {
  // What the player was doing: each completes “Cannot …:”.
  'disk.work.open-folder': 'open the data folder',
  'disk.work.lock-folder': 'lock the data folder',
  'disk.work.open-database': 'open the database',
  'disk.work.read-database': 'read the database',
  'disk.work.use-database': 'use the database',
  'disk.work.read-disk': 'read the disk',
  'disk.work.measure-space': 'measure free space',
  'disk.work.make-space': 'free up space',
  'disk.work.download': 'download a file',
  'disk.work.store-downloads': 'store downloads',
  'disk.work.remove-download': 'remove a download',
  'disk.work.stage-edition': 'prepare a version of the content',
  'disk.work.activate-edition': 'activate a version of the content',
  'disk.work.roll-back': 'go back to the previous content',
  'disk.work.check-files': 'check the stored files',
  'disk.work.write-proof': 'write proof of play',
  'disk.work.write-history': 'write the health history',
  'disk.work.write-state': 'write the player’s state',
  'disk.work.write-fleet': 'write the fleet’s events and commands',
  'disk.work.repair': 'clean up after the last run',
  'disk.work.open-updates': 'open the folder of player releases',
  'disk.work.update': 'update the player',
  'disk-full': 'Cannot {work}: the disk is full.',
  'disk-full.remedy':
    'Free up space on the disk that holds the data folder, or remove files from the playlists.',
  'disk-read-only': 'Cannot {work}: the disk is read-only.',
  'disk-read-only.remedy': 'Check the file system and mount it writable again.',
  'disk-error': 'Cannot {work}: the disk failed ({text}).',
  'disk-error.remedy': 'Check the disk and its file system. If it is an SD card, replace it.',
  'disk-error.io': 'Cannot {work}: the disk reports an input/output error.',
  'disk-error.io.remedy': 'Check the disk and its file system. If it is an SD card, replace it.',
  'too-many-files': 'Cannot {work}: the limit on open files has been reached.',
  'too-many-files.remedy':
    'Raise the limit on open files for the player’s process (ulimit -n, or LimitNOFILE of its service).',
  'disk-refused':
    'Cannot {work}: the user that runs this program is not allowed to write to the data folder.',
  'disk-refused.remedy': 'Make the user that runs the player the owner of the data folder.',
  'data-folder-wrong': 'Cannot {work}: the data folder is not a usable folder.',
  'data-folder-wrong.remedy':
    'Set dataDir to another folder, or remove the file or link that is where the data folder should be.',
  'database-locked': 'Cannot {work}: another process has locked the database.',
  'database-locked.remedy': 'Stop the program that has the database open.',
  'database-locked.by': 'Cannot open the database: process {pid} ({name}) has locked it.',
  'database-locked.by.remedy': 'Stop the program that has the database open.',
  'database-unreadable': 'Cannot {work}: the database file can no longer be read from the disk.',
  'database-unreadable.remedy':
    'Nothing to do: the player rebuilds the database. If this happens again, check the disk.',
  'database-damaged': 'Cannot {work}: the database is damaged.',
  'database-damaged.remedy':
    'Nothing to do: the player rebuilds the database. If this happens again, check the disk.',
  'database-damaged.check': 'The database is damaged: {found}.',
  'database-damaged.check.remedy':
    'Nothing to do: the player rebuilds the database. If this happens again, check the disk.',
  'database-foreign': 'The database in the data folder was created by another program.',
  'database-newer':
    'A newer version of the player wrote the database (format {found:plain}); this version reads formats up to {known:plain}.',
  'database-setting': 'SQLite did not apply {setting}; the value is {actual}.',
  'database-busy': 'Cannot read the database: the player is writing to it too often.',
  'database-busy.remedy': 'Try again.',
  'data-folder-in-use': 'Another player is using the data folder.',
  'data-folder-in-use.by':
    'Another player is using the data folder: process {pid:plain} on {host}, since {since}.',
  'data-folder-in-use.end': 'Stop that player, or set another dataDir for this one.',
  'part-changed': 'A downloaded file has changed size since it was verified.',
  'edition-not-staged': 'Version {edition} of the content has not been prepared.',
  'no-previous-edition': 'There is no previous version of the content to go back to.',
  'no-previous-edition.remedy':
    'When the content changes, the player keeps the previous version, provided there is enough disk space.',
  'not-kept.disk': 'Cannot store the command: the disk cannot be written to.',
  'not-kept.many': 'Cannot store the command: too many commands are waiting already.',
  // What opening the store had to repair.
  'store.recovered': '{at}: {what}',
  'store.recovered.proof': {
    one: 'Proof of play: the player recovered {count} play from a damaged database.',
    other: 'Proof of play: the player recovered {count} plays from a damaged database.',
  },
  'store.recovered.aside': '{why} The player renamed the database to {aside} and created a new one.',
  'store.recovered.damaged':
    'The database was damaged. The player renamed it to {aside} and created a new one.',
  'store.recovered.rebuilt':
    'The player rebuilt the database (versions of the content: {editions}, files: {objects}).',
  'store.proof-lost': {
    one: 'The player could not record {count} play while the disk could not be written to.',
    other: 'The player could not record {count} plays while the disk could not be written to.',
  },
} as const;
