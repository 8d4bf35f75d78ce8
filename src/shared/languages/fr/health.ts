import type { health as english } from '../en/health.ts';
import type { Translation } from '../text.ts';

export const health = {
  'health.well': 'Tout va bien.',
  'health.off': 'Tout va bien : les écrans sont éteints, comme prévu.',
  'health.starting': 'L’écran {screen} n’affiche encore rien : le lecteur démarre.',
  'health.starting.remedy': 'Attendez une minute.',
  'health.not-painting': 'L’écran {screen} est figé ou noir ; le lecteur rétablit l’affichage.',
  'health.not-painting.remedy':
    'Le lecteur rétablit l’affichage automatiquement. Si cela dure plus de quelques minutes, redémarrez la machine.',
  'health.no-display': 'Aucun moniteur n’est connecté pour l’écran {screen}.',
  'health.no-display.remedy': 'Vérifiez que le câble est branché et le moniteur allumé.',
  'health.reviving': 'Le lecteur rétablit l’affichage de l’écran {screen}.',
  'health.reviving.remedy': 'Cela prend quelques secondes.',
  'health.safe-mode':
    'Mode sans échec : pas d’image stable après les trois derniers démarrages. Seules les images et les vidéos sont diffusées ; prochain démarrage normal : {at:time}.',
  'health.safe-mode.remedy':
    'Le lecteur tentera automatiquement un démarrage normal. Le journal indique ce qui s’est passé avant le passage en mode sans échec.',
  'health.changed.browser':
    'Le navigateur est passé de {before} à {now} ; depuis, il n’y a pas eu d’image stable.',
  'health.changed.kernel': 'Le noyau est passé de {before} à {now} ; depuis, il n’y a pas eu d’image stable.',
  'health.changed.player':
    'Le lecteur est passé de la version {before} à la version {now} ; depuis, il n’y a pas eu d’image stable.',
  'health.browser-changed.remedy':
    'Si l’écran reste noir, réinstallez la version précédente du logiciel qui a été mis à jour.',
  'health.engine-silent': 'Le service d’arrière-plan ne répond pas ; la diffusion continue.',
  'health.engine-silent.remedy':
    'Le lecteur redémarre automatiquement le service d’arrière-plan. Si le problème persiste, vérifiez le disque.',
  'health.loop-late': 'La machine est surchargée : le lecteur s’est figé un moment.',
  'health.loop-late.remedy': 'Vérifiez quels autres programmes tournent sur la machine.',
  'health.display-not-switched': 'Impossible d’allumer ou d’éteindre un écran : {why}',
  'health.display-not-switched.remedy':
    'Vérifiez le réglage hook, cec ou ddc de l’écran et son câble ; le lecteur réessaie toutes les 30 s.',
  'health.disk.full': 'Le disque est plein : les mises à jour du contenu sont en attente.',
  'health.disk.full.playing':
    'Le disque est plein : les mises à jour du contenu sont en attente. La diffusion continue.',
  'health.disk.failing': 'Le disque est défaillant : remplacez-le.',
  'health.disk.read-only': 'Le disque est en lecture seule : rien n’est enregistré.',
  'health.disk.read-only.playing':
    'Le disque est en lecture seule : rien n’est enregistré. La diffusion continue.',
  'health.disk.remedy':
    'Libérez de l’espace ou remplacez le disque ; « vitrine doctor » indique ce qu’il faut faire.',
  'health.disk-low': 'Le disque est presque plein : les mises à jour du contenu sont en attente.',
  'health.disk-low.remedy': 'Libérez de l’espace ou retirez des fichiers des playlists.',
  'health.under-voltage': 'La tension d’alimentation de cette machine est trop faible.',
  'health.under-voltage.remedy': 'Utilisez l’alimentation recommandée par le fabricant, avec un câble court.',
  'health.hot': 'Cette machine est trop chaude : {sensor} est à {celsius} °C.',
  'health.hot.remedy': 'Améliorez la ventilation, nettoyez le ventilateur et protégez la machine du soleil.',
  'health.storage-worn': 'Le disque {disk} est usé : {used:percent} de sa durée de vie sont consommés.',
  'health.storage-worn.remedy': 'Remplacez bientôt le disque : un disque usé perd des fichiers.',
  'health.clock-not-trusted': 'L’horloge de cette machine n’est pas à l’heure.',
  'health.clock-not-trusted.remedy': 'Réglez l’horloge, ou donnez à la machine accès à un serveur de temps.',
  'health.configuration.remedy':
    '« vitrine doctor » indique le réglage en cause et la solution. Une fois le fichier corrigé, le lecteur le relit dans les minutes qui suivent.',
  'health.cms-silent': 'Le CMS est injoignable depuis des heures : le contenu n’est peut-être plus à jour.',
  'health.cms-silent.remedy':
    'Vérifiez le réseau sur place, et essayez de joindre le CMS depuis une autre machine.',
  'health.updates-stopped.remedy':
    '« vitrine update status » indique ce qui bloque les mises à jour et ce qu’il faut faire.',
  'health.release-lost.remedy':
    'Les fichiers de la version qui ne démarre plus sont endommagés : vérifiez le disque. Si les mises à jour sont actives, le lecteur télécharge de nouveau cette version.',
  'health.no-show': 'Il n’y a encore rien à diffuser.',
  'health.no-show.remedy': 'Attribuez une playlist à cet écran dans le CMS ; elle démarre automatiquement.',
  'health.fleet-clone': 'Un autre lecteur du parc porte le même nom.',
  'health.fleet-clone.remedy':
    'Donnez à chaque lecteur un fleet.device et des identifiants qui lui sont propres : une carte SD clonée contient les deux.',
  'health.fleet-silent': 'Le broker du parc est injoignable depuis des heures ; la diffusion continue.',
  'health.fleet-silent.remedy':
    'Vérifiez le réseau sur place et le broker ; « vitrine health » indique pourquoi la connexion n’est pas établie.',
  'health.off-by-hand':
    'Les écrans ont été éteints manuellement. Retour aux horaires programmés : {until:time}.',
  'health.off-by-hand.open': 'Les écrans ont été éteints manuellement, jusqu’à nouvel ordre.',
  'health.off-by-hand.remedy':
    'Rallumez les écrans depuis la page d’état, ou revenez aux horaires programmés avec « vitrine display auto ».',
  'health.cms-never-reached': 'Le lecteur n’a rien pu récupérer du CMS depuis qu’il a démarré.',
  'health.cms-never-reached.why': 'Le lecteur n’a rien pu récupérer du CMS depuis qu’il a démarré : {why}',
  'health.cms-never-reached.remedy':
    '« vitrine doctor » vérifie le réseau, l’adresse et le jeton, et indique la solution.',
  'health.unassigned.remedy':
    'Attribuez une playlist à cet écran dans le CMS ; elle démarre automatiquement.',
  'health.playlist-empty.remedy': 'Ajoutez des entrées à la playlist dans le CMS, ou attribuez-en une autre.',
  'health.held-back': '{why} La diffusion du contenu précédent se poursuit.',
  'health.held-back.not-due':
    'La nouvelle playlist ne contient rien à diffuser dans les 24 heures à venir. La diffusion du contenu précédent se poursuit.',
  'health.unplayable': '« {name} » ne peut pas être affiché.',
  'health.unplayable.more': {
    one: '« {name} » et {count} autre fichier ne peuvent pas être affichés.',
    other: '« {name} » et {count} autres fichiers ne peuvent pas être affichés.',
  },
  'health.unplayable.remedy':
    'L’onglet Fichiers de la page d’état et « vitrine status » indiquent la raison. Remplacez le fichier dans le CMS, ou retirez-le de la playlist.',
  'health.setup-file':
    'Le lecteur garde ses réglages actuels, car il ne peut pas utiliser le fichier {file} de la clé USB : {why}',
  'health.setup-file.remedy': 'Corrigez le fichier, ou retirez-le.',
  'health.touch-stuck':
    'La dalle tactile de l’écran {screen} signale un appui qui ne se termine pas : d’autres appuis peuvent être ignorés.',
  'health.touch-stuck.remedy':
    'Nettoyez l’écran et retirez ce qui le touche. Si le problème persiste, redémarrez la dalle tactile. Ce message disparaît après le prochain appui normal.',
  'health.page-login.none': 'La page web de {host} n’est pas connectée.',
  'health.page-login.expired': 'La connexion à {host} a expiré.',
  'health.page-login.lost': 'La connexion à {host} est perdue : son fichier est endommagé.',
  'health.page-login.remedy':
    'Connectez-vous à l’écran, depuis le menu de service, qui demande un code PIN (service.pin). Ce message disparaît après la connexion.',
  'health.sync-paused':
    'Les mises à jour du contenu ont été suspendues manuellement : aucun nouveau contenu n’est téléchargé.',
  'health.sync-paused.remedy':
    'Reprenez les mises à jour du contenu sur la page d’état, ou avec « vitrine sync resume ».',
  'health.fleet-not-joined':
    'Le lecteur n’a pas pu se connecter au broker du parc depuis son démarrage ; la diffusion continue.',
  'health.fleet-not-joined.why':
    'Le lecteur n’a pas pu se connecter au broker du parc depuis son démarrage : {why}',
  'health.fleet-not-joined.remedy':
    'Vérifiez le réseau, le broker et les réglages du parc ; « vitrine health » indique pourquoi la connexion n’est pas établie.',
  'health.gap.not-running': 'Le lecteur ne fonctionnait pas.',
  'health.gap.nothing-due': 'Rien n’était programmé.',
  'not-supervised':
    'Impossible de redémarrer le lecteur : aucun gestionnaire de services (comme systemd) ne le relancerait.',
  'not-supervised.remedy':
    'Lancez le lecteur comme service, ou définissez VITRINE_SUPERVISED=1 si un autre programme le redémarre.',
  'not-in-safe-mode': 'Le lecteur n’est pas en mode sans échec.',
  'not-in-safe-mode.remedy': 'Rien à faire : « vitrine health » montre l’état du lecteur.',
} as const satisfies Translation<typeof english>;
