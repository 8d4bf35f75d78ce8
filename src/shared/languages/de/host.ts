import type { host as english } from '../en/host.ts';
import type { Translation } from '../text.ts';

export const host = {
  'no-browser': 'Chromium ist nicht installiert.',
  'no-browser.configured': '{program} ist kein ausführbares Programm.',
  'no-browser.install':
    'Führen Sie „apt-get install -y chromium“ aus. Ist Chromium oder Chrome an anderer Stelle installiert, setzen Sie VITRINE_CHROMIUM auf den Pfad des Programms.',
  'no-electron': 'Die Einstellung host (VITRINE_HOST) ist electron, aber Electron ist nicht installiert.',
  'no-electron.remedy':
    'Verwenden Sie ein Paket des Players, das Electron enthält, oder setzen Sie VITRINE_HOST=chromium.',
  'electron-as-root': 'Electron startet nicht als root: Es hätte keine Sandbox.',
  'electron-as-root.remedy':
    'Starten Sie den Player unter einem anderen Benutzer, oder setzen Sie VITRINE_HOST=chromium.',
  'no-browser-user':
    'Der Browser kann nicht unter dem Benutzer „{name}“ laufen: Diesen Benutzer gibt es nicht, oder es ist root.',
  'no-browser-user.remedy':
    'Führen Sie „useradd --system --shell /usr/sbin/nologin vitrine“ aus, oder setzen Sie chromium.user (VITRINE_CHROMIUM_USER) auf einen anderen Benutzer als root. Besser: Starten Sie den Player nicht als root.',
  'no-setpriv': 'Der Browser kann nicht unter einem anderen Benutzer starten: setpriv ist nicht installiert.',
  'no-setpriv.remedy':
    'Starten Sie den Player unter einem Benutzer ohne Root-Rechte, oder führen Sie aus: apt-get install -y util-linux',
  'no-profile-folder':
    'Der Browser kann /run/vitrine nicht für sein Profil verwenden: Es ist kein Ordner, oder auch andere Benutzer als root dürfen darin schreiben.',
  'no-profile-folder.remedy':
    'Stellen Sie fest, welches Programm /run/vitrine angelegt hat, und führen Sie dann aus: rm -r /run/vitrine',
  'profile-left': 'Der Ordner {folder} des Browsers lässt sich nicht löschen.',

  'browser-not-started': 'Der Browser kann nicht starten: Es ist kein Dateideskriptor mehr frei.',
  'browser-not-started.remedy':
    'Erhöhen Sie das Limit offener Dateien für den Prozess des Players (ulimit -n oder LimitNOFILE des Dienstes).',
  'browser-ended': 'Der Browser wurde beendet ({how}).',
  'browser-ended.remedy': 'Letzte Ausgabe des Browsers: {output}',
  'browser-ended.silent': 'Der Browser wurde ohne Ausgabe beendet ({how}).',
  'browser-gone': 'Der Browser wurde beendet, bevor er auf den Befehl {method} geantwortet hat.',
  'browser-refused': 'Der Browser hat den Befehl {method} abgelehnt: {reason}',
  'browser-draws-nothing': 'Die Anzeigeseite antwortet, aber der Browser zeigt kein Bild.',
  'browser-silent.start': 'Der Browser ist nicht innerhalb von {ms:duration} gestartet.',
  'browser-silent.window': 'Der Browser hat innerhalb von {ms:duration} kein Fenster geöffnet.',
  'browser-silent.reload': 'Der Browser hat die Anzeigeseite nicht innerhalb von {ms:duration} neu geladen.',
  'browser-silent.raise':
    'Der Browser hat innerhalb von {ms:duration} keine Seite in den Vordergrund geholt.',
  'browser-silent.frame': 'Der Browser hat die Anzeigeseite nicht innerhalb von {ms:duration} dargestellt.',
  'browser-silent.screenshot': 'Der Browser hat innerhalb von {ms:duration} keinen Screenshot geliefert.',
  'browser-silent.answer': 'Der Browser hat nicht innerhalb von {ms:duration} geantwortet.',
  'browser-silent.process':
    'Der Browser hat nicht innerhalb von {ms:duration} gemeldet, in welchem Prozess eine Seite läuft.',
  'browser-silent.network':
    'Die Netzwerkkomponente des Browsers hat nicht innerhalb von {ms:duration} geantwortet.',
  'browser-silent.task':
    'Der Browser ist mit einer Aufgabe nicht innerhalb von {ms:duration} fertig geworden.',

  'host.reason.configured': 'in der Konfiguration festgelegt',
  'host.reason.inside': 'der Player läuft in Electron',
  'host.reason.installed': 'Electron ist installiert',
  'host.reason.root': 'Electron ist installiert, hat als root aber keine Sandbox und startet nicht',
  'host.reason.none': 'Electron ist nicht installiert',
  'host-not-started': 'Der Browser wurde nicht gestartet.',
  'host-stopping': 'Der Player beendet gerade den Browser.',
  'window-gone': 'Das Fenster von Bildschirm {screen} gibt es nicht mehr.',
  'window-gone.front': 'Das Fenster des Players auf diesem Bildschirm gibt es nicht mehr.',
  'window-gone.stage':
    'Die neue Anzeigeseite kann nicht angezeigt werden: Sie wurde geschlossen oder ist abgestürzt.',
  'window-elsewhere': 'Der Browser hat eine Seite im falschen Fenster geöffnet.',
  'stage-stuck': 'Der Renderer-Prozess der Anzeigeseite lässt sich nicht beenden.',
  'no-picture.renderer': 'Kein Screenshot: Der Renderer-Prozess des Bildschirms läuft nicht.',
  'no-picture.blank': 'Kein Screenshot: Der Browser hat noch nichts dargestellt.',

  'no-display': 'Es gibt keine grafische Sitzung, und Xvfb, das sie ersetzen würde, ist nicht installiert.',
  'no-display.remedy':
    'Starten Sie den Player in einer grafischen Sitzung, oder führen Sie aus: apt-get install -y xvfb',
  'no-display.virtual': 'Das virtuelle Display ist nicht gestartet: {reason}',
  'no-display.virtual.remedy':
    'Starten Sie den Player in einer grafischen Sitzung, oder stellen Sie fest, warum Xvfb nicht startet.',
  'display-refused.name': '„{display}“ ist kein Name eines X-Displays (wie zum Beispiel :0).',
  'display-refused.silent': 'Am Display {display} antwortet kein X-Server.',
  'display-refused.account':
    'Der X-Server lässt den Benutzer, unter dem dieses Programm läuft, nicht auf das Display {display} zeichnen.',
  'display-refused.session':
    'Starten Sie den Player in der grafischen Sitzung, oder setzen Sie DISPLAY (oft :0) und XAUTHORITY auf die Werte dieser Sitzung.',
  'display-gone': 'Der X-Server hat die Verbindung geschlossen.',
  'display-error': 'Der X-Server hat eine X11-Anfrage abgelehnt (Opcode {request:plain}).',
  'display-power.none': 'Es gibt keinen X-Server.',
  'display-power.unsupported': 'Der X-Server hat keine Energieverwaltung.',
  'display-power.incapable': 'Der X-Server kann dieses Display nicht in den Ruhezustand versetzen.',
} as const satisfies Translation<typeof english>;
