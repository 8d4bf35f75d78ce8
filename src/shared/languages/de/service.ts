import type { service as english } from '../en/service.ts';
import type { Translation } from '../text.ts';

export const service = {
  'service.title': 'Servicemenü',
  'service.pin': 'Geben Sie die PIN ein.',
  'service.wrong': 'Falsche PIN.',
  'service.wait': {
    one: 'Zu viele falsche PINs: Versuchen Sie es in {count} Minute erneut.',
    other: 'Zu viele falsche PINs: Versuchen Sie es in {count} Minuten erneut.',
  },
  'service.busy': 'Einen Moment …',
  'service.cancel': 'Abbrechen',
  'service.yes': 'Fortfahren',
  'service.hold': 'Weiter gedrückt halten: {seconds} s',
  'service.setup': 'Neu einrichten',
  'service.setup.ask':
    'Die Einrichtung beginnt auf diesem Bildschirm. Die bisherigen Inhalte laufen weiter, bis die neuen bereit sind.',
  'service.login': 'Anmelden: {host}',
  'service.login.ask':
    'Die Seite wird geöffnet. Melden Sie sich dort an und kehren Sie dann über die Leiste zum Programm zurück. Der Player bewahrt die Cookies dieser Seite verschlüsselt auf, aber kein Passwort. Wer diesen Bildschirm sieht, sieht auch, was die Anmeldung zeigt.',
  'service.login.failed': 'Die Seite von {host} hat nicht geantwortet: Es wird keine Anmeldung aufbewahrt.',
  'service.login.kept': 'Die Anmeldung bei {host} wird aufbewahrt.',
  'service.login.none': 'Die Seite von {host} hat kein Cookie gesetzt: Es wird keine Anmeldung aufbewahrt.',
  'service.login.too-large': 'Die Cookies von {host} sind zu groß: Es wird keine Anmeldung aufbewahrt.',
  'service.login.unsaved':
    'Die Anmeldung bei {host} ist noch nicht gespeichert: Bei einem Neustart des Players ginge sie verloren.',
  'service.name': 'Player: {name}',
  'service.page': 'Statusseite: {address}',
  'service.page.none': 'Statusseite: nicht verfügbar',
  'service.network': 'Netzwerk: {address}',
  'service.network.none': 'Netzwerk: nicht verbunden',
  'service.cms.reached': 'CMS: verbunden',
  'service.cms.not': 'CMS: nicht verbunden',
} as const satisfies Translation<typeof english>;
