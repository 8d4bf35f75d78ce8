import type { doctor as english } from '../en/doctor.ts';
import type { Translation } from '../text.ts';

export const doctor = {
  'doctor.disk.free': '{free:bytes} disponibles pour {folder}',
  'doctor.disk.low': 'Il ne reste que {free:bytes} d’espace libre pour {folder}.',
  'doctor.disk.low.remedy':
    'Libérez de l’espace sur ce disque : sinon, le nouveau contenu risque de ne pas tenir à côté du contenu actuel.',
  'doctor.disk.inodes': {
    one: 'Le disque ne peut plus accueillir que {count} fichier supplémentaire.',
    other: 'Le disque ne peut plus accueillir que {count} fichiers supplémentaires.',
  },
  'doctor.disk.inodes.remedy': 'Supprimez les fichiers inutiles.',
  'doctor.disk.no-folder': '{folder} ne peut pas être le dossier de données : {other} n’est pas un dossier.',
  'doctor.disk.no-folder.remedy': 'Choisissez un autre dossier pour dataDir.',
  'doctor.disk.read-only': 'Impossible d’écrire dans {folder} : le système de fichiers est en lecture seule.',
  'doctor.disk.read-only.remedy':
    'Montez le système de fichiers en lecture-écriture, ou choisissez un autre disque pour dataDir.',
  'doctor.disk.owner':
    '{path} appartient à l’utilisateur d’UID {uid:plain}, alors que le dossier de données appartient à l’utilisateur d’UID {owner:plain} : le lecteur ne peut pas écrire dans {path}.',
  'doctor.disk.owner.remedy': 'Exécutez : chown -R {owner:plain} {folder}',
  'doctor.disk.not-writable': 'Impossible d’écrire dans {folder} : {code}.',
  'doctor.disk.not-writable.remedy': 'Vérifiez l’espace libre, le quota et l’état du disque.',
  'doctor.disk.not-permitted':
    'Impossible d’écrire dans {folder} : l’utilisateur qui exécute Vitrine n’en a pas le droit.',
  'doctor.disk.not-permitted.remedy':
    'Faites de l’utilisateur qui exécute le lecteur le propriétaire du dossier, ou choisissez un autre dossier pour dataDir.',
  'doctor.clock.right': '{shown}, fuseau horaire {zone}',
  'doctor.clock.too-early':
    'L’horloge n’est pas à l’heure : elle indique {shown}. Les entrées programmées par date ne seront diffusées qu’une fois l’heure corrigée.',
  'doctor.clock.contradicted':
    'L’horloge n’est pas à l’heure : elle indique {shown}, le CMS {there}. Les entrées programmées par date ne seront diffusées qu’une fois l’heure corrigée.',
  'doctor.clock.synchronise':
    'Activez la synchronisation de l’heure (sous Debian : timedatectl set-ntp true), ou remplacez la pile de l’horloge.',
  'doctor.config.no-file':
    'pas de fichier de configuration : les variables d’environnement et les valeurs par défaut s’appliquent',
  'doctor.database.files': { one: '{count} fichier, {size:bytes}', other: '{count} fichiers, {size:bytes}' },
  'doctor.database.active': '{files} ; la version {edition} du contenu est active',
  'doctor.database.no-edition': '{files} ; encore rien à diffuser',
  'doctor.database.rebuild':
    'Démarrez le lecteur : il met de côté le fichier endommagé et reconstruit la base de données à partir des fichiers présents.',
  'doctor.database.owner':
    'Vérifiez que le dossier de données appartient à l’utilisateur qui exécute le lecteur.',
  'doctor.browser.found': '{program} ({reason})',
  'doctor.browser.root': 'Electron ne démarre pas en root, car il n’aurait pas de bac à sable.',
  'doctor.browser.root.remedy':
    'Lancez le lecteur sous un autre utilisateur ou définissez VITRINE_HOST=chromium.',
  'doctor.video.software':
    'pas de carte graphique : le processeur assure le rendu et le décodage vidéo (« vitrine doctor --measure » en mesure la fluidité)',
  'doctor.video.no-driver':
    'la carte graphique assure le rendu, le processeur le décodage : il n’y a pas de pilote de décodage vidéo',
  'doctor.video.hardware':
    'la carte graphique décode les vidéos via {api} (« vitrine doctor --measure » indique quels codecs)',
  'doctor.video.now.hardware': 'lecture en cours : {file}, décodé par le matériel ({decoder})',
  'doctor.video.now.processor': 'lecture en cours : {file}, décodé par le processeur ({decoder})',
  'doctor.display.running': 'utilisé par le lecteur en cours d’exécution',
  'doctor.display.desktop': 'le bureau de cette session',
  'doctor.display.x11': 'affichage X11 {name}, {width:plain} × {height:plain}',
  'doctor.display.wayland': 'affichage Wayland {name}',
  'doctor.display.several':
    'Wayland place lui-même les fenêtres : plusieurs écrans peuvent apparaître sur le même moniteur.',
  'doctor.display.several.remedy':
    'Démarrez le lecteur avec vitrine --ozone-platform=x11 run, ou dans une session X11.',
  'doctor.display.none.electron':
    'Aucun affichage n’est défini (DISPLAY) ; Electron ne démarre pas sans affichage.',
  'doctor.display.none.no-xvfb': 'Aucun affichage n’est défini (DISPLAY), et Xvfb n’est pas installé.',
  'doctor.display.none.virtual':
    'Aucun affichage n’est défini (DISPLAY) : le lecteur utiliserait un affichage virtuel, que personne ne voit.',
  'doctor.display.session':
    'Démarrez le lecteur dans la session graphique ou définissez DISPLAY (souvent :0).',
  'doctor.display.no-wayland': 'Connexion impossible à l’affichage Wayland {name} : rien n’y répond.',
  'doctor.display.no-wayland.remedy': 'Démarrez le lecteur dans la session graphique.',
  'doctor.show.well': 'Aucun problème trouvé dans les playlists et les zones.',
  'doctor.show.rests':
    'Rien n’est prévu en ce moment dans la playlist « {name} » : elle est ignorée. « vitrine schedule --screen {show} » indique pourquoi.',
  'doctor.show.screen-rests':
    'Rien n’est prévu en ce moment sur l’écran {show}, qui affiche un message d’attente ; « vitrine schedule --screen {show} » indique pourquoi.',
  'doctor.show.zone-rests':
    'Rien n’est prévu en ce moment dans la zone « {zone} », qui affiche son arrière-plan ; « vitrine schedule --screen {show} » indique pourquoi.',
  'doctor.player.state': '{sentence} (depuis {since}, navigateur : {browser})',
  'doctor.player.none': 'Aucun lecteur n’est en cours d’exécution avec ce dossier de données.',
  'doctor.player.none.remedy': 'Démarrez le lecteur : vitrine run',
  'doctor.player.see-health': 'Exécutez « vitrine health ».',
  'doctor.player.see-health.dark':
    'Exécutez « vitrine health » et lisez le journal ; redémarrez le lecteur si l’écran reste noir.',
  'doctor.player.restart': 'Redémarrez le lecteur.',
  'doctor.security.fine':
    'aucun fichier ni affichage exposé, aucune connexion non chiffrée, aucun navigateur obsolète',
  'doctor.security.unencrypted':
    'La connexion au CMS ({origin}) n’est pas chiffrée : n’importe qui sur le réseau peut lire le jeton et modifier les contenus.',
  'doctor.security.unencrypted.remedy':
    'Utilisez une adresse https:// pour le CMS. Pour refuser aussi les téléchargements et les flux non chiffrés, réglez cms.httpsOnly sur true.',
  'doctor.security.nobody':
    'Le navigateur s’exécute sous l’utilisateur « nobody », que d’autres programmes peuvent aussi utiliser.',
  'doctor.security.nobody.remedy':
    'Exécutez : useradd --system --shell /usr/sbin/nologin vitrine ; puis supprimez chromium.user des réglages.',
  'doctor.security.outdated':
    'Le navigateur date du {day} ({days} jours) : il lui manque les correctifs de sécurité parus depuis.',
  'doctor.security.update-vitrine': 'Installez une version plus récente de Vitrine.',
  'doctor.security.update-chromium':
    'Mettez le navigateur à jour (sous Debian : apt-get update && apt-get install chromium) et activez les mises à jour automatiques.',
  'doctor.security.display':
    'Tout programme de cette machine peut voir et modifier ce que montre l’affichage {display}.',
  'doctor.security.display.remedy':
    'Exécutez « xhost - » dans la session graphique et cherchez quel programme a exécuté « xhost + ».',
  'doctor.page.off': 'la page d’état est désactivée',
  'doctor.page.free': 'le port {port:plain} est libre',
  'doctor.page.taken': 'La page d’état ne peut pas démarrer : le port {port:plain} est occupé.',
  'doctor.page.refused': 'La page d’état ne peut pas démarrer sur le port {port:plain} : {why}.',
  'doctor.page.another-port':
    'Réglez adminPort (VITRINE_ADMIN_PORT) sur un autre port, ou sur 0 pour désactiver la page d’état.',
  'doctor.watchdog.none': 'cette machine n’a pas de watchdog matériel',
  'doctor.watchdog.untimed': '{identity} est actif.',
  'doctor.watchdog.active': '{identity}, délai {timeout:duration}',
  'doctor.watchdog.unnamed': 'watchdog matériel',
  'doctor.watchdog.idle':
    'Le watchdog matériel ({identity}) n’est pas utilisé : si cette machine se bloque, elle ne redémarre pas d’elle-même.',
  'doctor.watchdog.idle.remedy':
    'Ajoutez RuntimeWatchdogSec=30 sous [Manager] dans /etc/systemd/system.conf.d/watchdog.conf, puis redémarrez la machine.',
  'doctor.power.good': 'La tension d’alimentation a été suffisante depuis le démarrage de la machine.',
  'doctor.power.was-low':
    'La tension d’alimentation a été trop faible par moments depuis le démarrage de la machine.',
  'doctor.power.was-low.remedy': 'Utilisez l’alimentation recommandée par le fabricant, avec un câble court.',
  'doctor.temperature.good': '{sensor} : {celsius} °C',
  'doctor.wear.good': '{disk} : au moins {used:percent} de la durée de vie prévue sont consommés',
  'doctor.wear.failing': 'Le disque {disk} signale une défaillance imminente (SMART).',
  'doctor.wear.failing.remedy': 'Remplacez le disque sans attendre.',
  'doctor.failed': 'Contrôles ayant échoué : {checks}.',
  'player-runs':
    'Mesure impossible tant qu’un lecteur est en marche : les clips de test masqueraient ses contenus.',
  'player-runs.remedy': 'Arrêtez d’abord le lecteur.',
  'not-measured.no-display': 'Mesure impossible : aucun moniteur n’est connecté.',
  'not-measured.display-gone': 'Mesure interrompue : le moniteur a été déconnecté.',
  'not-measured.crashed':
    'Mesure interrompue : le navigateur a planté pendant la lecture d’un clip de test ({reason}).',
  'not-measured.hung': 'Mesure interrompue : le navigateur ne répond plus.',
  'not-measured.slow': 'Mesure interrompue : la lecture des clips de test a pris plus de {limit:duration}.',
  'doctor.measure.retry':
    'Relancez la mesure dans la session graphique du lecteur, quand la machine est au repos.',
  'doctor.measure.machine': '{browser}, écran {display}, processeurs : {processors}, {memory:plain} Mio',
  'doctor.measure.virtual': '{display} (virtuel, non visible)',
  'doctor.measure.row.unknown': 'non pris en charge par le navigateur',
  'doctor.measure.row': '{result}  {decoder}, {shown} images sur 30, {rate} images/s',
  'doctor.measure.row.memory': '{row}, {memory:plain} Mio',
  'doctor.measure.plays': 'fluide  ',
  'doctor.measure.stutters': 'saccadé ',
  'doctor.measure.hardware': 'Décodage matériel : {codecs}.',
  'doctor.measure.software': 'Décodage logiciel : {codecs}.',
  'doctor.measure.none': 'Pas de décodeur pour {codecs}.',
  'doctor.measure.advice.small':
    'Utilisez des images, ou des vidéos de 1280×720 au plus : celles de 1920×1080 sont saccadées avec tous les codecs.',
  'doctor.measure.advice.hd': 'Les vidéos 1920×1080 à 30 images/s sont fluides en {codecs}.',
  'doctor.measure.advice.uhd': 'Les vidéos 3840×2160 sont fluides en {codecs}.',
  'doctor.measure.advice.no-uhd': 'Les vidéos 3840×2160 sont saccadées avec tous les codecs.',
  'doctor.measure.advice.stutters': 'Les vidéos 1920×1080 en {codecs} sont saccadées.',
  'doctor.measure.advice.unknown': 'Le navigateur ne peut pas lire {codecs}.',
} as const satisfies Translation<typeof english>;
