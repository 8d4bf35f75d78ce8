import type { fleetLink as english } from '../en/fleet-link.ts';
import type { Translation } from '../text.ts';

export const fleetLink = {
  'no-fleet': 'Aucun parc n’est configuré.',
  'no-fleet.remedy':
    'Définissez fleet.url (VITRINE_FLEET_URL), fleet.name et fleet.credentialsFile : voir docs/guide/fleet.md.',
  'fleet-credentials.unset': 'fleet.credentialsFile n’est pas défini.',
  'fleet-credentials.unset.remedy':
    'Indiquez dans fleet.credentialsFile un fichier contenant les identifiants de l’administrateur du broker.',
  'fleet-credentials.invalid': 'Le fichier {path} ne contient pas les deux champs "user" et "password".',
  'fleet-credentials.invalid.remedy': 'Écrivez le fichier en JSON, par exemple : {example}',
  'fleet-file': 'Impossible de lire {setting} ({path}) : {code}.',
  'fleet-file.remedy':
    'Vérifiez le chemin et assurez-vous que l’utilisateur qui exécute Vitrine peut lire le fichier.',
  'fleet-enrolment.unreadable': 'Impossible de lire {path} : {code}.',
  'fleet-enrolment.invalid': 'Ce n’est pas un fichier d’enrôlement.',
  'fleet-enrolment.invalid.file': '{path} n’est pas un fichier d’enrôlement.',
  'fleet-enrolment.create':
    'Créez un fichier d’enrôlement avec « vitrine fleet enrol group » et indiquez-le dans fleet.enrolmentFile.',

  'broker-silent': 'Le broker accepte les connexions mais ne répond pas.',
  'broker-silent.remedy': 'Vérifiez si le broker est surchargé et si fleet.url mène bien à un broker MQTT.',
  'broker-oversized': 'Le broker a envoyé un message trop volumineux pour ce lecteur.',
  'broker-oversized.remedy':
    'Vérifiez la liste d’accès (ACL) du broker : seuls vos propres lecteurs et utilisateurs devraient pouvoir écrire dans les topics de ce parc.',
  'broker-flood': 'Le broker a envoyé plus de {most} messages en {time:duration}.',
  'broker-flood.remedy':
    'Vérifiez la liste d’accès (ACL) du broker : seuls vos propres lecteurs et utilisateurs devraient pouvoir écrire dans les topics de ce parc.',
  'broker-too-old': 'Le broker ne prend en charge que MQTT 3.1.1 ; le lecteur a besoin de MQTT 5.',
  'broker-too-old.remedy':
    'Mettez le broker à jour (mosquitto prend en charge MQTT 5 depuis la version 1.6), ou activez MQTT 5 dans sa configuration.',
  'broker-quota': 'Le quota du broker est dépassé.',
  'broker-quota.remedy': 'Demandez un quota plus élevé à l’exploitant du broker.',
  'broker-not-allowed.read':
    'Le broker n’autorise pas ce lecteur à s’abonner à ses topics (code {reason:plain}).',
  'broker-not-allowed.read.remedy':
    'Vérifiez la liste d’accès (ACL) du broker : docs/guide/fleet.md en contient une à copier.',
  'broker-not-allowed.write':
    'Le broker n’autorise pas ce lecteur à publier sur ses topics (code {reason:plain}).',
  'broker-not-allowed.write.remedy':
    'Vérifiez la liste d’accès (ACL) du broker : docs/guide/fleet.md en contient une à copier.',
  'broker-not-allowed.rollout': 'Le broker n’a pas renvoyé le plan de déploiement en guise de confirmation.',
  'broker-not-allowed.rollout.remedy':
    'Autorisez votre utilisateur du broker à lire et à écrire $rollout/plan : voir la liste d’accès (ACL) de deploy/mosquitto.',
  'broker-ended': 'Le broker a fermé la connexion (code {reason:plain}).',
  'broker-ended.remedy':
    'Le lecteur réessaie. Le journal du broker indique pourquoi la connexion a été coupée.',
  'broker-login': 'Le broker refuse les identifiants de ce lecteur.',
  'broker-login.remedy':
    'Vérifiez fleet.credentialsFile ou fleet.certificateFile, ainsi que les utilisateurs du broker.',
  'broker-login.certificate': '{host} refuse le certificat de ce lecteur ({code}).',
  'broker-login.certificate.remedy':
    'Vérifiez fleet.certificateFile et fleet.keyFile, ainsi que les certificats client acceptés par le broker.',
  'broker-identity': 'Le broker refuse l’identifiant client de ce lecteur.',
  'broker-identity.remedy':
    'Vérifiez fleet.name et fleet.device, ainsi que la liste d’accès (ACL) du broker.',
  'broker-busy': 'Le broker est occupé.',
  'broker-busy.remedy': 'Le lecteur réessaie.',
  'broker-closing': 'Le broker s’arrête.',
  'broker-closing.remedy': 'Le lecteur réessaie.',
  'broker-taken-over': 'Un autre lecteur s’est connecté sous le nom de celui-ci.',
  'broker-taken-over.remedy':
    'Donnez à chaque lecteur son propre fleet.device et ses propres identifiants : une carte SD ou un disque cloné contient les deux.',
  'broker-packet-size': 'Le broker refuse les messages de cette taille.',
  'broker-packet-size.remedy':
    'Autorisez dans le broker les messages jusqu’à 128 Ko (message_size_limit ou max_packet_size de mosquitto).',
  'broker-unreachable.name': 'Impossible de résoudre le nom {host}.',
  'broker-unreachable.name.remedy': 'Vérifiez le réseau, le serveur DNS et l’orthographe de fleet.url.',
  'broker-unreachable.refused': '{host} a refusé la connexion.',
  'broker-unreachable.refused.remedy':
    'Vérifiez le port dans fleet.url et assurez-vous que le broker fonctionne. Un pare-feu peut aussi refuser la connexion.',
  'broker-unreachable.other': 'Impossible de se connecter à {host} ({why}).',
  'broker-unreachable.other.remedy':
    'Le lecteur réessaie. Si le problème persiste, vérifiez le réseau et le journal du broker.',
  'broker-closed': '{host} a fermé la connexion sans en donner la raison.',
  'broker-closed.remedy':
    'Vérifiez si le broker prend en charge MQTT 5 (certains brokers limités à MQTT 3.1.1 ferment ainsi la connexion) et si son port exige TLS ; consultez aussi son journal.',
  'broker-tls-clock':
    'Impossible de vérifier le certificat de {host} : l’horloge de cette machine n’est pas à l’heure.',
  'broker-tls-clock.remedy': 'Réglez l’horloge ou activez la synchronisation de l’heure (NTP).',
  'broker-tls-expired': 'Le certificat de {host} a expiré.',
  'broker-tls-expired.remedy':
    'Si l’horloge de cette machine est juste, le broker a besoin d’un nouveau certificat.',
  'broker-tls-issuer': 'Le certificat de {host} provient d’une autorité de certification (CA) inconnue.',
  'broker-tls-issuer.remedy':
    'Si le broker utilise sa propre autorité de certification (CA), indiquez le certificat de celle-ci dans fleet.caFile.',
  'broker-tls-name': 'Le certificat n’est pas valable pour {host}.',
  'broker-tls-name.remedy':
    'Vérifiez l’orthographe de fleet.url : le certificat doit être établi pour cet hôte.',
  'broker-tls': 'Impossible d’établir une connexion sécurisée avec {host} ({code}).',
  'broker-tls.remedy': 'Vérifiez si le broker utilise TLS sur le port indiqué dans fleet.url.',
  'broker-slow': 'Le broker n’a pas envoyé tous les messages « retained » en {time:duration}.',
  'broker-slow.remedy':
    'Vérifiez si le broker est surchargé et si d’autres programmes ont laissé des messages « retained » sur les topics de ce parc.',
  'broker-refused': 'Le broker refuse la modification de ses utilisateurs : {answer}',
  'no-dynamic-security': 'Le broker ne répond pas aux demandes de gestion de ses utilisateurs.',
  'no-dynamic-security.remedy':
    'Activez le plugin dynamic-security du broker et connectez-vous en tant qu’administrateur du broker : voir docs/guide/fleet.md, Enrolment.',

  'enrol-unanswered': '« vitrine fleet enrol serve » ne répond pas.',
  'enrol-unanswered.remedy':
    'Sur la machine de l’exploitant, laissez « vitrine fleet enrol serve » tourner avec le fichier d’enrôlement de cet écran pendant toute l’installation.',
  'enrol-turn': 'Un autre écran utilisant le même fichier d’enrôlement s’est connecté entre-temps.',
  'enrol-turn.remedy':
    'Rien à faire : les écrans utilisant le même fichier d’enrôlement sont enrôlés l’un après l’autre.',
  'enrol-taken': 'Cet écran n’a pas été enrôlé : un autre écran porte déjà son nom.',
  'enrol-taken.remedy':
    'Donnez à cet écran un autre fleet.device, ou supprimez du broker l’utilisateur de l’autre écran.',
  'enrol-enough':
    'Cet écran n’a pas été enrôlé : « vitrine fleet enrol serve » a atteint sa limite (--most).',
  'enrol-enough.remedy': 'Pour enrôler d’autres écrans, relancez « vitrine fleet enrol serve ».',
  'enrol-group':
    'Cet écran n’a pas été enrôlé : son fichier d’enrôlement indique des groupes que « vitrine fleet enrol serve » n’accepte pas.',
  'enrol-group.remedy':
    'Donnez à cet écran le fichier d’enrôlement qu’utilise « vitrine fleet enrol serve ».',
  'enrol-refused': 'Cet écran n’a pas été enrôlé : « vitrine fleet enrol serve » a refusé sa demande.',
  'enrol-refused.remedy':
    'Utilisez la même version de Vitrine sur cet écran et sur la machine de l’exploitant.',

  'command-refused.oversized': 'La commande dépasse {most:bytes}.',
  'command-refused.malformed': 'La commande est mal formée : {where} ({what}).',
  'command-refused.malformed.lifetime':
    'La durée de validité de la commande dépasse le maximum de 24 heures.',
  'command-refused.retained':
    'La commande a été envoyée comme message « retained » et se répéterait à chaque connexion : supprimez le message conservé sur son topic.',
  'command-refused.not-for-us': 'La commande est arrivée sur un topic qui n’est pas destiné à ce lecteur.',
  'command-refused.unsigned': 'Ce lecteur n’exécute que les commandes signées avec la clé de son exploitant.',
  'command-refused.signature': 'La signature ne correspond pas à cette commande ou à la clé de l’exploitant.',
  'command-refused.unknown': 'Cette version du lecteur ne connaît pas la commande « {name} ».',
  'command-refused.not-allowed': 'Le réglage fleet.commands de ce lecteur n’autorise pas cette commande.',
  'command-refused.clock':
    'L’horloge de ce lecteur n’est pas à l’heure : impossible de savoir si la commande a expiré.',
  'command-refused.clock.ahead':
    'La commande est datée dans le futur : l’horloge du lecteur ou celle de l’expéditeur n’est pas à l’heure.',
  'command-refused.expired': 'La commande avait déjà expiré.',
  'command-refused.busy': 'Trop de commandes sont déjà en attente sur ce lecteur.',
  'command-failed.interrupted':
    'Le lecteur s’est arrêté pendant l’exécution de la commande ; on ignore si elle a abouti.',
  'too-long': 'La commande n’est pas terminée après {most:duration} ; elle peut encore aboutir.',
  'picture-too-large': 'La capture d’écran est trop volumineuse pour le broker ({size:bytes}).',

  'rollout-taken.another': 'Un autre déploiement a commencé.',
  'rollout-taken.other-runner': 'Ce déploiement est désormais piloté depuis un autre terminal.',
  'rollout-taken.look':
    'Pour consulter le déploiement, exécutez « vitrine fleet rollout status » ; pour le piloter depuis ce terminal, « vitrine fleet rollout run ».',
  'rollout.retry': '{why} Le déploiement reste en l’état ; le programme qui le pilote réessaie.',
  'rollout.older':
    'Le broker a renvoyé un plan de déploiement périmé ; le programme qui pilote le déploiement réécrit le plan actuel.',
  'rollout.unreadable':
    'Le plan de déploiement stocké sur le broker est illisible ; le programme qui pilote le déploiement le réécrit.',
  'rollout.forgotten':
    'Le broker a perdu le plan de déploiement ; le programme qui pilote le déploiement le réécrit.',
  'rollout.over': 'Le déploiement est terminé.',
  'rollout.failing': 'Échecs : {failed} sur {all} ; la limite est de {limit:percent}.',
  'rollout.few-players':
    'Lecteurs connus du broker : seulement {players} sur {all} ; le déploiement en attend d’autres.',
  'rollout.step': 'Étape {step} sur {steps} – {counts}.',
  'rollout.finished': 'Étape {step} sur {steps}, lecteurs ayant terminé : {finished}.',
  'rollout.rests': 'L’étape {step} sur {steps} est terminée ; début de la suivante : {until:time}.',
  'rollout.rests.last': 'L’étape {step} sur {steps} est terminée ; fin du déploiement : {until:time}.',
  'rollout.next': 'L’étape {step} sur {steps} commence.',
  'rollout.done': 'Lecteurs ayant installé la version : {kept} sur {asked}.',
  'rollout.counts':
    'sélectionnés : {asked}, version installée : {kept}, échecs : {failed}, à l’essai : {trying}, en attente : {waiting}, hors ligne : {away}, installation impossible : {cannot}',
  'rollout.counts.codes': '{counts} ({codes})',
  'rollout.stopped': '{why} Lecteurs : {counts}.',
  'rollout.stopped.by-hand': 'Le déploiement a été arrêté manuellement.',
} as const satisfies Translation<typeof english>;
