import type { store as english } from '../en/store.ts';
import type { Translation } from '../text.ts';

export const store = {
  'disk.work.open-folder': 'Öffnen des Datenordners',
  'disk.work.lock-folder': 'Sperren des Datenordners',
  'disk.work.open-database': 'Öffnen der Datenbank',
  'disk.work.read-database': 'Lesen der Datenbank',
  'disk.work.use-database': 'Zugriff auf die Datenbank',
  'disk.work.read-disk': 'Lesen des Datenträgers',
  'disk.work.measure-space': 'Ermitteln des freien Speichers',
  'disk.work.make-space': 'Freigeben von Speicher',
  'disk.work.download': 'Herunterladen einer Datei',
  'disk.work.store-downloads': 'Speichern der Downloads',
  'disk.work.remove-download': 'Entfernen eines Downloads',
  'disk.work.stage-edition': 'Vorbereiten einer Inhaltsversion',
  'disk.work.activate-edition': 'Aktivieren einer Inhaltsversion',
  'disk.work.roll-back': 'Rückkehr zu den vorherigen Inhalten',
  'disk.work.check-files': 'Prüfen der gespeicherten Dateien',
  'disk.work.write-proof': 'Schreiben des Wiedergabenachweises',
  'disk.work.write-history': 'Schreiben des Zustandsverlaufs',
  'disk.work.write-state': 'Schreiben des Player-Zustands',
  'disk.work.write-fleet': 'Schreiben der Ereignisse und Befehle der Flotte',
  'disk.work.repair': 'Aufräumen nach dem letzten Lauf',
  'disk.work.open-updates': 'Öffnen des Ordners der Player-Versionen',
  'disk.work.update': 'Update des Players',
  'disk-full': '{work} nicht möglich: Der Datenträger ist voll.',
  'disk-full.remedy':
    'Geben Sie Speicher auf dem Datenträger frei, auf dem der Datenordner liegt, oder entfernen Sie Dateien aus den Playlists.',
  'disk-read-only': '{work} nicht möglich: Der Datenträger ist schreibgeschützt.',
  'disk-read-only.remedy': 'Prüfen Sie das Dateisystem und hängen Sie es wieder beschreibbar ein.',
  'disk-error': '{work} nicht möglich: Fehler des Datenträgers ({text}).',
  'disk-error.remedy':
    'Prüfen Sie den Datenträger und sein Dateisystem. Ist es eine SD-Karte, ersetzen Sie sie.',
  'disk-error.io': '{work} nicht möglich: Der Datenträger meldet einen Ein-/Ausgabefehler.',
  'disk-error.io.remedy':
    'Prüfen Sie den Datenträger und sein Dateisystem. Ist es eine SD-Karte, ersetzen Sie sie.',
  'too-many-files': '{work} nicht möglich: Das Limit für offene Dateien ist erreicht.',
  'too-many-files.remedy':
    'Erhöhen Sie das Limit offener Dateien für den Prozess des Players (ulimit -n oder LimitNOFILE des Dienstes).',
  'disk-refused':
    '{work} nicht möglich: Der Benutzer, unter dem dieses Programm läuft, darf nicht in den Datenordner schreiben.',
  'disk-refused.remedy':
    'Machen Sie den Benutzer, unter dem der Player läuft, zum Besitzer des Datenordners.',
  'data-folder-wrong': '{work} nicht möglich: Der Datenordner ist nicht verwendbar.',
  'data-folder-wrong.remedy':
    'Setzen Sie dataDir auf einen anderen Ordner, oder entfernen Sie die Datei oder den Link an der Stelle des Datenordners.',
  'database-locked': '{work} nicht möglich: Ein anderer Prozess hat die Datenbank gesperrt.',
  'database-locked.remedy': 'Beenden Sie das Programm, das die Datenbank geöffnet hat.',
  'database-locked.by': 'Öffnen der Datenbank nicht möglich: Prozess {pid} ({name}) hat sie gesperrt.',
  'database-locked.by.remedy': 'Beenden Sie das Programm, das die Datenbank geöffnet hat.',
  'database-unreadable':
    '{work} nicht möglich: Die Datenbankdatei lässt sich nicht mehr vom Datenträger lesen.',
  'database-unreadable.remedy':
    'Nichts zu tun: Der Player baut die Datenbank neu auf. Tritt der Fehler wieder auf, prüfen Sie den Datenträger.',
  'database-damaged': '{work} nicht möglich: Die Datenbank ist beschädigt.',
  'database-damaged.remedy':
    'Nichts zu tun: Der Player baut die Datenbank neu auf. Tritt der Fehler wieder auf, prüfen Sie den Datenträger.',
  'database-damaged.check': 'Die Datenbank ist beschädigt: {found}.',
  'database-damaged.check.remedy':
    'Nichts zu tun: Der Player baut die Datenbank neu auf. Tritt der Fehler wieder auf, prüfen Sie den Datenträger.',
  'database-foreign': 'Die Datenbank im Datenordner stammt von einem anderen Programm.',
  'database-newer':
    'Die Datenbank stammt von einer neueren Version des Players (Format {found:plain}); diese Version liest Formate bis {known:plain}.',
  'database-setting': 'SQLite hat {setting} nicht übernommen; der Wert ist {actual}.',
  'database-busy': 'Lesen der Datenbank nicht möglich: Der Player schreibt zu häufig hinein.',
  'database-busy.remedy': 'Versuchen Sie es erneut.',
  'data-folder-in-use': 'Ein anderer Player verwendet den Datenordner.',
  'data-folder-in-use.by':
    'Ein anderer Player verwendet den Datenordner: Prozess {pid:plain} auf {host}, seit {since}.',
  'data-folder-in-use.end':
    'Beenden Sie den anderen Player, oder setzen Sie dataDir für diesen Player auf einen anderen Ordner.',
  'part-changed': 'Die Größe einer heruntergeladenen Datei hat sich seit der Prüfung geändert.',
  'edition-not-staged': 'Die Inhaltsversion {edition} ist nicht vorbereitet.',
  'no-previous-edition': 'Es gibt keine vorherige Inhaltsversion.',
  'no-previous-edition.remedy':
    'Wenn sich die Inhalte ändern, behält der Player die vorherige Inhaltsversion, sofern der Speicherplatz ausreicht.',
  'not-kept.disk': 'Der Befehl wurde nicht gespeichert: Der Datenträger lässt sich nicht beschreiben.',
  'not-kept.many': 'Der Befehl wurde nicht gespeichert: Es warten schon zu viele Befehle.',
  'store.recovered': '{at}: {what}',
  'store.recovered.proof': {
    one: 'Wiedergabenachweis: Der Player hat {count} Ausspielung aus einer beschädigten Datenbank gerettet.',
    other:
      'Wiedergabenachweis: Der Player hat {count} Ausspielungen aus einer beschädigten Datenbank gerettet.',
  },
  'store.recovered.aside': '{why} Der Player hat die Datenbank in {aside} umbenannt und eine neue angelegt.',
  'store.recovered.damaged':
    'Die Datenbank war beschädigt. Der Player hat sie in {aside} umbenannt und eine neue angelegt.',
  'store.recovered.rebuilt':
    'Der Player hat die Datenbank neu aufgebaut (Inhaltsversionen: {editions}, Dateien: {objects}).',
  'store.proof-lost': {
    one: '{count} Ausspielung wurde nicht aufgezeichnet, weil sich der Datenträger nicht beschreiben ließ.',
    other:
      '{count} Ausspielungen wurden nicht aufgezeichnet, weil sich der Datenträger nicht beschreiben ließ.',
  },
} as const satisfies Translation<typeof english>;
