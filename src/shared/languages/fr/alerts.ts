import type { alerts as english } from '../en/alerts.ts';
import type { Translation } from '../text.ts';

export const alerts = {
  'alert.subject': '{name} : {sentence}',
  'alert.since': 'Le problème dure depuis le {at}.',
  'alert.again': 'Le problème est résolu. Il durait depuis le {at}.',
  'alert.player': 'Lecteur {name}, version {version}.',
  'alert.test': 'Ceci est un message de test. Il ne signale aucun problème.',
  'alert.mail.sent': 'Le serveur de messagerie {host} a accepté le message pour {to}.',
  'alert.webhook.sent': '{host} a accepté le message ({status:plain}).',
  'alert-undelivered': 'Une alerte n’a pas pu être envoyée : {why}',
  'alert-unreachable.name': 'Impossible de résoudre le nom {host}.',
  'alert-unreachable.name.remedy':
    'Vérifiez le nom d’hôte dans la section « alerts » des réglages, le réseau et le serveur DNS.',
  'alert-unreachable.refused': '{host} a refusé la connexion.',
  'alert-unreachable.refused.remedy':
    'Vérifiez le port dans la section « alerts » des réglages et assurez-vous que le serveur fonctionne.',
  'alert-unreachable.timeout': '{host} ne répond pas.',
  'alert-unreachable.timeout.remedy':
    'Vérifiez le réseau. Pour les e-mails, utilisez le port 587 ou 465 : de nombreux réseaux bloquent le port 25.',
  'alert-unreachable.other': 'Impossible de se connecter à {host} ({why}).',
  'alert-unreachable.other.remedy':
    'Le lecteur réessaie. Si le problème persiste, vérifiez le réseau et le journal du serveur.',
  'alert-tls-clock':
    'Impossible de vérifier le certificat de {host} : l’horloge de cette machine n’est pas à l’heure.',
  'alert-tls-clock.remedy': 'Réglez l’horloge ou activez la synchronisation de l’heure (NTP).',
  'alert-tls-expired': 'Le certificat de {host} a expiré.',
  'alert-tls-expired.remedy':
    'Si l’horloge de cette machine est juste, le serveur a besoin d’un nouveau certificat.',
  'alert-tls-issuer': 'Le certificat de {host} provient d’une autorité de certification (CA) inconnue.',
  'alert-tls-issuer.remedy':
    'Si le serveur utilise sa propre autorité de certification (CA), indiquez le certificat de celle-ci dans alerts.caFile.',
  'alert-tls-name': 'Le certificat n’est pas valable pour {host}.',
  'alert-tls-name.remedy':
    'Vérifiez le nom d’hôte dans la section « alerts » des réglages : le certificat doit être établi pour ce nom.',
  'alert-tls': 'Impossible d’établir une connexion sécurisée avec {host} ({code}).',
  'alert-tls.remedy': 'Vérifiez le port : 465 pour smtps://, 587 ou 25 pour smtp:// (avec STARTTLS).',
  'alert-mail-plain': 'Le serveur de messagerie {host} ne propose aucun chiffrement (STARTTLS).',
  'alert-mail-plain.remedy':
    'Utilisez smtps:// ou un autre serveur : le lecteur n’envoie aucun e-mail sans chiffrement.',
  'alert-mail-login':
    'Le serveur de messagerie {host} refuse le nom d’utilisateur ou le mot de passe ({reply}).',
  'alert-mail-login.remedy':
    'Vérifiez alerts.mail.credentialsFile. De nombreux fournisseurs exigent un mot de passe d’application.',
  'alert-mail-refused': 'Le serveur de messagerie {host} refuse le message : {reply}',
  'alert-mail-refused.remedy': 'Vérifiez alerts.mail.from et alerts.mail.to.',
  'alert-webhook-refused': '{host} a répondu à l’alerte avec le code HTTP {status:plain}.',
  'alert-webhook-refused.remedy': 'Vérifiez alerts.webhook.url et alerts.webhook.tokenFile.',
  'alert-file': 'Impossible de lire {setting} ({path}) : {code}.',
  'alert-file.remedy': 'Vérifiez le chemin et assurez-vous que le lecteur peut lire le fichier.',
  'alert-credentials': 'Le fichier {path} doit contenir les champs "user" et "password".',
  'alert-credentials.remedy': 'Écrivez le fichier en JSON, par exemple : {example}',
} as const satisfies Translation<typeof english>;
