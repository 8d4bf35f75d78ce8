import type { release as english } from '../en/release.ts';
import type { Translation } from '../text.ts';

export const release = {
  'release-unknown.folder': '{folder} ist kein Versionsordner.',
  'release-unknown.folder.remedy': 'Legen Sie einen Versionsordner an mit: vitrine release init',
  'release-unknown.version': 'In diesem Ordner gibt es keine Version {version}.',
  'release-wrong.metadata': 'metadata/{name} in {folder} lässt sich nicht lesen.',
  'release-wrong.key-file': '{path} ist keine Schlüsseldatei, oder die Datei ist beschädigt.',
  'release-wrong.key-halves': 'Der öffentliche und der private Schlüssel gehören nicht zusammen.',
  'release-exists.root': '{folder} enthält schon Root-Metadaten.',
  'release-exists.root.remedy':
    'Neue Root-Metadaten würden alle Player aussperren. Ersetzen Sie Schlüssel mit: vitrine release renew --new-keys',
  'release-exists.recalled':
    'Version {version} wurde zurückgezogen und muss im Ordner bleiben, damit auch Player, die gerade offline sind, davon erfahren.',
  'release-keys-missing': {
    one: 'Dieser Befehl braucht {count} Schlüssel für die Rolle „{role}“.',
    other: 'Dieser Befehl braucht {count} Schlüssel für die Rolle „{role}“.',
  },
  'release-keys-missing.remedy': 'Geben Sie jeden Ordner und jede Datei mit Schlüsseln mit --keys an.',
  'release-keys-missing.root': {
    one: 'Die Root-Metadaten brauchen {count} Schlüssel für die Rolle „{role}“.',
    other: 'Die Root-Metadaten brauchen {count} Schlüssel für die Rolle „{role}“.',
  },
  'release-keys-missing.none': 'Keiner dieser Schlüssel darf die Metadaten dieses Ordners signieren.',
  'release.check.good': 'signiert, gültig bis {until}',
  'release.check.soon': 'signiert, nur noch gültig bis {until}: bitte erneuern',
  'release.check.stray': 'gehört zu keiner Version',
  'release.check.foreign': 'gehört nicht in einen Versionsordner',
  'release.check.altered': 'wurde nach dem Signieren verändert',
  'release.check.missing': 'fehlt',
  'release.check.size': 'hat {size:plain} statt {of:plain} Byte',
  'release.check.content': 'passt nicht zur Signatur',
  'release.check.release': '{version}, {architecture}, {channel}, {share}',
  'release.check.recalled': 'zurückgezogen',
} as const satisfies Translation<typeof english>;
