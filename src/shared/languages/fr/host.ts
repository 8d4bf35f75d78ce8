import type { host as english } from '../en/host.ts';
import type { Translation } from '../text.ts';

export const host = {
  'no-browser': 'Chromium n’est pas installé.',
  'no-browser.configured': '{program} n’est pas un programme exécutable.',
  'no-browser.install':
    'Exécutez « apt-get install -y chromium ». Si Chromium ou Chrome est installé à un autre endroit, indiquez le chemin du programme dans VITRINE_CHROMIUM.',
  'no-electron': 'Le réglage host (VITRINE_HOST) vaut electron, mais Electron n’est pas installé.',
  'no-electron.remedy':
    'Utilisez un paquet du lecteur qui contient Electron, ou définissez VITRINE_HOST=chromium.',
  'electron-as-root': 'Electron ne démarre pas en root : il n’aurait pas de bac à sable.',
  'electron-as-root.remedy':
    'Lancez le lecteur sous un autre utilisateur, ou définissez VITRINE_HOST=chromium.',
  'no-browser-user':
    'Impossible de lancer le navigateur en tant que {name} : cet utilisateur n’existe pas, ou il s’agit de root.',
  'no-browser-user.remedy':
    'Exécutez « useradd --system --shell /usr/sbin/nologin vitrine » ou indiquez dans chromium.user (VITRINE_CHROMIUM_USER) un autre utilisateur que root. Mieux : ne lancez pas le lecteur en root.',
  'no-setpriv': 'Impossible de lancer le navigateur sous un autre utilisateur : setpriv n’est pas installé.',
  'no-setpriv.remedy':
    'Lancez le lecteur sous un utilisateur sans privilèges, ou exécutez « apt-get install -y util-linux ».',
  'no-profile-folder':
    '/run/vitrine n’est pas un dossier, ou d’autres utilisateurs que root peuvent y écrire.',
  'no-profile-folder.remedy':
    'Cherchez quel programme a créé /run/vitrine, puis exécutez : rm -r /run/vitrine.',
  'profile-left': 'Impossible de supprimer le dossier {folder} du navigateur.',

  'browser-not-started':
    'Impossible de démarrer le navigateur : il ne reste aucun descripteur de fichier libre.',
  'browser-not-started.remedy':
    'Augmentez la limite de fichiers ouverts pour le processus du lecteur (ulimit -n, ou LimitNOFILE du service).',
  'browser-ended': 'Le navigateur s’est arrêté ({how}).',
  'browser-ended.remedy': 'Derniers messages du navigateur : {output}',
  'browser-ended.silent': 'Le navigateur s’est arrêté ({how}) sans aucun message.',
  'browser-gone': 'Le navigateur s’est arrêté avant de répondre à la commande {method}.',
  'browser-refused': 'Le navigateur a refusé la commande {method} : {reason}',
  'browser-draws-nothing': 'La page de diffusion répond, mais le navigateur n’affiche rien.',
  'browser-silent.start': 'Le navigateur n’a pas démarré en {ms:duration}.',
  'browser-silent.window': 'Le navigateur n’a pas ouvert de fenêtre en {ms:duration}.',
  'browser-silent.reload': 'Le navigateur n’a pas rechargé la page de diffusion en {ms:duration}.',
  'browser-silent.raise': 'Le navigateur n’a mis aucune page au premier plan en {ms:duration}.',
  'browser-silent.frame': 'Le navigateur n’a pas affiché la page de diffusion en {ms:duration}.',
  'browser-silent.screenshot': 'Le navigateur n’a pas fourni de capture d’écran en {ms:duration}.',
  'browser-silent.answer': 'Le navigateur n’a pas répondu en {ms:duration}.',
  'browser-silent.process':
    'Après {ms:duration}, le navigateur n’a toujours pas indiqué quel processus exécute une page.',
  'browser-silent.network': 'Le service réseau du navigateur n’a pas répondu en {ms:duration}.',
  'browser-silent.task': 'Le navigateur n’a pas terminé une tâche en {ms:duration}.',

  'host.reason.configured': 'choisi dans la configuration',
  'host.reason.inside': 'le lecteur s’exécute dans Electron',
  'host.reason.installed': 'Electron est installé',
  'host.reason.root': 'Electron est installé, mais il n’a pas de bac à sable en root et ne démarre pas',
  'host.reason.none': 'Electron n’est pas installé',
  'host-not-started': 'Le navigateur n’a pas été démarré.',
  'host-stopping': 'Le lecteur est en train de fermer le navigateur.',
  'window-gone': 'La fenêtre de l’écran {screen} n’existe plus.',
  'window-gone.front': 'La fenêtre du lecteur sur cet écran n’existe plus.',
  'window-gone.stage': 'Impossible d’afficher la nouvelle page de diffusion : elle a été fermée ou a planté.',
  'window-elsewhere': 'Le navigateur a ouvert une page dans la mauvaise fenêtre.',
  'stage-stuck': 'Impossible d’arrêter le processus de rendu de la page de diffusion.',
  'no-picture.renderer': 'Pas de capture d’écran : le processus de rendu de l’écran ne s’exécute pas.',
  'no-picture.blank': 'Pas de capture d’écran : le navigateur n’a encore rien affiché.',

  'no-display': 'Il n’y a pas de session graphique, et Xvfb, qui la remplacerait, n’est pas installé.',
  'no-display.remedy':
    'Lancez le lecteur dans une session graphique, ou exécutez « apt-get install -y xvfb ».',
  'no-display.virtual': 'L’affichage virtuel n’a pas démarré : {reason}',
  'no-display.virtual.remedy':
    'Lancez le lecteur dans une session graphique, ou cherchez pourquoi Xvfb ne démarre pas.',
  'display-refused.name': '« {display} » n’est pas un nom d’affichage X (comme :0).',
  'display-refused.silent': 'Aucun serveur X ne répond sur l’affichage {display}.',
  'display-refused.account':
    'Le serveur X n’autorise pas l’utilisateur qui exécute ce programme à dessiner sur l’affichage {display}.',
  'display-refused.session':
    'Lancez le lecteur dans la session graphique, ou donnez à DISPLAY (souvent :0) et à XAUTHORITY les valeurs de cette session.',
  'display-gone': 'Le serveur X a fermé la connexion.',
  'display-error': 'Le serveur X a rejeté une requête X11 (opcode {request:plain}).',
  'display-power.none': 'Il n’y a pas de serveur X.',
  'display-power.unsupported': 'Le serveur X n’a pas de gestion d’énergie.',
  'display-power.incapable': 'Le serveur X ne peut pas mettre cet affichage en veille.',
} as const satisfies Translation<typeof english>;
