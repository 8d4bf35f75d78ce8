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
  'disk.work.stage-edition': 'de préparer une version du contenu',
  'disk.work.activate-edition': 'd’activer une version du contenu',
  'disk.work.roll-back': 'de revenir au contenu précédent',
  'disk.work.check-files': 'de vérifier les fichiers enregistrés',
  'disk.work.write-proof': 'd’écrire la preuve de diffusion',
  'disk.work.write-history': 'd’écrire l’historique de l’état du lecteur',
  'disk.work.write-state': 'd’écrire l’état du lecteur',
  'disk.work.write-fleet': 'd’écrire les événements et les commandes du parc',
  'disk.work.repair': 'de nettoyer après la dernière exécution',
  'disk.work.open-updates': 'd’ouvrir le dossier des versions du lecteur',
  'disk.work.update': 'de mettre à jour le lecteur',
  'disk-full': 'Impossible {work} : le disque est plein.',
  'disk-full.remedy':
    'Libérez de l’espace sur le disque du dossier de données ou retirez des fichiers des playlists.',
  'disk-read-only': 'Impossible {work} : le disque est en lecture seule.',
  'disk-read-only.remedy': 'Vérifiez le système de fichiers et remontez-le en lecture-écriture.',
  'disk-error': 'Impossible {work} : erreur du disque ({text}).',
  'disk-error.remedy':
    'Vérifiez le disque et son système de fichiers. S’il s’agit d’une carte SD, remplacez-la.',
  'disk-error.io': 'Impossible {work} : le disque signale une erreur d’entrée/sortie.',
  'disk-error.io.remedy':
    'Vérifiez le disque et son système de fichiers. S’il s’agit d’une carte SD, remplacez-la.',
  'too-many-files': 'Impossible {work} : la limite de fichiers ouverts est atteinte.',
  'too-many-files.remedy':
    'Augmentez la limite de fichiers ouverts pour le processus du lecteur (ulimit -n, ou LimitNOFILE du service).',
  'disk-refused':
    'Impossible {work} : l’utilisateur qui exécute ce programme n’a pas le droit d’écrire dans le dossier de données.',
  'disk-refused.remedy':
    'Faites de l’utilisateur qui exécute le lecteur le propriétaire du dossier de données.',
  'data-folder-wrong': 'Impossible {work} : le dossier de données n’est pas un dossier utilisable.',
  'data-folder-wrong.remedy':
    'Indiquez un autre dossier dans dataDir, ou supprimez le fichier ou le lien qui se trouve à la place du dossier de données.',
  'database-locked': 'Impossible {work} : un autre processus a verrouillé la base de données.',
  'database-locked.remedy': 'Arrêtez le programme qui a ouvert la base de données.',
  'database-locked.by':
    'Impossible d’ouvrir la base de données : le processus {pid} ({name}) l’a verrouillée.',
  'database-locked.by.remedy': 'Arrêtez le programme qui a ouvert la base de données.',
  'database-unreadable':
    'Impossible {work} : le fichier de la base de données n’est plus lisible sur le disque.',
  'database-unreadable.remedy':
    'Rien à faire : le lecteur reconstruit la base de données. Si l’erreur revient, vérifiez le disque.',
  'database-damaged': 'Impossible {work} : la base de données est endommagée.',
  'database-damaged.remedy':
    'Rien à faire : le lecteur reconstruit la base de données. Si l’erreur revient, vérifiez le disque.',
  'database-damaged.check': 'La base de données est endommagée : {found}.',
  'database-damaged.check.remedy':
    'Rien à faire : le lecteur reconstruit la base de données. Si l’erreur revient, vérifiez le disque.',
  'database-foreign': 'La base de données du dossier de données provient d’un autre programme.',
  'database-newer':
    'La base de données provient d’une version plus récente du lecteur (format {found:plain}) ; cette version lit les formats jusqu’au {known:plain}.',
  'database-setting': 'SQLite n’a pas appliqué {setting} ; la valeur est {actual}.',
  'database-busy': 'Impossible de lire la base de données : le lecteur y écrit sans cesse.',
  'database-busy.remedy': 'Réessayez.',
  'data-folder-in-use': 'Un autre lecteur utilise le dossier de données.',
  'data-folder-in-use.by':
    'Un autre lecteur utilise le dossier de données : processus {pid:plain} sur {host}, depuis {since}.',
  'data-folder-in-use.end':
    'Arrêtez l’autre lecteur, ou indiquez un autre dossier dans le réglage dataDir de ce lecteur.',
  'part-changed': 'La taille d’un fichier téléchargé a changé depuis sa vérification.',
  'edition-not-staged': 'La version {edition} du contenu n’a pas été préparée.',
  'no-previous-edition': 'Il n’y a pas de version précédente du contenu.',
  'no-previous-edition.remedy':
    'Lorsque le contenu change, le lecteur conserve la version précédente du contenu, si l’espace disque le permet.',
  'not-kept.disk': 'Impossible d’enregistrer la commande : le disque n’accepte aucune écriture.',
  'not-kept.many': 'Impossible d’enregistrer la commande : trop de commandes attendent déjà.',
  'store.recovered': '{at} : {what}',
  'store.recovered.proof': {
    one: 'Preuve de diffusion : le lecteur a récupéré {count} diffusion dans une base de données endommagée.',
    other:
      'Preuve de diffusion : le lecteur a récupéré {count} diffusions dans une base de données endommagée.',
  },
  'store.recovered.aside':
    '{why} Le lecteur a renommé la base de données en {aside} et en a créé une nouvelle.',
  'store.recovered.damaged':
    'La base de données était endommagée. Le lecteur l’a renommée en {aside} et en a créé une nouvelle.',
  'store.recovered.rebuilt':
    'Le lecteur a reconstruit la base de données (versions du contenu : {editions}, fichiers : {objects}).',
  'store.proof-lost': {
    one: '{count} diffusion n’a pas été enregistrée : le disque n’acceptait aucune écriture.',
    other: '{count} diffusions n’ont pas été enregistrées : le disque n’acceptait aucune écriture.',
  },
} as const satisfies Translation<typeof english>;
