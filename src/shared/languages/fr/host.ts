import type { host as english } from '../en/host.ts';
import type { Translation } from '../text.ts';

export const host = {
  'no-browser': 'Chromium n’est pas installé.',
  'no-browser.configured': '{program} n’est pas un programme exécutable.',
  'no-browser.install':
    'Exécutez : apt-get install -y chromium. Si un navigateur est installé, indiquez son programme dans VITRINE_CHROMIUM.',
  'no-electron': 'Electron est configuré comme hôte, mais n’est pas installé.',
  'no-electron.remedy': 'Utilisez un paquet publié, ou définissez VITRINE_HOST=chromium.',
  'electron-as-root': 'Electron ne démarre pas en root : il n’aurait pas de bac à sable.',
  'electron-as-root.remedy':
    'Lancez le lecteur avec un autre utilisateur, ou définissez VITRINE_HOST=chromium.',
  'no-browser-user':
    'Impossible de lancer le navigateur en tant que {name} : cet utilisateur n’existe pas, ou c’est root.',
  'no-browser-user.remedy':
    'Exécutez : useradd --system --shell /usr/sbin/nologin vitrine. Ou indiquez dans chromium.user (VITRINE_CHROMIUM_USER) un autre utilisateur que root. Mieux : ne lancez pas le lecteur en root.',
  'no-setpriv': 'Impossible de lancer le navigateur avec un autre utilisateur : setpriv n’est pas installé.',
  'no-setpriv.remedy':
    'Lancez le lecteur avec un utilisateur sans privilèges, ou exécutez : apt-get install -y util-linux.',
  'no-profile-folder':
    '/run/vitrine n’est pas un dossier, ou d’autres utilisateurs que root peuvent y écrire.',
  'no-profile-folder.remedy':
    'Cherchez quel programme a créé /run/vitrine, puis exécutez : rm -r /run/vitrine.',
  'profile-left': 'Impossible de supprimer le dossier {folder} du navigateur.',

  'browser-not-started':
    'Impossible de démarrer le navigateur : il ne reste aucun descripteur de fichier libre.',
  'browser-not-started.remedy': 'Augmentez la limite de fichiers ouverts du lecteur.',
  'browser-ended': 'Le navigateur s’est arrêté ({how}).',
  'browser-ended.remedy': 'Sa dernière sortie : {output}',
  'browser-ended.silent': 'Le navigateur s’est arrêté ({how}) sans aucun message.',
  'browser-gone': 'Le navigateur s’est arrêté avant de répondre à {method}.',
  'browser-refused': 'Le navigateur a refusé {method} : {reason}',
  'browser-draws-nothing': 'La page d’affichage répond, mais le navigateur ne dessine rien.',
  'browser-silent.start': 'Le navigateur n’a pas démarré en {ms:duration}.',
  'browser-silent.window': 'Le navigateur n’a pas ouvert de fenêtre en {ms:duration}.',
  'browser-silent.reload': 'Le navigateur n’a pas rechargé la page d’affichage en {ms:duration}.',
  'browser-silent.raise': 'Le navigateur n’a mis aucune page au premier plan en {ms:duration}.',
  'browser-silent.frame': 'Le navigateur n’a pas dessiné la page d’affichage en {ms:duration}.',
  'browser-silent.screenshot': 'Le navigateur n’a pas fourni de capture d’écran en {ms:duration}.',
  'browser-silent.answer': 'Le navigateur n’a pas répondu en {ms:duration}.',
  'browser-silent.process':
    'Après {ms:duration}, le navigateur n’a toujours pas indiqué quel processus exécute une page.',
  'browser-silent.network': 'Le service réseau du navigateur n’a pas répondu en {ms:duration}.',
  'browser-silent.task': 'Le navigateur n’a pas terminé une tâche en {ms:duration}.',

  'host.reason.configured': 'configuré ainsi',
  'host.reason.inside': 'le lecteur s’exécute dans ce programme',
  'host.reason.installed': 'son programme est installé',
  'host.reason.root': 'Electron est installé, mais il n’a pas de bac à sable en root et ne démarre pas',
  'host.reason.none': 'Electron n’est pas installé',
  'host-not-started': 'L’hôte du navigateur n’a pas été démarré.',
  'host-stopping': 'L’hôte du navigateur est en cours d’arrêt.',
  'window-gone': 'La fenêtre de l’écran {screen} n’existe plus.',
  'window-gone.front': 'La fenêtre au premier plan n’existe plus.',
  'window-gone.stage': 'La page d’affichage derrière la fenêtre n’existe plus.',
  'window-elsewhere': 'Le navigateur a ouvert une page dans la mauvaise fenêtre.',
  'stage-stuck': 'Impossible d’arrêter le moteur de rendu de la page d’affichage.',
  'no-picture.renderer': 'Pas de capture d’écran : l’écran n’a pas de moteur de rendu.',
  'no-picture.blank': 'Pas de capture d’écran : rien n’a encore été dessiné.',

  'no-display': 'Il n’y a pas d’affichage, et Xvfb n’est pas installé pour le remplacer.',
  'no-display.remedy': 'Lancez le lecteur dans une session graphique, ou exécutez : apt-get install -y xvfb.',
  'no-display.virtual': 'L’affichage virtuel n’a pas démarré : {reason}',
  'no-display.virtual.remedy':
    'Lancez le lecteur dans une session graphique, ou cherchez pourquoi Xvfb ne démarre pas.',
  'display-refused.name': '« {display} » n’est pas un nom d’affichage.',
  'display-refused.silent': 'Aucun serveur X ne répond sur l’affichage {display}.',
  'display-refused.account': 'Le serveur X ne laisse pas cet utilisateur dessiner sur l’affichage {display}.',
  'display-refused.session':
    'Lancez le lecteur dans la session graphique, ou donnez à DISPLAY (souvent :0) et à XAUTHORITY les valeurs de cette session.',
  'display-gone': 'Le serveur X a fermé la connexion.',
  'display-error': 'Le serveur X a refusé la requête {request:plain}.',
  'display-power.none': 'Il n’y a pas de serveur X.',
  'display-power.unsupported': 'Le serveur X n’a pas de gestion d’énergie.',
  'display-power.incapable': 'Le serveur X ne peut pas mettre cet affichage en veille.',
} as const satisfies Translation<typeof english>;
