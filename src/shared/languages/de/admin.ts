import type { admin as english } from '../en/admin.ts';
import type { Translation } from '../text.ts';

export const admin = {
  'not-found': 'Unter dieser Adresse gibt es nichts.',
  'not-found.picture': 'Solange dieser Player eingerichtet wird, gibt es keine Screenshots.',
  'internal.answer': 'Der Player hat eine ungültige Antwort gesendet.',
  'player-silent': 'Der laufende Player hat innerhalb von {time:duration} nicht geantwortet.',
  'player-silent.remedy': 'Bleibt der Fehler bestehen, starten Sie den Player neu.',
  'page-starting': 'Die Statusseite startet noch.',
  'page-starting.remedy': 'Versuchen Sie es in einer Minute erneut.',
  'player-not-yours':
    'Der Player, der diesen Datenordner verwendet, läuft unter einem anderen Benutzer dieses Geräts.',
  'player-not-yours.remedy': 'Führen Sie den Befehl als der Benutzer aus, unter dem der Player läuft.',
  'wrong-usage.action': '{name}, {where}: {what}.',
  'wrong-usage.access': 'Der Zugriff aus dem Netzwerk kann nicht freigegeben werden: {what}.',
  'wrong-usage.login': 'Die Anmeldeanfrage ist ungültig.',
  'wrong-password': 'Falsches Passwort.',
  'not-logged-in': 'Melden Sie sich zuerst an.',
  'too-many-tries': 'Zu viele Versuche: Versuchen Sie es in {time:duration} erneut.',
  'password-length': 'Das Passwort muss {shortest} bis {longest} Zeichen haben.',
  'access-not-kept':
    'Die Einstellungen des Netzwerkzugriffs können nicht auf dem Datenträger gespeichert werden.',
  'access-not-kept.remedy': 'Um die Ursache zu finden, führen Sie „vitrine doctor“ aus.',
  'access.port-taken':
    'Port {port:plain} ist belegt. Wählen Sie einen anderen: vitrine access on --port {free:plain}',
  'access.not-listening': 'Port {port:plain} kann nicht geöffnet werden: {code}.',
  'access.port-taken.by':
    'Port {port:plain} ist von {holder} belegt. Wählen Sie einen anderen: vitrine access on --port {free:plain}',
  'wrong-usage.session': 'Geben Sie die ID einer Sitzung an (siehe „vitrine access status“).',
} as const satisfies Translation<typeof english>;
