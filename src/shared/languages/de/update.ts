import type { update as english } from '../en/update.ts';
import type { Translation } from '../text.ts';

export const update = {
  'update.state.trying': '{version} wird seit {since:time} erprobt; ausstehende Prüfungen: {left} von {of}.',
  'update.state.doubting.show':
    '{version} fand nichts zum Abspielen; die vorherige Version prüft, ob sie etwas findet.',
  'update.state.doubting.cms':
    '{version} hat die Verbindung zum CMS verloren; die vorherige Version prüft, ob es am Netzwerk liegt.',
  'update.state.held':
    'Updates sind angehalten. Um sie fortzusetzen, führen Sie „vitrine update resume“ aus.',
  'update.state.looking': 'Sucht nach einer neuen Version.',
  'update.state.fetching': 'Lädt {version} herunter.',
  'update.state.unpacking': 'Entpackt {version}.',
  'update.state.ready': '{version} ist bereit und startet im Zeitfenster für Updates.',
  'update.state.ready.soon': '{version} ist bereit und startet zwischen zwei Beiträgen.',
  'update.state.ready.missed':
    '{version} ist bereit; der Player war im Zeitfenster für Updates aus. Die Version startet mit dem Player oder ab {after:time} zwischen zwei Beiträgen.',
  'update.state.ending': 'Neustart mit einer anderen Version.',
  'update.state.waiting': 'Noch nicht nach neuen Versionen gesucht.',
  'update.lost': 'Version {version} startet nicht mehr: Seit {at:time} läuft die vorherige.',
  'update.overdue':
    'Version {version} wartet seit {since:time}: Dieser Player ist im Zeitfenster für Updates aus oder im Ruhezustand.',
  'update.stopped': 'Kein Update: {why}',
  'update.idle':
    'update.url ist gesetzt, aber dieser Player wurde nicht vom Launcher gestartet und installiert deshalb keine Versionen.',
  'update.blocked.lost-cms': 'Sie erreichte das CMS nicht, die vorherige Version schon.',
  'update.blocked.no-show': 'Sie fand nichts zum Abspielen, die vorherige Version schon.',
  'update.blocked.recalled': 'Ihr Herausgeber hat sie zurückgerufen.',
  'update.blocked.died': 'Sie stürzte ab oder hing, bevor ihr Probelauf beendet war.',
  'update.blocked.revives': {
    one: 'Das Bild musste in zehn Minuten {count}-mal wiederhergestellt werden.',
    other: 'Das Bild musste in zehn Minuten {count}-mal wiederhergestellt werden.',
  },
  'update.blocked.memory': 'Sie belegt {memory:bytes} Arbeitsspeicher.',
  'update.blocked.no-item': 'Sie zeigte eine Minute lang nichts, obwohl etwas geplant ist.',
  'update.blocked.no-change': 'Sie wechselte nicht von Beitrag zu Beitrag.',
  'update-none': 'Das ist die neueste Version für diesen Player.',
  'update-none.unwanted':
    'Die Flotte fordert {version} an, aber diesem Player wird die Version nicht angeboten.',
  'update-none.blocked': '{version} ist gesperrt. {why}',
  'update-none.not-yet': '{version} wird diesem Player noch nicht angeboten.',
  'update-off': 'Updates sind ausgeschaltet.',
  'update-off.no-address': 'Es ist keine Adresse für Versionen eingerichtet (update.url).',
  'update-off.no-address.remedy': 'Setzen Sie update.url, oder nennen Sie einen Ordner mit --from.',
  'update-off.no-launcher': 'Updates sind ausgeschaltet: Der Launcher hat diesen Player nicht gestartet.',
  'update-off.no-launcher.remedy':
    'Starten Sie den Player über seinen Launcher: siehe docs/guide/updates.md.',
  'update-held': 'Updates sind angehalten.',
  'update-held.remedy': 'Führen Sie aus: vitrine update resume',
  'update-on-trial':
    'Eine Version ist im Probelauf: Warten Sie, bis sie übernommen oder zurückgenommen wird.',
  'update-busy.stopping': 'Der Player wird beendet.',
  'update-busy.switching': 'Der Player wechselt gerade zu einer anderen Version.',
  'update-busy.running': 'Ein Update läuft. Um es zu verfolgen, führen Sie „vitrine update status“ aus.',
  'update-not-begun': '{version} wurde gestartet, aber ihr Probelauf ließ sich nicht aufzeichnen.',
  'update-not-begun.remedy':
    'Prüfen Sie, ob der Datenträger voll oder schreibgeschützt ist. Der Player versucht es morgen erneut, „vitrine update now“ sofort.',
  'update-clock': 'Versionen lassen sich nicht prüfen: Die Uhr dieses Geräts geht falsch ({now}).',
  'update-no-space':
    'Zu wenig Speicher: Eine Version von {size:bytes} braucht {needed:bytes}, frei sind {free:bytes}.',
  'update-wrong-length': '{name} hat nicht die signierte Länge von {size:plain} Bytes.',
  'update-wrong-hash': 'Der Inhalt von {name} passt nicht zur Signatur.',
  'update-server-error': 'Der Server antwortet für {url} mit Status {status:plain}.',
  'update-too-long': '{name} ist größer als erlaubt.',
  'update-not-found': '{path} lässt sich nicht lesen.',
  'update-not-found.metadata': 'Im Versionsordner fehlt metadata/{name}.',
  'update-no-root': 'Die vertrauenswürdigen Root-Metadaten {path} fehlen.',
  'update-no-root.remedy': 'Kopieren Sie die metadata/1.root.json des Herausgebers dorthin.',
  'update-no-installer': 'Der Installationsdienst für Versionen antwortet nicht.',
  'update-no-installer.remedy': 'Siehe: systemctl status vitrine-installer.socket',
  'update-no-installer.garbled': 'Installationsdienst und Player tauschten unerwartete Daten aus.',
  'update-no-installer.closed': 'Die Verbindung zwischen Installationsdienst und Player wurde geschlossen.',
  'update-no-installer.late': 'Zeitüberschreitung der Verbindung zwischen Installationsdienst und Player.',
  'update-not-offered': 'Diesem Gerät wird keine Version mit diesem Hash angeboten.',
  'update-rolled-back':
    'Die Versions-Metadaten „{role}“ sind älter als die Metadaten, die auf sie verweisen.',
  'update-rolled-back.folder':
    'Die Metadaten „{role}“ in diesem Ordner (Version {found:plain}) sind älter als die bereits bekannten (Version {seen:plain}).',
  'update-rolled-back.installed': 'Version {version} ist älter als {newest}, die schon installiert war.',
  'update-expired': 'Die Versions-Metadaten „{role}“ sind abgelaufen.',
  'update-not-signed': 'Die Versions-Metadaten „{role}“ sind nicht mit den nötigen Schlüsseln signiert.',
  'update-mixed': 'Die Versions-Metadaten „{role}“ sind nicht die angekündigten.',
  'update-not-metadata':
    'Die Versions-Metadaten „{role}“ sind unlesbar: vielleicht eine Anmeldeseite oder eine beschädigte Datei.',
  'update-not-runnable': 'Version {version} läuft auf diesem Gerät nicht.',
  'update-not-runnable.version': 'Version {version} meldet sich als {found}.',
  'update-not-runnable.unpack': 'Das Paket lässt sich nicht entpacken.',
  'update-not-runnable.entry':
    'Das Paket enthält {path}, was nicht in eine Version gehört: Zulässig sind nur gewöhnliche Dateien und Ordner.',
} as const satisfies Translation<typeof english>;
