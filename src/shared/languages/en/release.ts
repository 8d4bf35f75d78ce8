/** The folder of a publisher of releases, and its keys. */
export const release = {
  'release-unknown.folder': '{folder} is not a release folder.',
  'release-unknown.folder.remedy': 'Create a release folder with: vitrine release init',
  'release-unknown.version': 'There is no release {version} in this folder.',
  'release-wrong.metadata': 'Cannot read metadata/{name} in {folder}.',
  'release-wrong.key-file': '{path} is not a key file, or it is damaged.',
  'release-wrong.key-halves': 'The public and private keys do not match.',
  'release-exists.root': '{folder} already has root metadata.',
  'release-exists.root.remedy':
    'New root metadata would lock out all players. To replace keys, run: vitrine release renew --new-keys',
  'release-exists.recalled':
    'Release {version} was recalled and must stay in the folder, so that players that are currently offline will learn of the recall.',
  'release-keys-missing': {
    one: 'This command needs {count} key for the role “{role}”.',
    other: 'This command needs {count} keys for the role “{role}”.',
  },
  'release-keys-missing.remedy': 'Pass each folder or file that contains keys with --keys.',
  'release-keys-missing.root': {
    one: 'The root metadata needs {count} key for the role “{role}”.',
    other: 'The root metadata needs {count} keys for the role “{role}”.',
  },
  'release-keys-missing.none': 'None of these keys is allowed to sign the metadata of this folder.',
  // What the check of a folder finds.
  'release.check.good': 'signed, valid until {until}',
  'release.check.soon': 'signed, valid only until {until}: renew the signature',
  'release.check.stray': 'belongs to no release',
  'release.check.foreign': 'does not belong in a release folder',
  'release.check.altered': 'was altered after it was signed',
  'release.check.missing': 'is missing',
  'release.check.size': 'has {size:plain} of {of:plain} bytes',
  'release.check.content': 'does not match its signature',
  'release.check.release': '{version}, {architecture}, {channel}, {share}',
  'release.check.recalled': 'recalled',
} as const;
