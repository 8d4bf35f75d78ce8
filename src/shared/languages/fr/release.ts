import type { release as english } from '../en/release.ts';
import type { Translation } from '../text.ts';

export const release = {
  'release-unknown.folder': '{folder} n’est pas un dossier de versions.',
  'release-unknown.folder.remedy': 'Créez un dossier de versions avec : vitrine release init',
  'release-unknown.version': 'Il n’y a pas de version {version} dans ce dossier.',
  'release-wrong.metadata': 'Impossible de lire metadata/{name} dans {folder}.',
  'release-wrong.key-file': '{path} n’est pas un fichier de clé, ou il est endommagé.',
  'release-wrong.key-halves': 'La clé publique ne correspond pas à la clé privée.',
  'release-exists.root': '{folder} contient déjà des métadonnées racine.',
  'release-exists.root.remedy':
    'Avec de nouvelles métadonnées racine, plus aucun lecteur n’accepterait vos versions. Pour remplacer les clés : vitrine release renew --new-keys',
  'release-exists.recalled':
    'La version {version} a été retirée et doit rester dans le dossier, pour que les lecteurs actuellement hors ligne soient informés du retrait.',
  'release-keys-missing': {
    one: 'Cette commande exige {count} clé pour le rôle « {role} ».',
    other: 'Cette commande exige {count} clés pour le rôle « {role} ».',
  },
  'release-keys-missing.remedy': 'Indiquez chaque dossier ou fichier de clés avec --keys.',
  'release-keys-missing.root': {
    one: 'Les métadonnées racine exigent {count} clé pour le rôle « {role} ».',
    other: 'Les métadonnées racine exigent {count} clés pour le rôle « {role} ».',
  },
  'release-keys-missing.none': 'Aucune de ces clés ne permet de signer les métadonnées de ce dossier.',
  'release.check.good': 'signé, valable jusqu’au {until}',
  'release.check.soon': 'signé, valable seulement jusqu’au {until} : à renouveler',
  'release.check.stray': 'n’appartient à aucune version',
  'release.check.foreign': 'ne fait pas partie d’un dossier de versions du lecteur',
  'release.check.altered': 'a été modifié après la signature',
  'release.check.missing': 'est absent',
  'release.check.size': 'compte {size:plain} octets au lieu de {of:plain}',
  'release.check.content': 'ne correspond pas à la signature',
  'release.check.release': '{version}, {architecture}, {channel}, {share}',
  'release.check.recalled': 'retirée',
} as const satisfies Translation<typeof english>;
