import type { update as english } from '../en/update.ts';
import type { Translation } from '../text.ts';

export const update = {
  'update.state.trying':
    'Version {version} wird seit {since:time} erprobt; ausstehende Prüfungen: {left} von {of}.',
  'update.state.doubting.show':
    'Mit Version {version} fand der Player nichts zum Abspielen. Er ist zur vorherigen Version zurückgekehrt und prüft, ob er damit etwas findet.',
  'update.state.doubting.cms':
    'Mit Version {version} hat der Player die Verbindung zum CMS verloren. Er ist zur vorherigen Version zurückgekehrt und prüft, ob es am Netzwerk liegt.',
  'update.state.held':
    'Updates sind angehalten. Um sie fortzusetzen, führen Sie „vitrine update resume“ aus.',
  'update.state.looking': 'Der Player sucht nach einer neuen Version.',
  'update.state.fetching': 'Version {version} wird heruntergeladen.',
  'update.state.unpacking': 'Version {version} wird entpackt.',
  'update.state.ready':
    'Version {version} ist heruntergeladen und wird im Zeitfenster für Updates installiert.',
  'update.state.ready.soon':
    'Version {version} ist heruntergeladen und wird zwischen zwei Beiträgen installiert.',
  'update.state.ready.missed':
    'Version {version} ist heruntergeladen, aber der Player war im Zeitfenster für Updates ausgeschaltet. Sie wird beim nächsten Start des Players installiert, spätestens ab {after:time} zwischen zwei Beiträgen.',
  'update.state.ending': 'Der Player startet mit einer anderen Version neu.',
  'update.state.waiting': 'Der Player hat noch nicht nach neuen Versionen gesucht.',
  'update.lost': 'Version {version} startet nicht mehr: Seit {at:time} läuft die vorherige Version.',
  'update.overdue':
    'Version {version} wartet seit {since:time}: Dieser Player ist im Zeitfenster für Updates ausgeschaltet oder im Ruhezustand.',
  'update.stopped': 'Kein Update: {why}',
  'update.idle':
    'update.url ist gesetzt, aber dieser Player wurde nicht über seinen Launcher gestartet und installiert deshalb keine Updates.',
  'update.blocked.lost-cms':
    'Mit dieser Version erreichte der Player das CMS nicht, mit der vorherigen schon.',
  'update.blocked.no-show':
    'Mit dieser Version fand der Player nichts zum Abspielen, mit der vorherigen schon.',
  'update.blocked.recalled': 'Der Herausgeber hat die Version zurückgezogen.',
  'update.blocked.died': 'Die Version ist während des Probelaufs abgestürzt oder hängen geblieben.',
  'update.blocked.revives': {
    one: 'Das Bild musste innerhalb von zehn Minuten {count}-mal wiederhergestellt werden.',
    other: 'Das Bild musste innerhalb von zehn Minuten {count}-mal wiederhergestellt werden.',
  },
  'update.blocked.memory': 'Die Version belegt zu viel Arbeitsspeicher ({memory:bytes}).',
  'update.blocked.no-item':
    'Mit dieser Version zeigte der Player innerhalb der Frist nichts, obwohl Inhalte eingeplant waren.',
  'update.blocked.no-change': 'Mit dieser Version ist die Wiedergabe bei einem Eintrag stehen geblieben.',
  'update-none': 'Der Player hat schon die neueste für ihn verfügbare Version.',
  'update-none.unwanted':
    'Für die Flotte ist Version {version} vorgegeben, aber diesem Player wird sie nicht angeboten.',
  'update-none.blocked': 'Version {version} ist gesperrt. {why}',
  'update-none.not-yet': 'Version {version} wird diesem Player noch nicht angeboten.',
  'update-off': 'Updates sind ausgeschaltet.',
  'update-off.no-address': 'Es ist keine Adresse eingerichtet, von der Updates geladen werden (update.url).',
  'update-off.no-address.remedy':
    'Setzen Sie update.url, oder installieren Sie die Version aus einem Ordner: vitrine update now --from ORDNER',
  'update-off.no-launcher':
    'Updates sind ausgeschaltet: Dieser Player wurde nicht über seinen Launcher gestartet.',
  'update-off.no-launcher.remedy':
    'Starten Sie den Player über seinen Launcher: siehe docs/guide/updates.md.',
  'update-held': 'Updates sind angehalten.',
  'update-held.remedy': 'Führen Sie aus: vitrine update resume',
  'update-on-trial':
    'Eine Version ist im Probelauf: Warten Sie, bis der Player sie übernimmt oder zur vorherigen Version zurückkehrt.',
  'update-busy.stopping': 'Der Player wird beendet.',
  'update-busy.switching': 'Der Player wechselt gerade zu einer anderen Version.',
  'update-busy.running': 'Ein Update läuft. Um es zu verfolgen, führen Sie „vitrine update status“ aus.',
  'update-not-begun':
    'Version {version} wurde nicht installiert: Der Player konnte den Beginn ihres Probelaufs nicht auf dem Datenträger speichern.',
  'update-not-begun.remedy':
    'Prüfen Sie, ob der Datenträger voll oder schreibgeschützt ist. Der Player versucht es morgen erneut. Sofort geht es mit „vitrine update now“.',
  'update-clock': 'Versionen lassen sich nicht prüfen: Die Uhr dieses Geräts geht falsch ({now}).',
  'update-no-space':
    'Zu wenig Speicher: Eine Version mit {size:bytes} braucht {needed:bytes}, frei sind {free:bytes}.',
  'update-wrong-length':
    '{name} hat nicht die in den signierten Metadaten angegebene Größe von {size:plain} Byte.',
  'update-wrong-hash': 'Der Inhalt von {name} passt nicht zur Signatur.',
  'update-server-error': 'Der Server hat auf die Anfrage an {url} mit dem Status {status:plain} geantwortet.',
  'update-too-long': '{name} ist größer als erlaubt.',
  'update-not-found': '{path} lässt sich nicht lesen.',
  'update-not-found.metadata': 'Im Versionsordner fehlt metadata/{name}.',
  'update-no-root': 'Die vertrauenswürdigen Root-Metadaten {path} fehlen.',
  'update-no-root.remedy': 'Kopieren Sie die Datei metadata/1.root.json des Herausgebers an diesen Pfad.',
  'update-no-installer': 'Der Installationsdienst für Player-Versionen antwortet nicht.',
  'update-no-installer.remedy': 'Führen Sie aus: systemctl status vitrine-installer.socket',
  'update-no-installer.garbled': 'Installationsdienst und Player tauschten unerwartete Daten aus.',
  'update-no-installer.closed': 'Die Verbindung zwischen Installationsdienst und Player wurde geschlossen.',
  'update-no-installer.late':
    'Zeitüberschreitung bei der Verbindung zwischen Installationsdienst und Player.',
  'update-not-offered': 'Diesem Gerät wird keine Version mit diesem Hash angeboten.',
  'update-rolled-back':
    'Die Versions-Metadaten „{role}“ sind älter als der Stand, den die anderen Metadaten nennen.',
  'update-rolled-back.folder':
    'Die Metadaten „{role}“ in diesem Ordner (Version {found:plain}) sind älter als die bereits bekannten (Version {seen:plain}).',
  'update-rolled-back.installed': 'Version {version} ist älter als {newest}, die schon installiert war.',
  'update-expired': 'Die Versions-Metadaten „{role}“ sind abgelaufen.',
  'update-not-signed': 'Die Versions-Metadaten „{role}“ sind nicht mit den nötigen Schlüsseln signiert.',
  'update-mixed':
    'Die Versions-Metadaten „{role}“ passen nicht zu der Größe und dem Hash, die andere Metadaten für sie angeben.',
  'update-not-metadata':
    'Die Versions-Metadaten „{role}“ sind unlesbar: vielleicht eine Anmeldeseite oder eine beschädigte Datei.',
  'update-not-runnable': 'Version {version} läuft auf diesem Gerät nicht.',
  'update-not-runnable.version': 'Version {version} meldet sich als {found}.',
  'update-not-runnable.unpack': 'Das Paket lässt sich nicht entpacken.',
  'update-not-runnable.entry':
    'Das Paket enthält {path}, was nicht in eine Version gehört: Zulässig sind nur gewöhnliche Dateien und Ordner.',
} as const satisfies Translation<typeof english>;
