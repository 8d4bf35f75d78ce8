import type { health as english } from '../en/health.ts';
import type { Translation } from '../text.ts';

export const health = {
  'health.well': 'Alles in Ordnung.',
  'health.off': 'Alles in Ordnung: Die Displays sind planmäßig aus.',
  'health.starting': 'Bildschirm {screen} zeigt noch nichts: Der Player startet.',
  'health.starting.remedy': 'Warten Sie eine Minute.',
  'health.not-painting': 'Bildschirm {screen} ist eingefroren oder dunkel; der Player stellt ihn wieder her.',
  'health.not-painting.remedy':
    'Der Player stellt das Bild automatisch wieder her. Dauert das länger als ein paar Minuten, starten Sie das Gerät neu.',
  'health.no-display': 'Für Bildschirm {screen} ist kein Display angeschlossen.',
  'health.no-display.remedy': 'Prüfen Sie, ob das Kabel angeschlossen und das Display eingeschaltet ist.',
  'health.reviving': 'Der Player stellt Bildschirm {screen} wieder her.',
  'health.reviving.remedy': 'Das dauert wenige Sekunden.',
  'health.safe-mode':
    'Abgesicherter Modus: Nach den letzten drei Starts war kein stabiles Bild zu sehen. Nur Bilder und Videos laufen; nächster normaler Start: {at:time}.',
  'health.safe-mode.remedy':
    'Der Player versucht automatisch einen normalen Start. Das Protokoll zeigt, was vor dem abgesicherten Modus geschah.',
  'health.changed.browser':
    'Die Version des Browsers hat sich geändert (bisher {before}, jetzt {now}); seitdem war kein stabiles Bild zu sehen.',
  'health.changed.kernel':
    'Die Version des Kernels hat sich geändert (bisher {before}, jetzt {now}); seitdem war kein stabiles Bild zu sehen.',
  'health.changed.player':
    'Die Version des Players hat sich geändert (bisher {before}, jetzt {now}); seitdem war kein stabiles Bild zu sehen.',
  'health.browser-changed.remedy':
    'Bleibt der Bildschirm dunkel, installieren Sie wieder die vorherige Version.',
  'health.engine-silent': 'Der Hintergrunddienst antwortet nicht; die Wiedergabe läuft weiter.',
  'health.engine-silent.remedy':
    'Der Player startet den Hintergrunddienst automatisch neu. Bleibt der Fehler bestehen, prüfen Sie den Datenträger.',
  'health.loop-late': 'Das Gerät ist überlastet: Der Player stand eine Weile still.',
  'health.loop-late.remedy': 'Prüfen Sie, was sonst auf dem Gerät läuft.',
  'health.display-not-switched': 'Ein Display lässt sich nicht ein- oder ausschalten: {why}',
  'health.display-not-switched.remedy':
    'Prüfen Sie die Einstellung hook, cec oder ddc des Displays und sein Kabel; der Player versucht es alle 30 s erneut.',
  'health.disk.full': 'Der Datenträger ist voll: Inhaltsaktualisierungen sind ausgesetzt.',
  'health.disk.full.playing':
    'Der Datenträger ist voll: Inhaltsaktualisierungen sind ausgesetzt. Die Wiedergabe läuft weiter.',
  'health.disk.failing': 'Der Datenträger ist defekt: Ersetzen Sie ihn.',
  'health.disk.read-only': 'Der Datenträger ist schreibgeschützt: Es wird nichts gespeichert.',
  'health.disk.read-only.playing':
    'Der Datenträger ist schreibgeschützt: Es wird nichts gespeichert. Die Wiedergabe läuft weiter.',
  'health.disk.remedy':
    'Geben Sie Speicher frei oder ersetzen Sie den Datenträger; „vitrine doctor“ sagt, was zu tun ist.',
  'health.disk-low': 'Der Datenträger ist fast voll: Inhaltsaktualisierungen sind ausgesetzt.',
  'health.disk-low.remedy': 'Geben Sie Speicher frei, oder entfernen Sie Dateien aus den Playlists.',
  'health.under-voltage': 'Die Versorgungsspannung dieses Geräts ist zu niedrig.',
  'health.under-voltage.remedy':
    'Verwenden Sie das Netzteil, das der Hersteller empfiehlt, mit kurzem Kabel.',
  'health.hot': 'Dieses Gerät ist zu heiß: {sensor} misst {celsius} °C.',
  'health.hot.remedy':
    'Sorgen Sie für bessere Belüftung, reinigen Sie den Lüfter und schützen Sie das Gerät vor direkter Sonne.',
  'health.storage-worn':
    'Der Datenträger {disk} ist abgenutzt: {used:percent} seiner Lebensdauer sind verbraucht.',
  'health.storage-worn.remedy':
    'Ersetzen Sie den Datenträger bald: Abgenutzte Datenträger verlieren Dateien.',
  'health.clock-not-trusted': 'Die Uhr dieses Geräts geht falsch.',
  'health.clock-not-trusted.remedy':
    'Stellen Sie die Uhr, oder geben Sie dem Gerät Zugang zu einem Zeitserver.',
  'health.configuration.remedy':
    '„vitrine doctor“ nennt die Einstellung und sagt, was zu tun ist. Der Player liest eine korrigierte Datei innerhalb weniger Minuten.',
  'health.cms-silent': 'Das CMS ist seit Stunden nicht erreichbar: Die Inhalte können veraltet sein.',
  'health.cms-silent.remedy': 'Prüfen Sie das Netzwerk vor Ort und ob ein anderes Gerät das CMS erreicht.',
  'health.updates-stopped.remedy':
    '„vitrine update status“ zeigt, was die Updates aufhält und was zu tun ist.',
  'health.release-lost.remedy':
    'Die Dateien der Version, die nicht mehr startet, sind beschädigt: Prüfen Sie den Datenträger. Sind Updates eingeschaltet, lädt der Player diese Version erneut herunter.',
  'health.no-show': 'Es gibt noch nichts anzuzeigen.',
  'health.no-show.remedy': 'Weisen Sie diesem Bildschirm im CMS eine Playlist zu; sie startet automatisch.',
  'health.fleet-clone': 'Ein anderer Player der Flotte hat denselben Namen.',
  'health.fleet-clone.remedy':
    'Geben Sie jedem Player ein eigenes fleet.device und eigene Zugangsdaten: Eine geklonte SD-Karte enthält beides.',
  'health.fleet-silent':
    'Der Broker der Flotte ist seit Stunden nicht erreichbar; die Wiedergabe läuft weiter.',
  'health.fleet-silent.remedy':
    'Prüfen Sie das Netzwerk vor Ort und den Broker; „vitrine health“ zeigt, warum keine Verbindung besteht.',
  'health.off-by-hand': 'Die Displays sind bis {until:time} manuell ausgeschaltet.',
  'health.off-by-hand.open': 'Die Displays sind bis auf Weiteres manuell ausgeschaltet.',
  'health.off-by-hand.remedy':
    'Schalten Sie die Displays auf der Statusseite ein, oder lassen Sie sie wieder nach Zeitplan schalten mit: vitrine display auto',
  'health.cms-never-reached': 'Der Player konnte seit seinem Start noch nichts vom CMS abrufen.',
  'health.cms-never-reached.why': 'Der Player konnte seit seinem Start noch nichts vom CMS abrufen: {why}',
  'health.cms-never-reached.remedy':
    '„vitrine doctor“ prüft Netzwerk, Adresse und Token und sagt, was zu tun ist.',
  'health.unassigned.remedy':
    'Weisen Sie diesem Bildschirm im CMS eine Playlist zu; sie startet automatisch.',
  'health.playlist-empty.remedy':
    'Fügen Sie der Playlist im CMS Einträge hinzu, oder weisen Sie eine andere zu.',
  'health.held-back': '{why} Die bisherigen Inhalte laufen weiter.',
  'health.held-back.not-due':
    'In der neuen Playlist ist für die nächsten 24 Stunden nichts eingeplant. Die bisherigen Inhalte laufen weiter.',
  'health.unplayable': '„{name}“ kann nicht angezeigt werden.',
  'health.unplayable.more': {
    one: '„{name}“ und {count} weitere Datei können nicht angezeigt werden.',
    other: '„{name}“ und {count} weitere Dateien können nicht angezeigt werden.',
  },
  'health.unplayable.remedy':
    '„Dateien“ auf der Statusseite und „vitrine status“ nennen den Grund. Ersetzen Sie die Datei im CMS, oder entfernen Sie sie aus der Playlist.',
  'health.setup-file':
    'Der Player behält seine bisherigen Einstellungen, weil er die Datei {file} vom USB-Stick nicht verwenden kann: {why}',
  'health.setup-file.remedy': 'Korrigieren Sie die Datei, oder entfernen Sie sie.',
  'health.touch-stuck':
    'Der Touchscreen von Bildschirm {screen} meldet eine Berührung, die nicht endet: Berührungen werden möglicherweise ignoriert.',
  'health.touch-stuck.remedy':
    'Reinigen Sie den Bildschirm und entfernen Sie, was ihn berührt. Hilft das nicht, starten Sie den Touchscreen neu. Diese Meldung verschwindet nach der nächsten normalen Berührung.',
  'health.page-login.none': 'Die Webseite von {host} ist nicht angemeldet.',
  'health.page-login.expired': 'Die Anmeldung bei {host} ist abgelaufen.',
  'health.page-login.lost': 'Die Anmeldung bei {host} ist verloren: Ihre Datei ist beschädigt.',
  'health.page-login.remedy':
    'Melden Sie sich am Bildschirm über das Servicemenü an; dafür ist eine PIN nötig (service.pin). Diese Meldung verschwindet nach der Anmeldung.',
  'health.sync-paused':
    'Die Inhaltsaktualisierungen sind manuell angehalten: Neue Inhalte werden nicht abgerufen.',
  'health.sync-paused.remedy':
    'Setzen Sie die Inhaltsaktualisierungen auf der Statusseite oder mit „vitrine sync resume“ fort.',
  'health.fleet-not-joined':
    'Der Player konnte sich seit dem Start nicht mit dem Broker der Flotte verbinden; die Wiedergabe läuft weiter.',
  'health.fleet-not-joined.why':
    'Der Player konnte sich seit dem Start nicht mit dem Broker der Flotte verbinden: {why}',
  'health.fleet-not-joined.remedy':
    'Prüfen Sie das Netzwerk, den Broker und die Flotteneinstellungen; „vitrine health“ zeigt, warum keine Verbindung besteht.',
  'health.gap.not-running': 'Der Player lief nicht.',
  'health.gap.nothing-due': 'Es war nichts eingeplant.',
  'not-supervised':
    'Der Player kann nicht neu gestartet werden: Kein Dienstmanager (wie systemd) würde ihn wieder starten.',
  'not-supervised.remedy':
    'Betreiben Sie den Player als Dienst, oder setzen Sie VITRINE_SUPERVISED=1, wenn ein anderes Programm ihn neu startet.',
  'not-in-safe-mode': 'Der Player ist nicht im abgesicherten Modus.',
  'not-in-safe-mode.remedy': 'Nichts zu tun: „vitrine health“ zeigt den Zustand des Players.',
} as const satisfies Translation<typeof english>;
