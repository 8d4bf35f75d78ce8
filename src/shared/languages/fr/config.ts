import type { config as english } from '../en/config.ts';
import type { Translation } from '../text.ts';

export const config = {
  'config-invalid': 'La configuration contient des erreurs : {mistakes}.',
  'config.correct': 'Corrigez les variables d’environnement.',
  'config.correct.file': 'Corrigez les erreurs dans {file} ou dans les variables d’environnement.',
  'config.mistakes': '{first} ; {next}',
  'config.mistakes.more': { one: '{count} autre', other: '{count} autres' },
  'config.mistake': '{setting} {mistake}',
  'config.exclusive': '{settings} sont définis, mais s’excluent mutuellement',
  'config.must.be-text': 'doit être un texte',
  'config.must.not-be-empty': 'ne doit pas être vide',
  'config.must.be-shorter': 'doit avoir au plus {most} caractères',
  'config.must.be-number': 'doit être un nombre',
  'config.must.be-whole': 'doit être un nombre entier',
  'config.must.be-at-least': 'doit valoir au moins {least:plain}',
  'config.must.be-at-most': 'doit valoir au plus {most:plain}',
  'config.must.be-one-of': 'doit être l’une de ces valeurs : {options}',
  'config.must.be-yes-or-no': 'doit être true ou false',
  'config.must.be-address': 'doit être une adresse http ou https',
  'config.must.be-address-alone':
    'doit être une adresse sans nom d’utilisateur, mot de passe, requête (?) ni fragment (#)',
  'config.must.be-broker':
    'doit être mqtts://HÔTE ou mqtts://HÔTE:PORT (mqtt:// seulement pour un broker sur cette machine)',
  'config.must.be-webhook': 'doit être une adresse https (http:// seulement pour cette machine)',
  'config.must.be-mail-server': 'doit être smtps://HÔTE ou smtp://HÔTE, avec un port si nécessaire',
  'config.must.be-mail-address': 'doit être une adresse e-mail telle que magasin@example.com',
  'config.must.be-topic-word': 'doit comporter au plus 64 caractères : lettres, chiffres, -, _ et .',
  'config.must.be-pin': 'doit être une chaîne de 4 à 12 chiffres',
  'config.must.be-name': 'doit comporter au plus 40 caractères : lettres, chiffres, - et _',
  'config.must.be-public-key': 'doit être une clé publique Ed25519 de 64 chiffres hexadécimaux',
  'config.must.be-time': 'doit être une heure telle que 22:30',
  'config.must.be-colour': 'doit être une couleur telle que #ffcc00',
  'config.must.be-network': 'doit être un hôte, une adresse ou un réseau tel que 10.1.0.0/16',
  'config.must.be-host': 'doit être un hôte tel que shop.example.com, sans https:// ni chemin d’accès',
  'config.must.be-time-zone': 'doit être un fuseau horaire connu de cette machine, tel que Europe/Paris',
  'config.must.be-hours':
    'doit associer des jours (mon, mon-fri, daily, 2026-12-24) à "on", "off" ou à des heures telles que "08:00-20:00"',
  'config.must.be-words': 'doit être une liste : un programme et ses arguments',
  'config.must.name-program': 'doit indiquer un programme',
  'config.must.be-reference': 'doit être un identifiant ou un nom',
  'config.must.be-object': 'doit être un objet',
  'config.must.be-list': 'doit être une liste',
  'config.must.be-medium-name':
    'doit être un nom d’au plus 40 caractères (lettres, chiffres, « . », « _ » et « - »), commençant par une lettre ou un chiffre',
  'config.must.be-sha256': 'doit être une empreinte SHA-256 de 64 chiffres hexadécimaux',
  'config.must.be-media': {
    one: 'doit contenir au plus {count} média',
    other: 'doit contenir au plus {count} médias',
  },
  'config.must.be-groups': {
    one: 'doit contenir au plus {count} entrée',
    other: 'doit contenir au plus {count} entrées',
  },
  'config.must.be-display': 'doit être "primary", un identifiant de moniteur ou un nombre à partir de 0',
  'config.must.be-screens': 'doit être "all" ou une liste d’écrans',
  'config.must.name-screen': 'doit contenir au moins un écran',
  'config.must.be-distinct': 'ne doit pas contenir deux fois le même écran',
  'config.must.be-length': 'doit être un nombre de pixels ou un pourcentage de l’écran tel que "50%"',
  'config.must.be-distinct-zones': 'ne doit pas contenir deux fois la même zone',
  'config.must.have-ticker': 'doit contenir text, feed ou clock',
  'config.must.be-short-path':
    'ne doit pas dépasser {most:plain} octets, afin de laisser assez de place aux noms des fichiers de base de données',
  'config.must.exist': 'n’est pas un réglage existant',
  'config.must.exist.near': 'n’est pas un réglage existant (vouliez-vous dire {meant} ?)',
  'config.must.be-given': 'est absent',
  'config-unreadable': 'Impossible de lire la configuration {file} : {code}.',
  'config-unreadable.remedy':
    'Vérifiez le chemin et assurez-vous que l’utilisateur qui exécute Vitrine peut lire le fichier.',
  'config-not-json':
    'La configuration {file} n’est pas du JSON valide (ligne {line:plain}, colonne {column:plain}).',
  'config-not-json.remedy':
    'Vérifiez s’il manque un guillemet, une virgule ou une accolade à l’endroit indiqué.',
  'config-not-json.other': 'La configuration {file} doit être un objet JSON.',
  'config-not-json.other.remedy': 'Mettez les réglages entre accolades.',
  'cms-address-invalid': 'L’adresse du CMS {mistake}.',
  'cms-address-invalid.remedy':
    'Écrivez l’adresse sous la forme https://cms.example.com/api/v1.0/ et indiquez le jeton dans cms.token.',
  'setup-damaged': 'Le fichier {path} est endommagé : les choix faits lors de la configuration sont perdus.',
  'setup-damaged.remedy': 'Configurez de nouveau le lecteur avec : vitrine setup',
  'setup-unreadable': 'Impossible de lire le fichier {path} : {code}.',
  'setup-unreadable.remedy':
    'Vérifiez le disque et assurez-vous que le lecteur peut lire le fichier ; le lecteur réessaie automatiquement.',
  'setup-not-saved': 'Impossible d’écrire les réglages sur le disque.',
  'setup-not-saved.remedy':
    'Vérifiez que le disque n’est ni plein ni en lecture seule, et que le lecteur peut écrire dans son dossier de données.',
  'own-files.foreign': '{path} appartient à un autre utilisateur (UID {uid:plain}), qui peut le modifier.',
  'own-files.foreign.remedy': 'Exécutez : chown {own:plain} {path}',
  'own-files.writable': 'D’autres utilisateurs de cette machine peuvent modifier {path}.',
  'own-files.writable.remedy': 'Exécutez : chmod {mode} {path}',
  'own-files.readable': 'D’autres utilisateurs de cette machine peuvent lire {path}.',
  'own-files.readable.remedy': 'Exécutez : chmod {mode} {path}',
  'data-folder-foreign':
    'Impossible d’utiliser le dossier de données {folder} : {path} appartient à un autre utilisateur (UID {uid:plain}).',
  'data-folder-foreign.remedy':
    'Exécutez cette commande avec le compte de cet utilisateur (UID {uid:plain}), devenez propriétaire du dossier (chown -R {own:plain} {folder}) ou indiquez un autre dossier dans dataDir (VITRINE_DATA_DIR).',
  'lock-is-link': 'Le fichier verrou {path} est un lien vers un autre fichier.',
  'lock-is-link.remedy': 'Cherchez qui a créé le lien, puis exécutez : rm {path}',
  'config-invalid.no-login':
    'Pour vous connecter au CMS, définissez cms.oauth avec un identifiant client et un secret client.',
} as const satisfies Translation<typeof english>;
