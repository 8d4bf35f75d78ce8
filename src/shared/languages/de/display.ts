import type { display as english } from '../en/display.ts';
import type { Translation } from '../text.ts';

export const display = {
  'no-display.connect': 'Es ist kein Display angeschlossen.',
  'no-display.connect.remedy':
    'Schließen Sie ein Display an. Ist eines angeschlossen, prüfen Sie die Umgebungsvariable DISPLAY.',
  'no-display.screen': 'Für Bildschirm {screen} ist kein Display angeschlossen.',
  'no-display.named':
    'Das Display {display} von Bildschirm {screen} ist nicht angeschlossen. Angeschlossen: {known}.',
  'no-display.shared':
    'Die Bildschirme {other} und {screen} sind demselben Display zugeordnet; es zeigt Bildschirm {other}.',
  'no-such-screen': 'Es gibt keinen Bildschirm „{screen}“.',
  'no-such-screen.remedy': '„vitrine status“ listet die Bildschirme auf.',
  'window-gone.none': 'Bildschirm {screen} hat kein Browserfenster.',
  'display-switch.no-browser': 'Der Browser läuft noch nicht.',
  'display-switch.no-state': 'Das Display meldet nicht, ob es ein- oder ausgeschaltet ist.',
  'display-switch.serial.nothing': 'Das CMS gibt keinen seriellen Befehl (RS-232) für „{wanted}“ an.',
  'display-switch.serial.no-hex':
    'Der serielle Befehl „{text}“ ist keine gültige Hexadezimalfolge: Jedes Byte braucht zwei Ziffern.',
  'display-switch.serial.mode':
    'Baudrate, Datenbits, Parität oder Stoppbits, die das CMS für {port} angibt, sind ungültig.',
  'display-switch.serial.no-port': '{port} ist keine serielle Schnittstelle.',
  'display-switch.serial.write': 'Auf {port} kann nicht geschrieben werden: {code}.',
  'display-switch.hook': 'Das Hook-Programm ist fehlgeschlagen: {why}.',
  'program.output': '{why} ({line})',
  'display-switch.program': '{program} ist fehlgeschlagen: {output}',
  'display-silent': 'Das Ein- oder Ausschalten des Displays hat länger als {limit:duration} gedauert.',
} as const satisfies Translation<typeof english>;
