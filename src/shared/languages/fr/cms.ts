import type { cms as english } from '../en/cms.ts';
import type { Translation } from '../text.ts';

export const cms = {
  'cms-address-missing': 'Aucun CMS n’est configuré.',
  'cms-address-missing.remedy':
    'Renseignez cms.url dans la configuration, ou la variable d’environnement VITRINE_CMS_URL.',

  'cms-unreachable-name': 'Impossible de résoudre le nom {host} (DNS).',
  'cms-unreachable-name.remedy':
    'Vérifiez l’orthographe de l’adresse du CMS, le câble réseau ou le Wi-Fi, et le serveur DNS.',
  'cms-unreachable-refused': '{host} a refusé la connexion.',
  'cms-unreachable-refused.remedy':
    'Vérifiez le port dans l’adresse du CMS et assurez-vous que le CMS fonctionne. Un pare-feu ou un proxy peut aussi refuser la connexion.',
  'cms-unreachable-route': 'Il n’y a pas de route réseau vers {host}.',
  'cms-unreachable-route.remedy': 'Vérifiez le réseau et sa passerelle.',
  'cms-unreachable-timeout': '{host} n’a pas répondu à temps.',
  'cms-unreachable-timeout.remedy': 'Vérifiez le réseau et le pare-feu. Le CMS est peut-être surchargé.',
  'cms-unreachable-timeout.login': 'Le CMS n’a pas renouvelé la session à temps.',
  'cms-unreachable-timeout.login.remedy': 'Le lecteur réessaie. Si l’erreur persiste, vérifiez le réseau.',
  'cms-unreachable-cut': 'La connexion avec {host} a été interrompue ({code}).',
  'cms-unreachable-cut.remedy':
    'Le lecteur réessaie. Si l’erreur persiste, vérifiez le réseau, le proxy et le début de l’adresse du CMS (http ou https).',
  'cms-proxy': 'Le proxy n’a pas établi la connexion avec {host}.',
  'cms-proxy.remedy': 'Vérifiez cms.proxy ou HTTPS_PROXY, mot de passe compris.',

  'cms-tls-clock':
    'Impossible de vérifier le certificat de {host} : l’horloge de cette machine n’est pas à l’heure ({here}).',
  'cms-tls-clock.remedy':
    'Réglez l’horloge ou activez la synchronisation de l’heure (NTP), et vérifiez la pile de l’horloge.',
  'cms-tls-clock.differs':
    'Impossible de vérifier le certificat du CMS : l’horloge locale indique {here}, celle du CMS {there}.',
  'cms-tls-clock.differs.remedy': 'Réglez l’horloge ou activez la synchronisation de l’heure (NTP).',
  'cms-tls-expired': 'Le certificat de {host} a expiré (l’horloge locale indique {here}).',
  'cms-tls-expired.remedy': 'Si l’horloge est juste, le CMS a besoin d’un nouveau certificat.',
  'cms-tls-issuer': 'Le certificat de {host} provient d’une autorité de certification (CA) inconnue.',
  'cms-tls-issuer.remedy':
    'Si le CMS ou un proxy utilise sa propre autorité de certification (CA), indiquez le certificat de celle-ci dans cms.caFile. Un portail captif peut aussi être en cause.',
  'cms-tls-name': 'Le certificat n’est pas valable pour {host}.',
  'cms-tls-name.remedy':
    'Vérifiez l’orthographe de l’adresse du CMS. Un portail captif peut aussi être en cause.',
  'cms-tls': 'Impossible d’établir une connexion sécurisée avec {host} ({code}).',
  'cms-tls.remedy': 'Si le CMS n’utilise pas https, son adresse doit commencer par http://.',
  'ca-file-unreadable': 'Impossible de lire le fichier CA {file} : {code}.',
  'ca-file-unreadable.remedy':
    'Vérifiez cms.caFile et assurez-vous que l’utilisateur qui exécute Vitrine peut lire le fichier.',
  'ca-file-invalid': 'Le fichier CA {file} ne contient aucun certificat PEM.',
  'ca-file-invalid.remedy':
    'Le fichier doit contenir « -----BEGIN CERTIFICATE----- ». Convertissez un fichier DER avec : openssl x509 -inform der -in FICHIER.',

  'network-inside':
    'Une requête vers {host} a été bloquée : cette adresse se trouve dans un réseau local qui n’est pas celui du CMS.',
  'network-led-inside':
    'Une redirection depuis Internet vers {host} a été bloquée : cette adresse se trouve dans un réseau local.',
  'network-inside.allow':
    'Si l’accès à cette adresse est voulu, ajoutez-la à network.allow dans la configuration. Un portail captif peut aussi être en cause.',
  'network-insecure': 'Une requête non chiffrée vers {host} a été bloquée.',
  'network-insecure.remedy': 'Utilisez une adresse qui commence par https://, ou retirez cms.httpsOnly.',

  'cms-redirect-loop': '{host} redirige en boucle ({count} fois).',
  'cms-redirect-loop.remedy':
    'Vérifiez l’adresse du CMS, en particulier si elle commence bien par http ou https.',
  'cms-redirected': 'Le CMS redirige vers {origin}.',
  'cms-redirected.remedy': 'Indiquez {address} comme adresse du CMS.',
  'cms-redirected.insecure': '{host} redirige de https vers une adresse non chiffrée : {origin}.',
  'cms-redirected.insecure.remedy':
    'Configurez le CMS, ou le proxy placé devant lui, pour qu’il redirige vers des adresses commençant par https://.',
  'cms-redirected.change':
    '{host} a redirigé une requête de modification vers {origin}. Le lecteur ne suit pas de telles redirections ; rien n’a été modifié.',
  'cms-redirected.change.remedy':
    'Si {origin} est bien le CMS, indiquez-le comme adresse du CMS dans la configuration.',
  'cms-captive-portal': 'Un portail captif répond à la place du CMS.',
  'cms-captive-portal.at': 'Un portail captif ({host}) répond à la place du CMS.',
  'cms-captive-portal.log-in':
    'Connectez-vous au réseau ou au Wi-Fi depuis cette machine, ou faites-la autoriser par l’exploitant du réseau.',

  'cms.reason': ' Le CMS indique : {answer}',
  'cms-unauthorised': 'Le CMS n’accepte pas le jeton (401).{because}',
  'cms-unauthorised.remedy':
    'Indiquez un nouveau jeton personnel, ou reconnectez-vous avec « vitrine cms login ».',
  'cms-unauthorised.expired': 'Le jeton a expiré.',
  'cms-unauthorised.expired.remedy':
    'Indiquez un nouveau jeton personnel, ou reconnectez-vous avec « vitrine cms login ».',
  'cms-forbidden': 'Le CMS n’autorise pas la requête {request} ({status:plain}).{because}',
  'cms-forbidden.remedy':
    'Le compte auquel appartient ce jeton n’a pas le droit nécessaire : utilisez le jeton d’un compte qui l’a.',
  'cms-not-found': 'Le CMS ne trouve rien à l’adresse {path} ({status:plain}).',
  'cms-not-found.remedy': 'Vérifiez l’identifiant et l’adresse du CMS, qui doit se terminer par /api/v1.0/.',
  'cms-not-found.id': 'Aucun enregistrement n’a l’identifiant « {id} ».',
  'cms-not-offered': 'Le CMS ne prend pas en charge la requête {request} (405).',
  'cms-not-offered.remedy':
    'Vérifiez l’adresse du CMS. Si le CMS refuse la modification d’une playlist, réglez cms.profile.updateMethod sur la méthode qu’il accepte.',
  'cms-conflict': 'La requête {request} est en conflit avec une autre modification (409).{because}',
  'cms-conflict.remedy':
    'Quelqu’un a peut-être modifié l’enregistrement en même temps. Vérifiez son contenu actuel, puis recommencez la modification.',
  'cms-conflict.list': 'Une liste du CMS n’a cessé de changer pendant que le lecteur la lisait.',
  'cms-conflict.list.remedy': 'Rien à faire : le lecteur réessaie.',
  'cms-upload-too-large': 'Le CMS rejette la requête {request}, trop volumineuse (413).',
  'cms-upload-too-large.remedy':
    'Utilisez un fichier plus petit, ou augmentez la taille d’envoi maximale du CMS ou de son proxy.',
  'cms-rate-limited': 'Le CMS signale un trop grand nombre de requêtes (429).',
  'cms-rate-limited.remedy':
    'Rien à faire : le lecteur réessaie à la prochaine synchronisation. Si l’erreur persiste, espacez les synchronisations (dans le CMS ou avec syncSeconds).',
  'cms-rate-limited.until': 'Le CMS n’acceptera aucune requête avant {until}.',
  'cms-rate-limited.until.remedy':
    'Rien à faire : le lecteur réessaiera dès que le CMS acceptera de nouveau des requêtes. Si l’erreur persiste, espacez les synchronisations (dans le CMS ou avec syncSeconds).',
  'cms-server-error': 'Le CMS n’a pas pu traiter la requête {request} ({status:plain}).',
  'cms-server-error.remedy':
    'Rien à faire ici : le lecteur réessaie. Si l’erreur persiste, contactez l’exploitant du CMS.',
  'cms-server-error.until':
    'Le CMS n’a pas pu traiter la requête {request} ({status:plain}) et n’acceptera aucune requête avant {until}.',
  'cms-server-error.until.remedy':
    'Rien à faire ici : le lecteur réessaiera dès que le CMS acceptera de nouveau des requêtes. Si l’erreur persiste, contactez l’exploitant du CMS.',
  'cms-invalid': 'Le CMS rejette la requête {request} ({status:plain}).{because}',
  'cms-invalid.remedy': 'Vérifiez l’adresse du CMS et votre saisie, ou contactez l’exploitant du CMS.',
  'cms-bad-answer.status': 'Le CMS a répondu à la requête {request} avec le code HTTP {status:plain}.',
  'cms-bad-answer.status.remedy': 'Vérifiez l’adresse du CMS et l’éventuel proxy placé devant lui.',

  'cms-bad-answer.list': 'Le lecteur attendait une liste du CMS, mais a reçu : {seen}.',
  'cms-bad-answer.list.remedy':
    'Vérifiez l’adresse du CMS. Si le CMS place ses listes dans un objet, indiquez le chemin de la liste dans cms.profile.envelope.',
  'cms-bad-answer.no-code':
    'La réponse du CMS à la demande d’authentification ne contient pas de code utilisable.',
  'cms-bad-answer.no-token':
    'La réponse du CMS à la demande d’authentification ne contient pas de jeton d’accès.',
  'cms-bad-answer.token-type':
    'La réponse du CMS à la demande d’authentification contient un jeton de type « {type} » au lieu de Bearer.',
  'cms-bad-answer.login-host': 'Vérifiez cms.oauth.authUrl : cette adresse doit désigner l’hôte du CMS.',
  'cms-not-json.empty': 'Le CMS a envoyé une réponse vide.',
  'cms-not-json.empty.remedy': 'Vérifiez que l’adresse du CMS se termine par /api/v1.0/.',
  'cms-not-json.page': 'Le CMS a envoyé une page web au lieu de données.',
  'cms-not-json.page.remedy':
    'Vérifiez que l’adresse du CMS se termine par /api/v1.0/. Un portail captif peut aussi être en cause.',
  'cms-not-json.damaged': 'Le CMS a envoyé du JSON incomplet ou non valide.',
  'cms-not-json.damaged.remedy': 'Le lecteur réessaie. Si l’erreur persiste, vérifiez l’adresse du CMS.',
  'cms-too-large': 'La réponse du CMS dépasse {most:bytes}.',
  'cms-too-large.remedy':
    'Configurez le CMS pour qu’il pagine ses listes, ou demandez moins d’enregistrements avec cms.profile.listQuery.',
  'cms-too-deep': 'La réponse du CMS compte plus de {most} niveaux d’imbrication.',
  'cms-too-deep.remedy': 'Vérifiez l’adresse du CMS, ou contactez l’exploitant du CMS.',
  'cms-bad-paging.elsewhere':
    'Impossible de lire une liste du CMS : sa page suivante se trouve sur un autre hôte.',
  'cms-bad-paging.elsewhere.remedy':
    'Dans l’adresse du CMS, utilisez le nom d’hôte qui figure dans les liens du CMS.',
  'cms-bad-paging.circle': 'Impossible de lire une liste du CMS : ses pages se répètent.',
  'cms-bad-paging.pages': 'Impossible de lire une liste du CMS : elle compte plus de {most} pages.',
  'cms-bad-paging.records':
    'Impossible de lire une liste du CMS : elle compte plus de {most} enregistrements.',
  'cms-bad-paging.ask':
    'Contactez l’exploitant du CMS. cms.profile.listQuery permet de demander des pages plus grandes.',
  'cms-bad-record': 'Un enregistrement du CMS est inutilisable : {why}.',
  'cms-bad-record.remedy': 'Si le champ porte un autre nom dans ce CMS, indiquez-le dans cms.profile.fields.',
  'cms-bad-record.no-entries': 'Le CMS a envoyé une playlist sans ses entrées.',
  'cms-bad-record.no-entries.remedy':
    'Indiquez le nom du champ des entrées dans cms.profile.fields.playlist.playlist_entries, ou l’adresse des entrées dans cms.profile.entriesPath.',
  'cms-not-changed':
    'Le CMS a accepté la modification de la playlist {id}, mais a gardé l’ancienne valeur du champ {field}.',
  'cms-not-changed.remedy':
    'Vérifiez que le compte auquel appartient ce jeton a le droit de modifier la playlist. Si le CMS attend une autre méthode de modification, définissez cms.profile.updateMethod.',

  'cms.record.field': '{field} {why}',
  'cms.record.whole': 'l’enregistrement {why}',
  'cms.record.without-id': '{why} (entrée n° {number} de la playlist)',
  'cms.record.without-id.file': '{why} (entrée n° {number} de la playlist, fichier {file})',
  'cms.record.missing': 'est absent',
  'cms.record.missing-for-download': 'est absent, alors que l’adresse de téléchargement en a besoin',
  'cms.record.no-id': 'n’est pas un identifiant ({seen})',
  'cms.record.no-object': 'n’est pas un objet ({seen})',
  'cms.record.no-number': 'n’est pas un nombre ({seen})',
  'cms.record.no-address': 'n’est pas une adresse http ({seen})',
  'cms.record.long-address': 'est une adresse de plus de {most} caractères',
  'cms.record.other-id': 'n’est pas l’identifiant demandé ({id})',
  'cms.record.negative': 'est négatif ({seen:plain})',
  'cms.record.two-targets':
    'est défini en même temps qu’une playlist imbriquée : une entrée ne peut désigner que l’un des deux',
  'cms.record.play-rule': 'a une valeur inconnue ({seen:plain})',
  'cms.record.weekdays': 'n’est pas un masque de jours de la semaine compris entre 0 et 127 ({seen:plain})',
  'cms.value.text': 'le texte « {text} »',
  'cms.value.list': 'une liste',
  'cms.value.object': 'un objet',
  'cms.value.fields': { one: 'un objet avec le champ {fields}', other: 'un objet avec les champs {fields}' },
  'cms.value.empty-object': 'un objet vide',

  'token-missing': 'Aucun jeton d’accès au CMS n’est défini.',
  'token-missing.remedy':
    'Renseignez VITRINE_CMS_TOKEN ou VITRINE_CMS_TOKEN_FILE. Pour vous connecter par OAuth, renseignez plutôt cms.oauth et exécutez « vitrine cms login ».',
  'token-unreadable': 'Impossible de lire le fichier {path} : {code}.',
  'token-unreadable.remedy':
    'Vérifiez le chemin et assurez-vous que l’utilisateur qui exécute Vitrine peut lire le fichier.',
  'token-invalid.empty': '{what} est vide.',
  'token-invalid.characters':
    '{what} contient des caractères non valides (espaces, retours à la ligne ou lettres non ASCII).',
  'token-invalid.copy': 'Copiez de nouveau le jeton ou le secret entier depuis le CMS.',
  'cms.token.own': 'Le jeton',
  'cms.token.in-file': 'Le jeton dans {path}',
  'cms.token.secret': 'Le secret client',
  'cms.token.access': 'Le jeton d’accès du CMS',
  'cms.token.refresh': 'Le jeton d’actualisation du CMS',
  'config-invalid.client-secret': 'Le secret client n’est pas défini.',
  'config-invalid.client-secret.remedy': 'Renseignez cms.oauth.clientSecretFile ou cms.oauth.clientSecret.',
  'config-invalid.profile': 'La configuration contient des erreurs : {mistakes}.',

  'login-needed.none': 'Le lecteur ne s’est pas encore connecté au CMS.',
  'login-needed.damaged': 'La session enregistrée est endommagée.',
  'login-needed.other': 'La session enregistrée appartient à un autre CMS ou à un autre client OAuth.',
  'login-needed.expired': 'La session a expiré et ne peut pas être renouvelée.',
  'login-needed.refused': 'Le CMS a refusé de renouveler la session.',
  'login-needed.again': 'Reconnectez-vous avec « vitrine cms login ».',
  'login-unreadable': 'Impossible de lire la session enregistrée ({path}) : {code}.',
  'login-unreadable.remedy':
    'Vérifiez que l’utilisateur qui exécute Vitrine peut lire le dossier de données.',
  'login-not-saved': 'Impossible d’enregistrer la session dans le dossier de données.',
  'login-not-saved.remedy':
    'Vérifiez que le disque n’est pas plein et que l’utilisateur qui exécute Vitrine peut écrire dans le dossier de données.',
  'login-not-saved.lock': 'Impossible de renouveler la session : {path} n’est pas accessible en écriture.',
  'login-not-saved.lock.remedy':
    'Vérifiez que le disque n’est ni plein ni en lecture seule, et que l’utilisateur qui exécute Vitrine peut écrire dans le dossier de données.',
  'login-busy':
    'Impossible de renouveler la session : un autre programme le fait déjà depuis {waited:duration}.',
  'login-client-refused': 'Le CMS n’accepte pas l’identifiant client ou le secret client.',
  'login-client-refused.remedy':
    'Comparez cms.oauth.clientId et clientSecret avec ceux du client dans les réglages API du CMS.',
  'login-client-refused.device': 'Le CMS rejette ce client OAuth ({code}).',
  'login-client-refused.device.remedy':
    'Comparez l’identifiant client et le secret client avec ceux du client dans les réglages API du CMS.',
  'login-code-refused': 'Le CMS n’a pas accepté le code fourni pour cette connexion.',
  'login-code-refused.remedy':
    'Un code ne sert qu’une fois et expire vite : relancez « vitrine cms login ». L’adresse de redirection doit être exactement celle qui est enregistrée dans le CMS.',
  'login-code-expired': 'La connexion n’a pas été autorisée à temps.',
  'login-code-expired.remedy': 'Recommencez la connexion.',
  'login-denied': 'L’autorisation a été refusée dans le CMS.',
  'login-denied.remedy': 'Recommencez la connexion.',
  'login-denied.browser': 'Le CMS a refusé la connexion au compte ({code}).',
  'login-denied.browser.remedy':
    'Relancez « vitrine cms login » et autorisez la connexion dans le navigateur.',
  'login-port-taken':
    'Le port {port:plain}, nécessaire à l’authentification, est déjà utilisé par un autre programme.',
  'login-port-taken.remedy':
    'Arrêtez le programme qui utilise le port, ou choisissez un autre cms.oauth.redirectPort et enregistrez dans le CMS l’adresse de redirection avec ce port.',
  'upload-unreadable': 'Impossible de lire le fichier {path} : {code}.',
  'upload-unreadable.no-file': '{path} n’est pas un fichier.',

  'cms.check.answers': '{url} répond.',
  'cms.check.token': 'Le CMS accepte le jeton.',
  'cms.check.playlists': { one: '{count} playlist', other: '{count} playlists' },
  'cms.check.no-playlists': 'Le compte auquel appartient ce jeton n’a aucune playlist.',
  'cms.check.no-playlists.remedy': 'Créez une playlist dans le CMS, ou utilisez le jeton d’un autre compte.',
  'cms.check.meant': '{problem} Un CMS répond à l’adresse {meant}.',
  'cms.check.meant.remedy': 'Indiquez {meant} dans cms.url (VITRINE_CMS_URL).',
  'cms.check.unassigned': 'La configuration n’indique pas ce qu’il faut diffuser.',
  'cms.check.unassigned.remedy': 'Renseignez VITRINE_DEVICE, VITRINE_DEVICE_GROUP ou VITRINE_PLAYLIST.',
  'cms.check.device': 'Appareil',
  'cms.check.deviceGroup': 'Groupe d’appareils',
  'cms.check.playlist': 'Playlist',
  'cms.check.assigned': '{kind} « {name} » ({id})',
  'cms.check.plays': '{kind} « {name} » ({id}), playlist « {playlist} » ({playlistId})',
  'cms.check.empty': '{what} : la playlist est vide, il n’y a donc rien à diffuser.',
  'cms.check.empty.remedy': 'Ajoutez des entrées à la playlist dans le CMS, ou attribuez-en une autre.',
  'cms.check.none': '{kind} « {name} » ({id}) : aucune playlist n’est attribuée.',
  'cms.check.none.remedy': 'Attribuez une playlist dans le CMS. D’ici là, l’écran n’affiche aucun contenu.',
  'cms.check.gone': '{kind} « {name} » ({id}) : la playlist attribuée ({playlistId}) n’existe pas.',
  'cms.check.gone.remedy': 'Attribuez une autre playlist dans le CMS.',
  'cms.check.zone': '{kind} « {name} » ({id}) : le fuseau horaire « {zone} » n’existe pas.',
  'cms.check.zone.remedy': 'Choisissez un fuseau horaire valide dans le CMS, par exemple Europe/Paris.',

  'assignment-not-found.device': 'Le CMS ne connaît pas l’appareil « {ref} ».',
  'assignment-not-found.deviceGroup': 'Le CMS ne connaît pas le groupe d’appareils « {ref} ».',
  'assignment-not-found.playlist': 'Le CMS ne connaît pas la playlist « {ref} ».',
  'assignment-not-found.known':
    'Le CMS contient : {known}. Vérifiez l’identifiant ou le nom, et le compte auquel appartient le jeton.',
  'assignment-not-found.nothing':
    'Le CMS a renvoyé une liste vide. Vérifiez à quel compte appartient le jeton.',
  'playlist-gone': 'Le CMS ne connaît pas la playlist « {ref} ».',
  'playlist-gone.remedy': 'Attribuez une autre playlist dans le CMS ou dans la configuration.',
  'cms-no-entries': 'Le CMS a envoyé la playlist « {name} » ({id}) sans ses entrées.',
  'cms-no-entries.remedy': 'Indiquez dans cms.profile.entriesPath l’adresse des entrées dans ce CMS.',

  'feed-unusable.address':
    'Le flux du bandeau défilant est inutilisable : son adresse ne commence ni par http:// ni par https://.',
  'feed-unusable.status':
    'Le flux du bandeau défilant est inutilisable : son serveur a répondu avec le code HTTP {status:plain}.',
  'feed-unusable.format':
    'Le flux du bandeau défilant est inutilisable : il n’est ni au format RSS ni au format Atom.',
  'feed-unusable.unreachable': 'Le flux du bandeau défilant est inutilisable. {why}',
  'feed-unusable.check': 'Vérifiez l’adresse du flux dans le CMS.',
} as const satisfies Translation<typeof english>;
