import type { fleetLink as english } from '../en/fleet-link.ts';
import type { Translation } from '../text.ts';

export const fleetLink = {
  'no-fleet': 'Es ist keine Flotte eingerichtet.',
  'no-fleet.remedy':
    'Setzen Sie fleet.url (VITRINE_FLEET_URL), fleet.name und fleet.credentialsFile: siehe docs/guide/fleet.md.',
  'fleet-credentials.unset': 'fleet.credentialsFile ist nicht gesetzt.',
  'fleet-credentials.unset.remedy':
    'Setzen Sie fleet.credentialsFile auf eine Datei mit den Zugangsdaten des Broker-Administrators.',
  'fleet-credentials.invalid': '{path} muss die Felder „user“ und „password“ enthalten.',
  'fleet-credentials.invalid.remedy': 'Schreiben Sie die Datei als JSON, zum Beispiel: {example}',
  'fleet-file': '{setting} ({path}) kann nicht gelesen werden: {code}.',
  'fleet-file.remedy':
    'Prüfen Sie den Pfad und ob der Benutzer, unter dem Vitrine läuft, die Datei lesen darf.',
  'fleet-enrolment.unreadable': '{path} kann nicht gelesen werden: {code}.',
  'fleet-enrolment.invalid': 'Das ist keine Registrierungsdatei einer Flotte.',
  'fleet-enrolment.invalid.file': '{path} ist keine Registrierungsdatei einer Flotte.',
  'fleet-enrolment.create':
    'Erzeugen Sie eine Registrierungsdatei mit „vitrine fleet enrol group“, und setzen Sie fleet.enrolmentFile auf diese Datei.',

  'broker-silent': 'Der Broker nimmt Verbindungen an, antwortet aber nicht.',
  'broker-silent.remedy':
    'Prüfen Sie, ob der Broker überlastet ist und ob fleet.url zu einem MQTT-Broker führt.',
  'broker-oversized': 'Der Broker hat eine für diesen Player zu große Nachricht geschickt.',
  'broker-oversized.remedy':
    'Prüfen Sie die Zugriffsliste des Brokers: In die Topics dieser Flotte sollten nur Ihre eigenen Player und Benutzer schreiben dürfen.',
  'broker-flood': 'Der Broker hat innerhalb von {time:duration} mehr als {most} Nachrichten geschickt.',
  'broker-flood.remedy':
    'Prüfen Sie die Zugriffsliste des Brokers: In die Topics dieser Flotte sollten nur Ihre eigenen Player und Benutzer schreiben dürfen.',
  'broker-too-old': 'Der Broker unterstützt nur MQTT 3.1.1; der Player braucht MQTT 5.',
  'broker-too-old.remedy':
    'Aktualisieren Sie den Broker (mosquitto unterstützt MQTT 5 seit Version 1.6), oder aktivieren Sie MQTT 5 in seiner Konfiguration.',
  'broker-quota': 'Das Kontingent beim Broker ist ausgeschöpft.',
  'broker-quota.remedy': 'Bitten Sie den Betreiber des Brokers um ein größeres Kontingent.',
  'broker-not-allowed.read':
    'Der Broker lässt diesen Player seine Topics nicht abonnieren (Code {reason:plain}).',
  'broker-not-allowed.read.remedy':
    'Prüfen Sie die Zugriffsliste des Brokers: docs/guide/fleet.md enthält eine zum Kopieren.',
  'broker-not-allowed.write':
    'Der Broker lässt diesen Player nicht unter seinen Topics veröffentlichen (Code {reason:plain}).',
  'broker-not-allowed.write.remedy':
    'Prüfen Sie die Zugriffsliste des Brokers: docs/guide/fleet.md enthält eine zum Kopieren.',
  'broker-not-allowed.rollout': 'Der Broker hat den Rollout-Plan nicht zur Bestätigung zurückgeschickt.',
  'broker-not-allowed.rollout.remedy':
    'Erlauben Sie Ihrem Benutzer auf dem Broker, das Topic $rollout/plan zu lesen und zu schreiben; siehe die Zugriffsliste in deploy/mosquitto.',
  'broker-ended': 'Der Broker hat die Verbindung geschlossen (Code {reason:plain}).',
  'broker-ended.remedy': 'Der Player versucht es erneut. Den Grund nennt das Protokoll des Brokers.',
  'broker-login': 'Der Broker lehnt die Zugangsdaten dieses Players ab.',
  'broker-login.remedy':
    'Prüfen Sie fleet.credentialsFile oder fleet.certificateFile und die Benutzer des Brokers.',
  'broker-login.certificate': '{host} lehnt das Zertifikat dieses Players ab ({code}).',
  'broker-login.certificate.remedy':
    'Prüfen Sie fleet.certificateFile und fleet.keyFile und welche Client-Zertifikate der Broker akzeptiert.',
  'broker-identity': 'Der Broker lehnt die Client-ID dieses Players ab.',
  'broker-identity.remedy': 'Prüfen Sie fleet.name und fleet.device und die Zugriffsliste des Brokers.',
  'broker-busy': 'Der Broker ist ausgelastet.',
  'broker-busy.remedy': 'Der Player versucht es erneut.',
  'broker-closing': 'Der Broker wird heruntergefahren.',
  'broker-closing.remedy': 'Der Player versucht es erneut.',
  'broker-taken-over': 'Ein anderer Player hat sich unter dem Namen dieses Players verbunden.',
  'broker-taken-over.remedy':
    'Geben Sie jedem Player ein eigenes fleet.device und eigene Zugangsdaten: Eine geklonte SD-Karte oder Festplatte enthält beides.',
  'broker-packet-size': 'Der Broker lehnt Nachrichten dieser Größe ab.',
  'broker-packet-size.remedy':
    'Lassen Sie Nachrichten von 128 KB zu (message_size_limit oder max_packet_size von mosquitto).',
  'broker-unreachable.name': 'Der Name {host} kann nicht aufgelöst werden.',
  'broker-unreachable.name.remedy':
    'Prüfen Sie die Schreibweise von fleet.url, das Netzwerk und den DNS-Server.',
  'broker-unreachable.refused': '{host} hat die Verbindung abgelehnt.',
  'broker-unreachable.refused.remedy':
    'Prüfen Sie den Port in fleet.url und ob der Broker läuft. Auch eine Firewall kann die Verbindung ablehnen.',
  'broker-unreachable.other': 'Keine Verbindung zu {host} ({why}).',
  'broker-unreachable.other.remedy':
    'Der Player versucht es erneut. Bleibt der Fehler bestehen, prüfen Sie das Netzwerk und das Protokoll des Brokers.',
  'broker-closed': '{host} hat die Verbindung ohne Angabe eines Grundes geschlossen.',
  'broker-closed.remedy':
    'Prüfen Sie, ob der Broker MQTT 5 unterstützt (manche, die nur 3.1.1 unterstützen, verhalten sich so) und ob sein Port TLS verlangt; lesen Sie auch das Protokoll des Brokers.',
  'broker-tls-clock':
    'Das Zertifikat von {host} kann nicht geprüft werden: Die Uhr dieses Geräts geht falsch.',
  'broker-tls-clock.remedy': 'Stellen Sie die Uhr, oder schalten Sie die Zeitsynchronisierung (NTP) ein.',
  'broker-tls-expired': 'Das Zertifikat von {host} ist abgelaufen.',
  'broker-tls-expired.remedy':
    'Wenn die Uhr dieses Geräts richtig geht, braucht der Broker ein neues Zertifikat.',
  'broker-tls-issuer': 'Das Zertifikat von {host} stammt von einer unbekannten Zertifizierungsstelle (CA).',
  'broker-tls-issuer.remedy':
    'Wenn der Broker eine eigene Zertifizierungsstelle (CA) nutzt, tragen Sie deren Zertifikat in fleet.caFile ein.',
  'broker-tls-name': 'Das Zertifikat gilt nicht für {host}.',
  'broker-tls-name.remedy':
    'Prüfen Sie die Schreibweise von fleet.url: Das Zertifikat muss diesen Host nennen.',
  'broker-tls': 'Keine sichere Verbindung zu {host} ({code}).',
  'broker-tls.remedy': 'Prüfen Sie, ob der Broker auf dem Port in fleet.url TLS verwendet.',
  'broker-slow': 'Der Broker hat innerhalb von {time:duration} nicht alle Retained-Nachrichten geschickt.',
  'broker-slow.remedy':
    'Prüfen Sie, ob der Broker überlastet ist und ob in den Topics dieser Flotte Retained-Nachrichten anderer Programme liegen.',
  'broker-refused': 'Der Broker hat die Änderung an seinen Benutzern abgelehnt: {answer}',
  'no-dynamic-security': 'Der Broker beantwortet keine Anfragen zur Verwaltung seiner Benutzer.',
  'no-dynamic-security.remedy':
    'Schalten Sie das Plugin dynamic-security des Brokers ein, und melden Sie sich als Administrator des Brokers an: siehe docs/guide/fleet.md, Enrolment.',

  'enrol-unanswered': '„vitrine fleet enrol serve“ antwortet nicht.',
  'enrol-unanswered.remedy':
    'Lassen Sie auf dem Rechner des Betreibers während der gesamten Installation „vitrine fleet enrol serve“ mit der Registrierungsdatei dieses Bildschirms laufen.',
  'enrol-turn': 'Inzwischen hat sich ein anderer Bildschirm mit derselben Registrierungsdatei verbunden.',
  'enrol-turn.remedy':
    'Nichts zu tun: Bildschirme mit derselben Registrierungsdatei werden nacheinander registriert.',
  'enrol-taken':
    'Dieser Bildschirm wurde nicht registriert: Ein anderer Bildschirm trägt schon seinen Namen.',
  'enrol-taken.remedy':
    'Setzen Sie für diesen Bildschirm ein anderes fleet.device, oder löschen Sie den Benutzer des anderen Bildschirms auf dem Broker.',
  'enrol-enough':
    'Dieser Bildschirm wurde nicht registriert: „vitrine fleet enrol serve“ hat sein Limit (--most) erreicht.',
  'enrol-enough.remedy': 'Starten Sie für weitere Bildschirme „vitrine fleet enrol serve“ erneut.',
  'enrol-group':
    'Dieser Bildschirm wurde nicht registriert: Seine Registrierungsdatei nennt Gruppen, die „vitrine fleet enrol serve“ nicht annimmt.',
  'enrol-group.remedy':
    'Geben Sie diesem Bildschirm die Registrierungsdatei, die „vitrine fleet enrol serve“ verwendet.',
  'enrol-refused':
    'Dieser Bildschirm wurde nicht registriert: „vitrine fleet enrol serve“ hat seine Anfrage abgelehnt.',
  'enrol-refused.remedy':
    'Verwenden Sie auf diesem Bildschirm und auf dem Rechner des Betreibers dieselbe Version von Vitrine.',

  'command-refused.oversized': 'Der Befehl ist größer als {most:bytes}.',
  'command-refused.malformed': 'Der Befehl ist fehlerhaft: {where} ({what}).',
  'command-refused.malformed.lifetime': 'Der Befehl ist zu lange gültig: Erlaubt sind höchstens 24 Stunden.',
  'command-refused.retained':
    'Der Befehl kam als Retained-Nachricht und würde sich bei jeder Verbindung wiederholen: Löschen Sie die Retained-Nachricht aus ihrem Topic.',
  'command-refused.not-for-us': 'Der Befehl kam über ein Topic, das nicht für diesen Player bestimmt ist.',
  'command-refused.unsigned':
    'Dieser Player führt nur Befehle aus, die mit dem Schlüssel seines Betreibers signiert sind.',
  'command-refused.signature':
    'Die Signatur passt nicht zu diesem Befehl oder nicht zum Schlüssel des Betreibers.',
  'command-refused.unknown': 'Diese Version des Players kennt den Befehl „{name}“ nicht.',
  'command-refused.not-allowed':
    'Die Einstellung fleet.commands dieses Players lässt diesen Befehl nicht zu.',
  'command-refused.clock':
    'Die Uhr dieses Players geht falsch, daher ist nicht feststellbar, ob der Befehl abgelaufen ist.',
  'command-refused.clock.ahead':
    'Der Zeitstempel des Befehls liegt in der Zukunft: Die Uhr des Players oder die des Absenders geht falsch.',
  'command-refused.expired': 'Der Befehl war abgelaufen.',
  'command-refused.busy': 'Auf dem Player warten schon zu viele andere Befehle.',
  'command-failed.interrupted':
    'Der Player wurde während der Ausführung des Befehls beendet; ob der Befehl vollständig ausgeführt wurde, ist unbekannt.',
  'too-long': 'Der Befehl dauert länger als {most:duration}; er wird möglicherweise noch abgeschlossen.',
  'picture-too-large': 'Der Screenshot ist zu groß für den Broker ({size:bytes}).',

  'rollout-taken.another': 'Ein anderer Rollout wurde gestartet.',
  'rollout-taken.other-runner': 'Dieser Rollout wird jetzt von einem anderen Terminal aus gesteuert.',
  'rollout-taken.look':
    'Um den Rollout anzusehen, führen Sie „vitrine fleet rollout status“ aus; um ihn zu übernehmen, „vitrine fleet rollout run“.',
  'rollout.retry': '{why} Der Rollout bleibt, wie er ist; das Programm, das ihn steuert, versucht es erneut.',
  'rollout.older':
    'Der Broker hat einen veralteten Rollout-Plan zurückgegeben; das Programm, das den Rollout steuert, schreibt den aktuellen Plan erneut.',
  'rollout.unreadable':
    'Der auf dem Broker gespeicherte Rollout-Plan ist unlesbar; das Programm, das den Rollout steuert, schreibt den Plan erneut.',
  'rollout.forgotten':
    'Der Broker hat den Rollout-Plan verloren; das Programm, das den Rollout steuert, schreibt den Plan erneut.',
  'rollout.over': 'Der Rollout ist beendet.',
  'rollout.failing':
    'Bei {failed} von {all} Playern ist das Update fehlgeschlagen; die Grenze liegt bei {limit:percent}.',
  'rollout.few-players': 'Der Broker kennt nur {players} von {all} Playern; der Rollout wartet auf weitere.',
  'rollout.step': 'Schritt {step} von {steps} – {counts}.',
  'rollout.finished': 'Schritt {step} von {steps}, fertige Player: {finished}.',
  'rollout.rests': 'Schritt {step} von {steps} ist abgeschlossen; Beginn des nächsten: {until:time}.',
  'rollout.rests.last': 'Schritt {step} von {steps} ist abgeschlossen; Ende des Rollouts: {until:time}.',
  'rollout.next': 'Schritt {step} von {steps} beginnt.',
  'rollout.done': 'Installiert: {kept} von {asked}.',
  'rollout.counts':
    'ausgewählt: {asked}, installiert: {kept}, fehlgeschlagen: {failed}, im Probelauf: {trying}, wartend: {waiting}, offline: {away}, nicht installierbar: {cannot}',
  'rollout.counts.codes': '{counts} ({codes})',
  'rollout.stopped': '{why} Player: {counts}.',
  'rollout.stopped.by-hand': 'Der Rollout wurde manuell angehalten.',
} as const satisfies Translation<typeof english>;
