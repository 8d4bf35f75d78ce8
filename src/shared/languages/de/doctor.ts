import type { doctor as english } from '../en/doctor.ts';
import type { Translation } from '../text.ts';

export const doctor = {
  'doctor.disk.free': '{free:bytes} frei für {folder}',
  'doctor.disk.low': 'Für {folder} sind nur noch {free:bytes} frei.',
  'doctor.disk.low.remedy':
    'Geben Sie Speicher auf dem Datenträger frei: Sonst ist neben den laufenden Inhalten möglicherweise kein Platz für neue.',
  'doctor.disk.inodes': {
    one: 'Auf den Datenträger passt nur noch {count} Datei.',
    other: 'Auf den Datenträger passen nur noch {count} Dateien.',
  },
  'doctor.disk.inodes.remedy': 'Löschen Sie nicht mehr benötigte Dateien.',
  'doctor.disk.no-folder': '{folder} kann nicht der Datenordner sein: {other} ist kein Ordner.',
  'doctor.disk.no-folder.remedy': 'Setzen Sie dataDir auf einen anderen Ordner.',
  'doctor.disk.read-only': 'In {folder} kann nicht geschrieben werden: Das Dateisystem ist schreibgeschützt.',
  'doctor.disk.read-only.remedy':
    'Hängen Sie das Dateisystem beschreibbar ein oder legen Sie dataDir auf einen anderen Datenträger.',
  'doctor.disk.owner':
    '{path} gehört dem Benutzer mit der ID {uid:plain}, der Datenordner aber dem mit der ID {owner:plain}: Der Player hat keinen Schreibzugriff auf {path}.',
  'doctor.disk.owner.remedy': 'Führen Sie aus: chown -R {owner:plain} {folder}',
  'doctor.disk.not-writable': '{folder} ist nicht beschreibbar: {code}.',
  'doctor.disk.not-writable.remedy': 'Prüfen Sie freien Platz, Quota und Zustand des Datenträgers.',
  'doctor.disk.not-permitted':
    'In {folder} kann nicht geschrieben werden: Dem Benutzer, unter dem Vitrine läuft, fehlt die Berechtigung.',
  'doctor.disk.not-permitted.remedy':
    'Machen Sie den Benutzer, unter dem der Player läuft, zum Besitzer des Ordners, oder setzen Sie dataDir auf einen anderen Ordner.',
  'doctor.clock.right': '{shown}, Zeitzone {zone}',
  'doctor.clock.too-early':
    'Die Uhr geht falsch: Sie zeigt {shown}. Einträge mit Datum laufen erst, wenn die Uhr richtig geht.',
  'doctor.clock.contradicted':
    'Die Uhr geht falsch: Sie zeigt {shown}, die Uhr des CMS {there}. Einträge mit Datum laufen erst, wenn die Uhr richtig geht.',
  'doctor.clock.synchronise':
    'Schalten Sie die Zeitsynchronisierung ein (unter Debian: timedatectl set-ntp true) oder ersetzen Sie die Pufferbatterie der Uhr.',
  'doctor.config.no-file': 'keine Konfigurationsdatei: Es gelten Umgebungsvariablen und Standardwerte',
  'doctor.database.files': { one: '{count} Datei, {size:bytes}', other: '{count} Dateien, {size:bytes}' },
  'doctor.database.active': '{files}; Inhaltsversion {edition} ist aktiv',
  'doctor.database.no-edition': '{files}; noch nichts zum Abspielen',
  'doctor.database.rebuild':
    'Starten Sie den Player: Er legt die beschädigte Datei beiseite und baut die Datenbank aus den vorhandenen Dateien neu auf.',
  'doctor.database.owner': 'Prüfen Sie, ob der Datenordner dem Benutzer gehört, unter dem der Player läuft.',
  'doctor.browser.found': '{program} ({reason})',
  'doctor.browser.root': 'Electron startet nicht als root, weil es dann keine Sandbox hätte.',
  'doctor.browser.root.remedy':
    'Starten Sie den Player als anderer Benutzer oder setzen Sie VITRINE_HOST=chromium.',
  'doctor.video.software':
    'keine Grafikkarte: Der Prozessor rendert Seiten und dekodiert Videos („vitrine doctor --measure“ zeigt, wie gut)',
  'doctor.video.no-driver':
    'die Grafikkarte rendert Seiten, der Prozessor dekodiert Videos: Ein Treiber für die Videodekodierung fehlt',
  'doctor.video.hardware':
    'die Grafikkarte dekodiert Videos über {api} („vitrine doctor --measure“ zeigt, welche Codecs)',
  'doctor.video.now.hardware': 'zurzeit läuft {file}, dekodiert von der Hardware ({decoder})',
  'doctor.video.now.processor': 'zurzeit läuft {file}, dekodiert vom Prozessor ({decoder})',
  'doctor.display.running': 'vom laufenden Player verwendet',
  'doctor.display.desktop': 'der Desktop dieser Sitzung',
  'doctor.display.x11': 'X11-Display {name}, {width:plain} × {height:plain}',
  'doctor.display.wayland': 'Wayland-Display {name}',
  'doctor.display.several':
    'Wayland platziert Fenster selbst: Mehrere Bildschirme können auf demselben Display erscheinen.',
  'doctor.display.several.remedy':
    'Starten Sie den Player mit „vitrine --ozone-platform=x11 run“ oder in einer X11-Sitzung.',
  'doctor.display.none.electron':
    'Die Umgebungsvariable DISPLAY ist nicht gesetzt; ohne Display startet Electron nicht.',
  'doctor.display.none.no-xvfb':
    'Die Umgebungsvariable DISPLAY ist nicht gesetzt, und Xvfb ist nicht installiert.',
  'doctor.display.none.virtual':
    'Die Umgebungsvariable DISPLAY ist nicht gesetzt: Der Player würde ein virtuelles Display verwenden, das niemand sieht.',
  'doctor.display.session':
    'Starten Sie den Player in der grafischen Sitzung oder setzen Sie DISPLAY (oft :0).',
  'doctor.display.no-wayland': 'Keine Verbindung zum Wayland-Display {name}: Dort antwortet nichts.',
  'doctor.display.no-wayland.remedy': 'Starten Sie den Player in der grafischen Sitzung.',
  'doctor.show.well': 'In Playlists und Zonen wurden keine Probleme gefunden.',
  'doctor.show.rests':
    'In der Playlist „{name}“ ist derzeit nichts eingeplant; sie wird übersprungen. Den Grund nennt „vitrine schedule --screen {show}“.',
  'doctor.show.screen-rests':
    'Auf Bildschirm {show} ist derzeit nichts eingeplant; er zeigt einen Hinweis. Den Grund nennt „vitrine schedule --screen {show}“.',
  'doctor.show.zone-rests':
    'In der Zone „{zone}“ ist derzeit nichts eingeplant; sie zeigt ihren Hintergrund. Den Grund nennt „vitrine schedule --screen {show}“.',
  'doctor.player.state': '{sentence} (seit {since}, Browser: {browser})',
  'doctor.player.none': 'Mit diesem Datenordner läuft kein Player.',
  'doctor.player.none.remedy': 'Starten Sie den Player: vitrine run',
  'doctor.player.see-health': 'Führen Sie „vitrine health“ aus.',
  'doctor.player.see-health.dark':
    'Führen Sie „vitrine health“ aus und lesen Sie das Protokoll; starten Sie den Player neu, wenn der Bildschirm dunkel bleibt.',
  'doctor.player.restart': 'Starten Sie den Player neu.',
  'doctor.security.fine':
    'keine ungeschützten Dateien oder Displays, keine unverschlüsselte Verbindung, kein veralteter Browser',
  'doctor.security.unencrypted':
    'Die Verbindung zum CMS ({origin}) ist nicht verschlüsselt: Jeder im Netzwerk kann das Token lesen und die Inhalte verändern.',
  'doctor.security.unencrypted.remedy':
    'Verwenden Sie für das CMS eine https://-Adresse. Um auch unverschlüsselte Downloads und Feeds abzulehnen, setzen Sie cms.httpsOnly auf true.',
  'doctor.security.nobody':
    'Der Browser läuft unter dem Benutzer „nobody“, den auch andere Programme verwenden können.',
  'doctor.security.nobody.remedy':
    'Führen Sie „useradd --system --shell /usr/sbin/nologin vitrine“ aus, und entfernen Sie dann chromium.user aus den Einstellungen.',
  'doctor.security.outdated':
    'Der Browser stammt vom {day} und ist {days} Tage alt: Ihm fehlen neuere Sicherheitskorrekturen.',
  'doctor.security.update-vitrine': 'Installieren Sie eine neuere Version von Vitrine.',
  'doctor.security.update-chromium':
    'Aktualisieren Sie den Browser (unter Debian: apt-get update && apt-get install chromium) und schalten Sie automatische Updates ein.',
  'doctor.security.display':
    'Jedes Programm auf diesem Gerät kann sehen und verändern, was das Display {display} zeigt.',
  'doctor.security.display.remedy':
    'Führen Sie in der grafischen Sitzung „xhost -“ aus und stellen Sie fest, welches Programm „xhost +“ ausgeführt hat.',
  'doctor.page.off': 'die Statusseite ist ausgeschaltet',
  'doctor.page.free': 'Port {port:plain} ist frei',
  'doctor.page.taken': 'Die Statusseite kann nicht starten: Port {port:plain} ist belegt.',
  'doctor.page.refused': 'Die Statusseite kann auf Port {port:plain} nicht starten: {why}.',
  'doctor.page.another-port':
    'Setzen Sie adminPort (VITRINE_ADMIN_PORT) auf einen anderen Port oder, um die Statusseite auszuschalten, auf 0.',
  'doctor.watchdog.none': 'dieses Gerät hat keinen Hardware-Watchdog',
  'doctor.watchdog.untimed': '{identity} ist aktiv.',
  'doctor.watchdog.active': '{identity}, Zeitlimit {timeout:duration}',
  'doctor.watchdog.unnamed': 'Hardware-Watchdog',
  'doctor.watchdog.idle':
    'Der Hardware-Watchdog ({identity}) wird nicht genutzt: Wenn sich dieses Gerät aufhängt, startet es nicht von selbst neu.',
  'doctor.watchdog.idle.remedy':
    'Setzen Sie RuntimeWatchdogSec=30 unter [Manager] in /etc/systemd/system.conf.d/watchdog.conf und starten Sie das Gerät neu.',
  'doctor.power.good': 'Die Versorgungsspannung war seit dem Start des Geräts ausreichend.',
  'doctor.power.was-low': 'Die Versorgungsspannung war seit dem Start des Geräts zeitweise zu niedrig.',
  'doctor.power.was-low.remedy':
    'Verwenden Sie das Netzteil, das der Hersteller empfiehlt, mit kurzem Kabel.',
  'doctor.temperature.good': '{sensor}: {celsius} °C',
  'doctor.wear.good': '{disk}: mindestens {used:percent} der erwarteten Lebensdauer sind verbraucht',
  'doctor.wear.failing': 'Der Datenträger {disk} meldet einen drohenden Ausfall (SMART).',
  'doctor.wear.failing.remedy': 'Ersetzen Sie den Datenträger sofort.',
  'doctor.failed': 'Fehlgeschlagene Prüfungen: {checks}.',
  'player-runs':
    'Messung nicht möglich, solange ein Player läuft: Die Testclips würden seine Inhalte verdecken.',
  'player-runs.remedy': 'Beenden Sie zuerst den Player.',
  'not-measured.no-display': 'Messung nicht möglich: Es ist kein Display angeschlossen.',
  'not-measured.display-gone': 'Messung abgebrochen: Das Display wurde getrennt.',
  'not-measured.crashed':
    'Messung abgebrochen: Der Browser ist beim Abspielen eines Testclips abgestürzt ({reason}).',
  'not-measured.hung': 'Messung abgebrochen: Der Browser reagiert nicht.',
  'not-measured.slow':
    'Messung abgebrochen: Die Testclips waren nach {limit:duration} noch nicht durchgelaufen.',
  'doctor.measure.retry':
    'Führen Sie die Messung in der grafischen Sitzung des Players erneut aus, während das Gerät sonst nichts zu tun hat.',
  'doctor.measure.machine': '{browser}, Display {display}, Prozessoren: {processors}, {memory:plain} MiB',
  'doctor.measure.virtual': '{display} (virtuell, nicht sichtbar)',
  'doctor.measure.row.unknown': 'vom Browser nicht unterstützt',
  'doctor.measure.row': '{result}  {decoder}, {shown} von 30 Bildern, {rate} Bilder/s',
  'doctor.measure.row.memory': '{row}, {memory:plain} MiB',
  'doctor.measure.plays': 'flüssig ',
  'doctor.measure.stutters': 'ruckelt ',
  'doctor.measure.hardware': 'Hardware-Dekodierung: {codecs}.',
  'doctor.measure.software': 'Software-Dekodierung: {codecs}.',
  'doctor.measure.none': 'Kein Decoder für {codecs}.',
  'doctor.measure.advice.small':
    'Verwenden Sie Bilder und Videos mit höchstens 1280×720: Videos in 1920×1080 ruckeln mit jedem Codec.',
  'doctor.measure.advice.hd': 'Videos in 1920×1080 mit 30 Bildern/s laufen mit {codecs} flüssig.',
  'doctor.measure.advice.uhd': 'Videos in 3840×2160 laufen mit {codecs} flüssig.',
  'doctor.measure.advice.no-uhd': 'Videos in 3840×2160 ruckeln mit jedem Codec.',
  'doctor.measure.advice.stutters': 'Videos in 1920×1080 ruckeln mit {codecs}.',
  'doctor.measure.advice.unknown': '{codecs} kann der Browser nicht abspielen.',
} as const satisfies Translation<typeof english>;
