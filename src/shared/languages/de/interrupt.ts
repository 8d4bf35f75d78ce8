import type { interrupt as english } from '../en/interrupt.ts';
import type { Translation } from '../text.ts';

export const interrupt = {
  'no-such-interrupt': 'Es gibt keine Sofortmeldung „{id}“, oder sie ist beendet.',
  'no-such-interrupt.remedy': 'Führen Sie „vitrine interrupt list“ aus.',
  'interrupt-refused.clock':
    'Die Uhr dieses Players ist nicht verlässlich; eine Sofortmeldung kann daher nicht zu einer Uhrzeit beginnen oder enden.',
  'interrupt-refused.clock.remedy': 'Geben Sie eine Dauer an (seconds) oder stellen Sie die Uhr.',
  'interrupt-refused.expired': 'Die Sofortmeldung ist abgelaufen.',
  'interrupt-refused.screens': 'Dieser Player hat keinen der genannten Bildschirme.',
  'interrupt-refused.foreign': 'Eine Sofortmeldung eines anderen Absenders hat bereits diese ID.',
  'interrupt-refused.outdated': 'Der Player hat bereits diese oder eine neuere Version der Sofortmeldung.',
  'interrupt-refused.full':
    'Der Player hat bereits {most} Sofortmeldungen (die Höchstzahl), und keine davon hat eine niedrigere Priorität als diese.',
  'interrupt-refused.empty': 'Die Sofortmeldung enthält nichts, was sich anzeigen lässt.',
  'interrupt-refused.empty.remedy': 'Geben Sie title, lines oder blank an.',
  'interrupt-refused.untitled':
    'Die Sofortmeldung hat ein Bild, ein Video oder eine Seite, aber keinen Text für den Fall, dass sich der Inhalt nicht laden lässt.',
  'interrupt-refused.untitled.remedy': 'Geben Sie title an.',
  'interrupt-refused.two-media': 'Geben Sie nur eines von picture, video, page und blank an.',
  'interrupt-refused.both-ends': 'Geben Sie entweder until oder seconds an, nicht beides.',
  'interrupt-refused.until-before-from': 'Die Sofortmeldung endet, bevor sie beginnt.',
  'interrupt-refused.too-long': 'Die Sofortmeldung dauert länger als 31 Tage.',
  'interrupt-medium.unknown': 'In der Konfiguration gibt es kein Medium „{name}“.',
  'interrupt-medium.slow': 'Die Datei war nach {time:duration} nicht vollständig heruntergeladen.',
  'interrupt-medium.large': 'Die Datei ist größer als {most:bytes}.',
  'interrupt-medium.no-picture': 'Die Datei ist kein Bild.',
  'interrupt-medium.no-video': 'Die Datei ist kein Video.',
  'interrupt-medium.no-sound': 'Die Datei ist keine Tondatei.',
  'interrupt-medium.neither': 'Die Datei ist weder ein Bild noch ein Video noch eine Tondatei.',
  'interrupt-folder.unreadable': 'Der Ordner ist nicht lesbar ({code}).',
  'interrupt-folder.open': 'Jeder darf in den Ordner schreiben.',
  'interrupt-folder.open.remedy':
    'Ordnen Sie den Ordner einer Benutzergruppe dieses Geräts zu (chgrp) und entziehen Sie anderen das Schreibrecht (chmod o-w).',
  'interrupt-folder.many': 'Der Ordner enthält mehr als {most} Dateien; daher wird keine gelesen.',
  'interrupt-folder.many.remedy': 'Entfernen Sie Dateien, die nicht mehr gebraucht werden.',
  'interrupt-folder.kind': 'Die Datei ist ein Link oder keine gewöhnliche Datei.',
  'interrupt-folder.long': 'Die Datei ist größer als {most} Byte.',
  'interrupt-folder.not-json': 'Die Datei ist kein gültiges JSON.',
  'interrupt-folder.not-json.remedy':
    'Korrigieren Sie die Datei. Wird sie von einem Programm geschrieben, sollte das Programm sie erst unter einem anderen Namen schreiben und umbenennen, wenn sie vollständig ist.',
  'interrupt-folder.field': '{where}: {what}',
  'interrupt-folder.name': 'Der Dateiname eignet sich nicht als ID.',
  'interrupt-folder.name.remedy':
    'Verwenden Sie vor .json höchstens 80 Zeichen: Buchstaben, Ziffern, „.“, „_“ und „-“.',
  'interrupt-folder.file-unreadable': 'Die Datei ist nicht lesbar ({code}).',
  'cap-unusable.xml': 'Die Antwort ist kein gültiges XML, oder sie deklariert einen Dokumenttyp (DOCTYPE).',
  'cap-unusable.alert': 'Das ist keine brauchbare CAP-1.2-Meldung: {field} fehlt oder ist falsch.',
  'cap-unusable.format': 'Die Antwort ist weder eine CAP-Meldung noch ein Atom- oder RSS-Feed.',
  'cap-unusable.unreachable': 'Der Feed kann nicht abgerufen werden. {why}',
  'cap-unusable.status': 'Der Server antwortet mit dem Status {status}.',
  'cap-unusable.many': 'Der Feed enthält mehr als {most} Warnungen; die übrigen werden nicht gelesen.',
  'cap-unusable.elsewhere':
    'Der Player ruft diese Warnung nicht ab: Sie liegt nicht auf demselben Server wie der Feed.',
  'cap-unusable.certificate': 'Die Datei {file} ist nicht lesbar oder enthält kein Zertifikat.',
  'cap-unusable.signature-missing': 'Die Warnung ist nicht signiert.',
  'cap-unusable.signature-wrong':
    'Die Signatur ist ungültig, zu schwach oder stammt von keinem der eingerichteten Zertifikate.',
  'interrupt-token.taken': 'Es gibt bereits ein Token namens „{name}“.',
  'interrupt-token.many': 'Es gibt bereits {most} Token (die Höchstzahl): Widerrufen Sie eines.',
  'interrupt-token.unknown': 'Es gibt kein Token „{name}“.',
  'interrupt-token.wrong': 'Das Token fehlt, ist falsch oder wurde widerrufen.',
  'interrupt-token.severity':
    'Dieses Token erlaubt Sofortmeldungen bis zur Stufe {most}, höchstens mit der Standardpriorität dieser Stufe.',
  'interrupt-token.screens': 'Dieses Token gilt nur für diese Bildschirme: {screens}.',
  'interrupt-event': 'Sofortmeldung {id} auf Bildschirm {place}: {state}.',
  'interrupt-event.why': 'Sofortmeldung {id} auf Bildschirm {place}: {state} ({why}).',
} as const satisfies Translation<typeof english>;
