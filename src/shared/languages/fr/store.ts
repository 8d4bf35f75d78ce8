import type { store as english } from '../en/store.ts';
import type { Translation } from '../text.ts';

export const store = {
  'disk.work.open-folder': 'd’ouvrir le dossier de données',
  'disk.work.lock-folder': 'de verrouiller le dossier de données',
  'disk.work.open-database': 'd’ouvrir la base de données',
  'disk.work.read-database': 'de lire la base de données',
  'disk.work.use-database': 'd’utiliser la base de données',
  'disk.work.read-disk': 'de lire le disque',
  'disk.work.measure-space': 'de mesurer l’espace libre',
  'disk.work.make-space': 'de libérer de l’espace',
  'disk.work.download': 'de télécharger un fichier',
  'disk.work.store-downloads': 'd’enregistrer les téléchargements',
  'disk.work.remove-download': 'de supprimer un téléchargement',
  'disk.work.stage-edition': 'de préparer une édition',
  'disk.work.activate-edition': 'd’activer une édition',
  'disk.work.roll-back': 'de revenir à l’édition précédente',
  'disk.work.check-files': 'de vérifier les fichiers enregistrés',
  'disk.work.write-proof': 'd’écrire la preuve de diffusion',
  'disk.work.write-history': 'd’écrire l’historique',
  'disk.work.write-state': 'd’écrire l’état du lecteur',
  'disk.work.write-fleet': 'd’écrire les événements et les commandes du parc',
  'disk.work.repair': 'de nettoyer après la dernière exécution',
  'disk.work.open-updates': 'd’ouvrir le dossier des versions',
  'disk.work.update': 'de mettre à jour le lecteur',
  'disk-full': 'Impossible {work} : le disque est plein.',
  'disk-full.remedy':
    'Libérez de l’espace sur le disque du dossier de données, ou utilisez des playlists plus légères.',
  'disk-read-only': 'Impossible {work} : le disque est en lecture seule.',
  'disk-read-only.remedy': 'Vérifiez le système de fichiers et remontez-le en écriture.',
  'disk-error': 'Impossible {work} : erreur du disque ({text}).',
  'disk-error.remedy':
    'Vérifiez le disque et son système de fichiers. S’il s’agit d’une carte SD, remplacez-la.',
  'disk-error.io': 'Impossible {work} : le disque signale une erreur d’entrée/sortie.',
  'disk-error.io.remedy':
    'Vérifiez le disque et son système de fichiers. S’il s’agit d’une carte SD, remplacez-la.',
  'too-many-files': 'Impossible {work} : la limite de fichiers ouverts est atteinte.',
  'too-many-files.remedy': 'Augmentez la limite de fichiers ouverts du lecteur.',
  'disk-refused': 'Impossible {work} : cet utilisateur ne peut pas écrire dans le dossier de données.',
  'disk-refused.remedy': 'Faites de l’utilisateur du lecteur le propriétaire du dossier de données.',
  'data-folder-wrong': 'Impossible {work} : le dossier de données n’est pas un dossier utilisable.',
  'data-folder-wrong.remedy':
    'Indiquez un autre dossier dans dataDir, ou supprimez le fichier ou le lien qui se trouve à sa place.',
  'database-locked': 'Impossible {work} : un autre processus a verrouillé la base de données.',
  'database-locked.remedy': 'Arrêtez le programme qui a ouvert la base de données.',
  'database-locked.by':
    'Impossible d’ouvrir la base de données : le processus {pid} ({name}) l’a verrouillée.',
  'database-locked.by.remedy': 'Arrêtez le programme qui a ouvert la base de données.',
  'database-unreadable': 'Impossible {work} : le fichier n’est plus lisible sur le disque.',
  'database-unreadable.remedy':
    'Rien à faire : le lecteur reconstruit la base de données. Si l’erreur revient, vérifiez le disque.',
  'database-damaged': 'Impossible {work} : la base de données est endommagée.',
  'database-damaged.remedy':
    'Rien à faire : le lecteur reconstruit la base de données. Si l’erreur revient, vérifiez le disque.',
  'database-damaged.check': 'La base de données est endommagée : {found}.',
  'database-damaged.check.remedy':
    'Rien à faire : le lecteur reconstruit la base de données. Si l’erreur revient, vérifiez le disque.',
  'database-foreign': 'La base de données appartient à un autre programme.',
  'database-newer':
    'La base de données a la version {found:plain} ; ce programme connaît la version {known:plain}.',
  'database-setting': 'La base de données refuse {setting} ({actual}).',
  'database-busy': 'Impossible de lire la base de données : le lecteur y écrit sans cesse.',
  'database-busy.remedy': 'Réessayez.',
  'data-folder-in-use': 'Un autre lecteur utilise le dossier de données.',
  'data-folder-in-use.by':
    'Un autre lecteur utilise le dossier de données : processus {pid:plain} sur {host}, depuis {since}.',
  'data-folder-in-use.end': 'Arrêtez cet autre lecteur, ou indiquez un autre dataDir pour celui-ci.',
  'part-changed': 'La taille d’un fichier téléchargé a changé depuis sa vérification.',
  'edition-not-staged': 'L’édition {edition} n’est pas préparée.',
  'no-previous-edition': 'Il n’y a pas d’édition précédente.',
  'no-previous-edition.remedy':
    'Le lecteur conserve l’édition précédente après un changement de contenu, si l’espace disque le permet.',
  'not-kept.disk': 'Impossible d’enregistrer la commande : le disque n’accepte aucune écriture.',
  'not-kept.many': 'Impossible d’enregistrer la commande : trop de commandes attendent déjà.',
  'store.recovered': '{at} : {what}',
  'store.recovered.proof': {
    one: '{count} diffusion récupérée d’une base de données endommagée.',
    other: '{count} diffusions récupérées d’une base de données endommagée.',
  },
  'store.recovered.aside': '{why} Le lecteur a mis la base de données de côté sous {aside}.',
  'store.recovered.damaged': 'La base de données était endommagée. Le lecteur l’a mise de côté sous {aside}.',
  'store.recovered.rebuilt':
    'Le lecteur a reconstruit la base de données (éditions : {editions}, fichiers : {objects}).',
  'store.proof-lost': {
    one: '{count} diffusion n’a pas été enregistrée : le disque n’acceptait aucune écriture.',
    other: '{count} diffusions n’ont pas été enregistrées : le disque n’acceptait aucune écriture.',
  },
} as const satisfies Translation<typeof english>;
