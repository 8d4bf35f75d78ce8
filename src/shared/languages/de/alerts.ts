import type { alerts as english } from '../en/alerts.ts';
import type { Translation } from '../text.ts';

export const alerts = {
  'alert.subject': '{name}: {sentence}',
  'alert.since': 'Das Problem besteht seit {at}.',
  'alert.again': 'Das Problem ist behoben. Es bestand seit {at}.',
  'alert.player': 'Player {name}, Version {version}.',
  'alert.test': 'Dies ist eine Testnachricht. Sie meldet kein Problem.',
  'alert.mail.sent': 'Der Mailserver {host} hat die Nachricht an {to} angenommen.',
  'alert.webhook.sent': '{host} hat die Nachricht angenommen ({status:plain}).',
  'alert-undelivered': 'Eine Benachrichtigung kann nicht zugestellt werden: {why}',
  'alert-unreachable.name': 'Der Name {host} kann nicht aufgelöst werden.',
  'alert-unreachable.name.remedy':
    'Prüfen Sie den Hostnamen in den Einstellungen unter alerts, das Netzwerk und den DNS-Server.',
  'alert-unreachable.refused': '{host} hat die Verbindung abgelehnt.',
  'alert-unreachable.refused.remedy':
    'Prüfen Sie den Port in den Einstellungen unter alerts und ob der Server läuft.',
  'alert-unreachable.timeout': '{host} antwortet nicht.',
  'alert-unreachable.timeout.remedy':
    'Prüfen Sie das Netzwerk. Verwenden Sie für E-Mail Port 587 oder 465: Viele Netzwerke sperren Port 25.',
  'alert-unreachable.other': 'Keine Verbindung zu {host} ({why}).',
  'alert-unreachable.other.remedy':
    'Der Player versucht es erneut. Bleibt der Fehler bestehen, prüfen Sie das Netzwerk und das Protokoll des Servers.',
  'alert-tls-clock':
    'Das Zertifikat von {host} kann nicht geprüft werden: Die Uhr dieses Geräts geht falsch.',
  'alert-tls-clock.remedy': 'Stellen Sie die Uhr, oder schalten Sie die Zeitsynchronisierung (NTP) ein.',
  'alert-tls-expired': 'Das Zertifikat von {host} ist abgelaufen.',
  'alert-tls-expired.remedy':
    'Wenn die Uhr dieses Geräts richtig geht, braucht der Server ein neues Zertifikat.',
  'alert-tls-issuer': 'Das Zertifikat von {host} stammt von einer unbekannten Zertifizierungsstelle (CA).',
  'alert-tls-issuer.remedy':
    'Wenn der Server eine eigene Zertifizierungsstelle (CA) nutzt, tragen Sie deren Zertifikat in alerts.caFile ein.',
  'alert-tls-name': 'Das Zertifikat gilt nicht für {host}.',
  'alert-tls-name.remedy':
    'Prüfen Sie den Hostnamen in den Einstellungen unter alerts: Das Zertifikat muss für ihn ausgestellt sein.',
  'alert-tls': 'Keine sichere Verbindung zu {host} ({code}).',
  'alert-tls.remedy': 'Prüfen Sie den Port: smtps:// gehört zu 465, smtp:// (mit STARTTLS) zu 587 oder 25.',
  'alert-mail-plain': 'Der Mailserver {host} bietet keine Verschlüsselung an (STARTTLS).',
  'alert-mail-plain.remedy':
    'Verwenden Sie smtps:// oder einen anderen Server: Der Player verschickt keine unverschlüsselten E-Mails.',
  'alert-mail-login': 'Der Mailserver {host} lehnt Benutzername oder Passwort ab ({reply}).',
  'alert-mail-login.remedy':
    'Prüfen Sie alerts.mail.credentialsFile. Viele Anbieter verlangen ein App-Passwort.',
  'alert-mail-refused': 'Der Mailserver {host} lehnt die Nachricht ab: {reply}',
  'alert-mail-refused.remedy': 'Prüfen Sie alerts.mail.from und alerts.mail.to.',
  'alert-webhook-refused': '{host} hat die Benachrichtigung mit dem Status {status:plain} beantwortet.',
  'alert-webhook-refused.remedy': 'Prüfen Sie alerts.webhook.url und alerts.webhook.tokenFile.',
  'alert-file': '{setting} ({path}) kann nicht gelesen werden: {code}.',
  'alert-file.remedy': 'Prüfen Sie den Pfad und ob der Player die Datei lesen darf.',
  'alert-credentials': '{path} muss die Felder „user“ und „password“ enthalten.',
  'alert-credentials.remedy': 'Schreiben Sie die Datei als JSON, zum Beispiel: {example}',
} as const satisfies Translation<typeof english>;
