import type { update as english } from '../en/update.ts';
import type { Translation } from '../text.ts';

export const update = {
  'update.state.trying':
    'La version {version} est à l’essai depuis {since:time} ; vérifications restantes : {left} sur {of}.',
  'update.state.doubting.show':
    'La version {version} n’a rien trouvé à diffuser. Le lecteur est revenu à la version précédente, qui vérifie si elle trouve du contenu à diffuser.',
  'update.state.doubting.cms':
    'Avec la version {version}, la connexion au CMS a été perdue. Le lecteur est revenu à la version précédente et vérifie si le réseau en est la cause.',
  'update.state.held':
    'Les mises à jour sont suspendues. Pour les reprendre, exécutez « vitrine update resume ».',
  'update.state.looking': 'Recherche d’une nouvelle version.',
  'update.state.fetching': 'Téléchargement de la version {version}.',
  'update.state.unpacking': 'Décompression de la version {version}.',
  'update.state.ready':
    'La version {version} est téléchargée et sera installée pendant la plage horaire des mises à jour.',
  'update.state.ready.soon':
    'La version {version} est téléchargée et sera installée entre deux éléments de la playlist.',
  'update.state.ready.missed':
    'La version {version} est téléchargée, mais le lecteur était éteint pendant la plage horaire des mises à jour. Elle sera installée au prochain démarrage du lecteur, ou entre deux éléments de la playlist après {after:time}.',
  'update.state.ending': 'Le lecteur redémarre avec une autre version.',
  'update.state.waiting': 'Le lecteur n’a pas encore recherché de nouvelle version.',
  'update.lost': 'La version {version} ne démarre plus : la version précédente tourne depuis {at:time}.',
  'update.overdue':
    'La version {version} attend depuis {since:time} : ce lecteur est éteint ou en veille pendant la plage horaire des mises à jour.',
  'update.stopped': 'Le lecteur n’installe aucune mise à jour. {why}',
  'update.idle':
    'update.url est défini, mais ce lecteur n’a pas été démarré par son lanceur : il n’installe aucune mise à jour.',
  'update.blocked.lost-cms': 'Cette version n’a pas pu joindre le CMS, alors que la précédente y parvenait.',
  'update.blocked.no-show':
    'Cette version n’a rien trouvé à diffuser, alors que la précédente diffusait du contenu.',
  'update.blocked.recalled': 'L’éditeur a retiré cette version.',
  'update.blocked.died': 'Cette version a planté ou s’est bloquée pendant sa période d’essai.',
  'update.blocked.revives': {
    one: 'Avec cette version, il a fallu rétablir l’affichage {count} fois en dix minutes.',
    other: 'Avec cette version, il a fallu rétablir l’affichage {count} fois en dix minutes.',
  },
  'update.blocked.memory': 'Cette version utilise trop de mémoire ({memory:bytes}).',
  'update.blocked.no-item':
    'Cette version n’a rien affiché dans le délai prévu, alors que des éléments étaient prévus.',
  'update.blocked.no-change': 'Avec cette version, la diffusion est restée sur un même élément.',
  'update-none': 'Le lecteur a déjà la version la plus récente qui lui est proposée.',
  'update-none.unwanted':
    'Le parc doit utiliser la version {version}, mais elle n’est pas proposée à ce lecteur.',
  'update-none.blocked': 'La version {version} est bloquée. {why}',
  'update-none.not-yet': 'La version {version} n’est pas encore proposée à ce lecteur.',
  'update-off': 'Les mises à jour sont désactivées.',
  'update-off.no-address': 'Aucune adresse de téléchargement des mises à jour n’est configurée (update.url).',
  'update-off.no-address.remedy':
    'Définissez update.url, ou installez depuis un dossier : vitrine update now --from DOSSIER',
  'update-off.no-launcher':
    'Les mises à jour sont désactivées : ce lecteur n’a pas été démarré par son lanceur.',
  'update-off.no-launcher.remedy': 'Démarrez le lecteur avec son lanceur : consultez docs/guide/updates.md.',
  'update-held': 'Les mises à jour sont suspendues.',
  'update-held.remedy': 'Exécutez : vitrine update resume',
  'update-on-trial':
    'Une version est à l’essai : attendez que le lecteur la conserve ou revienne à la version précédente.',
  'update-busy.stopping': 'Le lecteur s’arrête.',
  'update-busy.switching': 'Le lecteur passe à une autre version.',
  'update-busy.running': 'Une mise à jour est en cours. Pour la suivre, exécutez « vitrine update status ».',
  'update-not-begun':
    'La version {version} n’a pas été installée : le lecteur n’a pas pu enregistrer sur le disque le début de sa période d’essai.',
  'update-not-begun.remedy':
    'Vérifiez si le disque est plein ou en lecture seule. Le lecteur réessaiera demain. Pour réessayer tout de suite, exécutez « vitrine update now ».',
  'update-clock':
    'Impossible de vérifier les versions : l’horloge de cette machine n’est pas à l’heure ({now}).',
  'update-no-space':
    'Espace disque insuffisant : il faut {needed:bytes} pour une version de {size:bytes}, et {free:bytes} sont libres.',
  'update-wrong-length':
    '{name} n’a pas la taille indiquée dans les métadonnées signées : {size:plain} octets.',
  'update-wrong-hash': 'Le contenu de {name} ne correspond pas à la signature.',
  'update-server-error': 'Le serveur a répondu avec le code HTTP {status:plain} pour {url}.',
  'update-too-long': '{name} dépasse la taille autorisée.',
  'update-not-found': 'Impossible de lire {path}.',
  'update-not-found.metadata': 'Le fichier metadata/{name} est absent du dossier des versions.',
  'update-no-root': 'Le fichier {path}, qui contient les métadonnées racine de confiance, est absent.',
  'update-no-root.remedy':
    'Copiez le fichier metadata/1.root.json de l’éditeur à l’emplacement du fichier absent.',
  'update-no-installer': 'Le service d’installation des versions ne répond pas.',
  'update-no-installer.remedy':
    'Pour connaître l’état du service, exécutez : systemctl status vitrine-installer.socket',
  'update-no-installer.garbled':
    'Le service d’installation et le lecteur ont échangé des données inattendues.',
  'update-no-installer.closed': 'La connexion entre le service d’installation et le lecteur a été fermée.',
  'update-no-installer.late': 'La connexion entre le service d’installation et le lecteur a expiré.',
  'update-not-offered': 'Aucune version avec cette empreinte n’est proposée à cette machine.',
  'update-rolled-back':
    'Les métadonnées « {role} » de la mise à jour sont plus anciennes que ne l’indiquent les autres métadonnées.',
  'update-rolled-back.folder':
    'Les métadonnées « {role} » du dossier (version {found:plain}) sont plus anciennes que celles déjà connues (version {seen:plain}).',
  'update-rolled-back.installed': 'La version {version} est plus ancienne que {newest}, déjà installée.',
  'update-expired': 'Les métadonnées « {role} » de la mise à jour ont expiré.',
  'update-not-signed':
    'Les métadonnées « {role} » de la mise à jour ne sont pas signées avec les clés requises.',
  'update-mixed':
    'Les métadonnées « {role} » de la mise à jour ne correspondent pas à la taille et à l’empreinte indiquées par d’autres métadonnées.',
  'update-not-metadata':
    'Impossible de lire les métadonnées de version « {role} » : il s’agit peut-être d’une page de connexion ou d’un fichier endommagé.',
  'update-not-runnable': 'La version {version} ne fonctionne pas sur cette machine.',
  'update-not-runnable.version': 'La version {version} se présente comme la version {found}.',
  'update-not-runnable.unpack': 'Impossible de décompresser le paquet.',
  'update-not-runnable.entry':
    'Le paquet contient {path}, qui n’a pas sa place dans une version : seuls les fichiers et dossiers ordinaires sont acceptés.',
} as const satisfies Translation<typeof english>;
