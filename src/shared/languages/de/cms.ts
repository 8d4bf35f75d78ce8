import type { cms as english } from '../en/cms.ts';
import type { Translation } from '../text.ts';

export const cms = {
  'cms-address-missing': 'Es ist kein CMS eingerichtet.',
  'cms-address-missing.remedy': 'Setzen Sie cms.url in der Konfiguration oder VITRINE_CMS_URL.',

  'cms-unreachable-name': 'Der Name {host} lässt sich nicht auflösen.',
  'cms-unreachable-name.remedy':
    'Prüfen Sie die Schreibweise der CMS-Adresse, das Netzwerkkabel oder das WLAN und den DNS-Server.',
  'cms-unreachable-refused': '{host} hat die Verbindung abgelehnt.',
  'cms-unreachable-refused.remedy':
    'Prüfen Sie den Port in der CMS-Adresse und ob das CMS läuft. Auch eine Firewall oder ein Proxy kann die Verbindung ablehnen.',
  'cms-unreachable-route': 'Keine Route zu {host}.',
  'cms-unreachable-route.remedy': 'Prüfen Sie das Netzwerk und sein Gateway.',
  'cms-unreachable-timeout': '{host} hat nicht rechtzeitig geantwortet.',
  'cms-unreachable-timeout.remedy':
    'Prüfen Sie Netzwerk und Firewall. Möglicherweise ist das CMS überlastet.',
  'cms-unreachable-timeout.login': 'Das CMS hat die Anmeldung nicht rechtzeitig erneuert.',
  'cms-unreachable-timeout.login.remedy':
    'Der Player versucht es erneut. Bleibt der Fehler bestehen, prüfen Sie das Netzwerk.',
  'cms-unreachable-cut': 'Die Verbindung zu {host} ist abgebrochen ({code}).',
  'cms-unreachable-cut.remedy':
    'Der Player versucht es erneut. Bleibt der Fehler bestehen, prüfen Sie das Netzwerk, den Proxy und ob die CMS-Adresse mit http:// oder https:// beginnen muss.',
  'cms-proxy': 'Der Proxy stellt keine Verbindung zu {host} her.',
  'cms-proxy.remedy': 'Prüfen Sie cms.proxy oder HTTPS_PROXY, auch das Passwort darin.',

  'cms-tls-clock':
    'Das Zertifikat von {host} lässt sich nicht prüfen: Die Uhr dieses Geräts geht falsch ({here}).',
  'cms-tls-clock.remedy':
    'Stellen Sie die Uhr oder schalten Sie die Zeitsynchronisierung (NTP) ein, und prüfen Sie die Pufferbatterie der Uhr.',
  'cms-tls-clock.differs':
    'Das Zertifikat des CMS lässt sich nicht prüfen: Die Uhr dieses Geräts zeigt {here}, die des CMS {there}.',
  'cms-tls-clock.differs.remedy': 'Stellen Sie die Uhr oder schalten Sie die Zeitsynchronisierung (NTP) ein.',
  'cms-tls-expired': 'Das Zertifikat von {host} ist abgelaufen (die Uhr dieses Geräts zeigt {here}).',
  'cms-tls-expired.remedy': 'Wenn die Uhr stimmt, braucht das CMS ein neues Zertifikat.',
  'cms-tls-issuer': 'Das Zertifikat von {host} stammt von einer unbekannten Zertifizierungsstelle (CA).',
  'cms-tls-issuer.remedy':
    'Nutzt das CMS oder ein Proxy eine eigene Zertifizierungsstelle (CA), tragen Sie deren Zertifikat in cms.caFile ein. Auch ein Captive Portal kann die Ursache sein.',
  'cms-tls-name': 'Das Zertifikat gilt nicht für {host}.',
  'cms-tls-name.remedy':
    'Prüfen Sie die Schreibweise der CMS-Adresse. Auch ein Captive Portal kann die Ursache sein.',
  'cms-tls': 'Keine sichere Verbindung zu {host} ({code}).',
  'cms-tls.remedy': 'Verwendet das CMS kein https, muss seine Adresse mit http:// beginnen.',
  'ca-file-unreadable': 'Die CA-Datei {file} kann nicht gelesen werden: {code}.',
  'ca-file-unreadable.remedy':
    'Prüfen Sie cms.caFile und ob der Benutzer, unter dem Vitrine läuft, die Datei lesen darf.',
  'ca-file-invalid': 'Die CA-Datei {file} enthält kein PEM-Zertifikat.',
  'ca-file-invalid.remedy':
    'Die Datei muss „-----BEGIN CERTIFICATE-----“ enthalten. Wandeln Sie eine DER-Datei um mit: openssl x509 -inform der -in DATEI',

  'network-inside':
    'Eine Anfrage an {host} wurde blockiert: Die Adresse liegt in einem lokalen Netzwerk, zu dem das CMS nicht gehört.',
  'network-led-inside':
    'Eine Weiterleitung aus dem Internet auf {host} in einem lokalen Netzwerk wurde blockiert.',
  'network-inside.allow':
    'Ist der Zugriff gewollt, tragen Sie die Adresse in der Konfiguration unter network.allow ein. Auch ein Captive Portal kann die Ursache sein.',
  'network-insecure': 'Eine unverschlüsselte Anfrage an {host} wurde blockiert.',
  'network-insecure.remedy':
    'Verwenden Sie eine Adresse, die mit https:// beginnt, oder entfernen Sie cms.httpsOnly.',

  'cms-redirect-loop': '{host} leitet im Kreis weiter ({count}-mal).',
  'cms-redirect-loop.remedy': 'Prüfen Sie die CMS-Adresse, insbesondere, ob sie mit http oder https beginnt.',
  'cms-redirected': 'Das CMS leitet auf {origin} weiter.',
  'cms-redirected.remedy': 'Setzen Sie die CMS-Adresse auf {address}.',
  'cms-redirected.insecure': '{host} leitet von https auf eine unverschlüsselte Adresse weiter: {origin}.',
  'cms-redirected.insecure.remedy':
    'Stellen Sie das CMS oder den Proxy davor so ein, dass auf Adressen mit https:// weitergeleitet wird.',
  'cms-redirected.change':
    '{host} hat eine Schreibanfrage auf {origin} weitergeleitet. Der Player folgt solchen Weiterleitungen nicht; es wurde nichts geändert.',
  'cms-redirected.change.remedy':
    'Ist {origin} Ihr CMS, tragen Sie diese Adresse in der Konfiguration als CMS-Adresse ein.',
  'cms-captive-portal': 'Statt des CMS antwortet ein Captive Portal.',
  'cms-captive-portal.at': 'Statt des CMS antwortet ein Captive Portal ({host}).',
  'cms-captive-portal.log-in':
    'Melden Sie sich von diesem Gerät aus am Netzwerk oder WLAN an, oder lassen Sie das Gerät vom Betreiber freischalten.',

  'cms.reason': ' Das CMS meldet: {answer}',
  'cms-unauthorised': 'Das CMS nimmt das Token nicht an (401).{because}',
  'cms-unauthorised.remedy':
    'Hinterlegen Sie ein neues persönliches Token oder melden Sie sich neu an mit: vitrine cms login',
  'cms-unauthorised.expired': 'Das Token ist abgelaufen.',
  'cms-unauthorised.expired.remedy':
    'Hinterlegen Sie ein neues persönliches Token oder melden Sie sich neu an mit: vitrine cms login',
  'cms-forbidden': 'Das CMS erlaubt {request} nicht ({status:plain}).{because}',
  'cms-forbidden.remedy':
    'Dem Konto dieses Tokens fehlt die Berechtigung: Verwenden Sie das Token eines Kontos, das sie hat.',
  'cms-not-found': 'Im CMS gibt es unter {path} nichts ({status:plain}).',
  'cms-not-found.remedy': 'Prüfen Sie die ID und die CMS-Adresse. Die Adresse muss auf /api/v1.0/ enden.',
  'cms-not-found.id': 'Es gibt keinen Datensatz mit der ID „{id}“.',
  'cms-not-offered': 'Das CMS unterstützt {request} nicht (405).',
  'cms-not-offered.remedy':
    'Prüfen Sie die CMS-Adresse. Lehnt das CMS Änderungen an einer Playlist ab, setzen Sie cms.profile.updateMethod auf die Methode, die es annimmt.',
  'cms-conflict': '{request} steht im Konflikt mit einer anderen Änderung (409).{because}',
  'cms-conflict.remedy':
    'Möglicherweise hat jemand den Datensatz gleichzeitig geändert. Prüfen Sie den aktuellen Stand und wiederholen Sie die Änderung.',
  'cms-conflict.list': 'Eine Liste im CMS hat sich laufend geändert, während der Player sie las.',
  'cms-conflict.list.remedy': 'Nichts zu tun: Der Player versucht es erneut.',
  'cms-upload-too-large': 'Das CMS lehnt {request} als zu groß ab (413).',
  'cms-upload-too-large.remedy':
    'Verwenden Sie eine kleinere Datei oder erhöhen Sie das Upload-Limit des CMS oder seines Proxys.',
  'cms-rate-limited': 'Das CMS meldet zu viele Anfragen (429).',
  'cms-rate-limited.remedy':
    'Nichts zu tun: Der Player versucht es beim nächsten Abgleich erneut. Bleibt der Fehler bestehen, stellen Sie ein längeres Abgleichintervall ein (im CMS oder mit syncSeconds).',
  'cms-rate-limited.until': 'Das CMS nimmt erst ab {until} wieder Anfragen an.',
  'cms-rate-limited.until.remedy':
    'Nichts zu tun: Der Player versucht es erneut, sobald das CMS wieder Anfragen annimmt. Bleibt der Fehler bestehen, stellen Sie ein längeres Abgleichintervall ein (im CMS oder mit syncSeconds).',
  'cms-server-error': 'Fehler im CMS bei {request} ({status:plain}).',
  'cms-server-error.remedy':
    'Hier ist nichts zu tun: Der Player versucht es erneut. Bleibt der Fehler bestehen, wenden Sie sich an den Betreiber des CMS.',
  'cms-server-error.until':
    'Fehler im CMS bei {request} ({status:plain}); es nimmt erst ab {until} wieder Anfragen an.',
  'cms-server-error.until.remedy':
    'Hier ist nichts zu tun: Der Player versucht es erneut, sobald das CMS wieder Anfragen annimmt. Bleibt der Fehler bestehen, wenden Sie sich an den Betreiber des CMS.',
  'cms-invalid': 'Das CMS weist {request} zurück ({status:plain}).{because}',
  'cms-invalid.remedy':
    'Prüfen Sie die CMS-Adresse und Ihre Eingaben, oder fragen Sie den Betreiber des CMS.',
  'cms-bad-answer.status': 'Das CMS hat auf {request} mit dem Status {status:plain} geantwortet.',
  'cms-bad-answer.status.remedy': 'Prüfen Sie die CMS-Adresse und gegebenenfalls den Proxy vor dem CMS.',

  'cms-bad-answer.list': 'Das CMS hat keine Liste gesendet, sondern: {seen}.',
  'cms-bad-answer.list.remedy':
    'Prüfen Sie die CMS-Adresse. Verpackt das CMS seine Listen in einem Objekt, setzen Sie cms.profile.envelope auf den Pfad der Liste.',
  'cms-bad-answer.no-code': 'Die Antwort des CMS auf die Anmeldung enthält keinen brauchbaren Code.',
  'cms-bad-answer.no-token': 'Die Antwort des CMS auf die Anmeldung enthält kein Zugriffstoken.',
  'cms-bad-answer.token-type':
    'Die Antwort des CMS auf die Anmeldung enthält ein Token vom Typ „{type}“ statt Bearer.',
  'cms-bad-answer.login-host': 'Prüfen Sie cms.oauth.authUrl: Die Adresse muss auf dem Host des CMS liegen.',
  'cms-not-json.empty': 'Das CMS hat eine leere Antwort gesendet.',
  'cms-not-json.empty.remedy': 'Prüfen Sie, ob die CMS-Adresse auf /api/v1.0/ endet.',
  'cms-not-json.page': 'Das CMS hat statt Daten eine Webseite gesendet.',
  'cms-not-json.page.remedy':
    'Prüfen Sie, ob die CMS-Adresse auf /api/v1.0/ endet. Auch ein Captive Portal kann die Ursache sein.',
  'cms-not-json.damaged': 'Das CMS hat unvollständiges oder ungültiges JSON gesendet.',
  'cms-not-json.damaged.remedy':
    'Der Player versucht es erneut. Bleibt der Fehler bestehen, prüfen Sie die CMS-Adresse.',
  'cms-too-large': 'Die Antwort des CMS ist größer als {most:bytes}.',
  'cms-too-large.remedy':
    'Lassen Sie das CMS seine Listen seitenweise liefern, oder fordern Sie mit cms.profile.listQuery weniger Datensätze an.',
  'cms-too-deep': 'Die Antwort des CMS ist mehr als {most} Ebenen tief verschachtelt.',
  'cms-too-deep.remedy': 'Prüfen Sie die CMS-Adresse oder fragen Sie den Betreiber des CMS.',
  'cms-bad-paging.elsewhere':
    'Eine Liste des CMS kann nicht gelesen werden: Ihre nächste Seite liegt auf einem anderen Host.',
  'cms-bad-paging.elsewhere.remedy':
    'Verwenden Sie in der CMS-Adresse den Hostnamen, den das CMS in seinen Links verwendet.',
  'cms-bad-paging.circle':
    'Eine Liste des CMS kann nicht gelesen werden: Das CMS liefert immer wieder dieselben Seiten der Liste.',
  'cms-bad-paging.pages': 'Eine Liste des CMS kann nicht gelesen werden: Sie hat mehr als {most} Seiten.',
  'cms-bad-paging.records':
    'Eine Liste des CMS kann nicht gelesen werden: Sie hat mehr als {most} Datensätze.',
  'cms-bad-paging.ask':
    'Fordern Sie mit cms.profile.listQuery größere Seiten an, oder wenden Sie sich an den Betreiber des CMS.',
  'cms-bad-record': 'Ein Datensatz des CMS ist nicht verwendbar: {why}.',
  'cms-bad-record.remedy':
    'Heißt das Feld in diesem CMS anders, tragen Sie den Namen in cms.profile.fields ein.',
  'cms-bad-record.no-entries': 'Das CMS hat eine Playlist ohne ihre Einträge gesendet.',
  'cms-bad-record.no-entries.remedy':
    'Setzen Sie cms.profile.fields.playlist.playlist_entries auf den Namen des Feldes mit den Einträgen oder cms.profile.entriesPath auf die Adresse der Einträge.',
  'cms-not-changed':
    'Das CMS hat die Änderung der Playlist {id} angenommen, aber den alten Wert von {field} behalten.',
  'cms-not-changed.remedy':
    'Prüfen Sie, ob das Konto dieses Tokens die Playlist ändern darf. Erwartet das CMS eine andere Änderungsmethode, setzen Sie cms.profile.updateMethod.',

  'cms.record.field': '{field} {why}',
  'cms.record.whole': 'der Datensatz {why}',
  'cms.record.without-id': '{why} (Eintrag Nr. {number} der Playlist)',
  'cms.record.without-id.file': '{why} (Eintrag Nr. {number} der Playlist, Mediendatei {file})',
  'cms.record.missing': 'fehlt',
  'cms.record.missing-for-download': 'fehlt, wird aber für die Download-Adresse gebraucht',
  'cms.record.no-id': 'ist keine ID ({seen})',
  'cms.record.no-object': 'ist kein Objekt ({seen})',
  'cms.record.no-number': 'ist keine Zahl ({seen})',
  'cms.record.no-address': 'ist keine HTTP-Adresse ({seen})',
  'cms.record.long-address': 'ist eine Adresse mit mehr als {most} Zeichen',
  'cms.record.other-id': 'ist nicht die angeforderte ID ({id})',
  'cms.record.negative': 'ist negativ ({seen:plain})',
  'cms.record.two-targets':
    'ist zusammen mit einer verschachtelten Playlist gesetzt: Ein Eintrag darf nur eines von beiden enthalten',
  'cms.record.play-rule': 'hat einen unbekannten Wert ({seen:plain})',
  'cms.record.weekdays': 'ist keine Wochentagsmaske von 0 bis 127 ({seen:plain})',
  'cms.value.text': 'Text „{text}“',
  'cms.value.list': 'eine Liste',
  'cms.value.object': 'ein Objekt',
  'cms.value.fields': {
    one: 'ein Objekt mit dem Feld {fields}',
    other: 'ein Objekt mit den Feldern {fields}',
  },
  'cms.value.empty-object': 'ein leeres Objekt',

  'token-missing': 'Es ist kein Token für das CMS gesetzt.',
  'token-missing.remedy':
    'Setzen Sie VITRINE_CMS_TOKEN oder VITRINE_CMS_TOKEN_FILE. Für eine Anmeldung mit OAuth setzen Sie stattdessen cms.oauth und führen Sie aus: vitrine cms login',
  'token-unreadable': 'Die Datei {path} kann nicht gelesen werden: {code}.',
  'token-unreadable.remedy':
    'Prüfen Sie den Pfad und ob der Benutzer, unter dem Vitrine läuft, die Datei lesen darf.',
  'token-invalid.empty': '{what} ist leer.',
  'token-invalid.characters':
    '{what} enthält unzulässige Zeichen (Leerzeichen, Zeilenumbrüche oder Buchstaben außerhalb von ASCII).',
  'token-invalid.copy': 'Kopieren Sie das ganze Token oder Secret noch einmal aus dem CMS.',
  'cms.token.own': 'Das Token',
  'cms.token.in-file': 'Das Token in {path}',
  'cms.token.secret': 'Das Client-Secret',
  'cms.token.access': 'Das Zugriffstoken des CMS',
  'cms.token.refresh': 'Das Refresh-Token des CMS',
  'config-invalid.client-secret': 'Das Client-Secret fehlt.',
  'config-invalid.client-secret.remedy': 'Setzen Sie cms.oauth.clientSecretFile oder cms.oauth.clientSecret.',
  'config-invalid.profile': 'Die Konfiguration enthält Fehler: {mistakes}.',

  'login-needed.none': 'Der Player ist noch nicht am CMS angemeldet.',
  'login-needed.damaged': 'Die gespeicherte Anmeldung ist beschädigt.',
  'login-needed.other': 'Die gespeicherte Anmeldung gehört zu einem anderen CMS oder OAuth-Client.',
  'login-needed.expired': 'Die Anmeldung ist abgelaufen und kann nicht erneuert werden.',
  'login-needed.refused': 'Das CMS hat die Erneuerung der Anmeldung abgelehnt.',
  'login-needed.again': 'Melden Sie sich neu an mit: vitrine cms login',
  'login-unreadable': 'Die gespeicherte Anmeldung {path} kann nicht gelesen werden: {code}.',
  'login-unreadable.remedy':
    'Prüfen Sie, ob der Benutzer, unter dem Vitrine läuft, den Datenordner lesen darf.',
  'login-not-saved': 'Die Anmeldung kann nicht in den Datenordner geschrieben werden.',
  'login-not-saved.remedy':
    'Prüfen Sie, ob der Datenträger voll ist und ob der Benutzer, unter dem Vitrine läuft, in den Datenordner schreiben darf.',
  'login-not-saved.lock': 'Die Anmeldung kann nicht erneuert werden: {path} ist nicht beschreibbar.',
  'login-not-saved.lock.remedy':
    'Prüfen Sie, ob der Datenträger voll oder schreibgeschützt ist und ob der Benutzer, unter dem Vitrine läuft, in den Datenordner schreiben darf.',
  'login-busy':
    'Die Anmeldung kann nicht erneuert werden: Ein anderes Programm ist seit {waited:duration} damit beschäftigt.',
  'login-client-refused': 'Das CMS nimmt Client-ID oder Client-Secret nicht an.',
  'login-client-refused.remedy':
    'Vergleichen Sie cms.oauth.clientId und clientSecret mit dem Client in den API-Einstellungen des CMS.',
  'login-client-refused.device': 'Das CMS lehnt diesen OAuth-Client ab ({code}).',
  'login-client-refused.device.remedy':
    'Vergleichen Sie Client-ID und Client-Secret mit dem Client in den API-Einstellungen des CMS.',
  'login-code-refused': 'Das CMS hat den Code dieser Anmeldung nicht angenommen.',
  'login-code-refused.remedy':
    'Ein Code gilt nur einmal und nur für kurze Zeit: Führen Sie „vitrine cms login“ erneut aus. Die Weiterleitungsadresse muss genau mit der im CMS registrierten übereinstimmen.',
  'login-code-expired': 'Die Anmeldung wurde nicht rechtzeitig bestätigt.',
  'login-code-expired.remedy': 'Starten Sie die Anmeldung neu.',
  'login-denied': 'Im CMS wurde die Autorisierung verweigert.',
  'login-denied.remedy': 'Starten Sie die Anmeldung neu.',
  'login-denied.browser': 'Das CMS hat die Anmeldung abgelehnt ({code}).',
  'login-denied.browser.remedy':
    'Führen Sie „vitrine cms login“ erneut aus und bestätigen Sie die Anmeldung im Browser.',
  'login-port-taken':
    'Der Port {port:plain}, der für die Anmeldung gebraucht wird, ist von einem anderen Programm belegt.',
  'login-port-taken.remedy':
    'Beenden Sie das Programm, das den Port belegt; oder setzen Sie cms.oauth.redirectPort auf einen anderen Port und registrieren Sie die Weiterleitungsadresse mit diesem Port im CMS.',
  'upload-unreadable': 'Die Datei {path} kann nicht gelesen werden: {code}.',
  'upload-unreadable.no-file': '{path} ist keine Datei.',

  'cms.check.answers': '{url} antwortet.',
  'cms.check.token': 'Das CMS nimmt das Token an.',
  'cms.check.playlists': { one: '{count} Playlist', other: '{count} Playlists' },
  'cms.check.no-playlists': 'Das Konto dieses Tokens hat keine Playlists.',
  'cms.check.no-playlists.remedy':
    'Legen Sie im CMS eine Playlist an oder verwenden Sie das Token eines anderen Kontos.',
  'cms.check.meant': '{problem} Unter {meant} antwortet ein CMS.',
  'cms.check.meant.remedy': 'Setzen Sie cms.url (VITRINE_CMS_URL) auf {meant}.',
  'cms.check.unassigned': 'In der Konfiguration steht nicht, was gespielt werden soll.',
  'cms.check.unassigned.remedy': 'Setzen Sie VITRINE_DEVICE, VITRINE_DEVICE_GROUP oder VITRINE_PLAYLIST.',
  'cms.check.device': 'Gerät',
  'cms.check.deviceGroup': 'Gerätegruppe',
  'cms.check.playlist': 'Playlist',
  'cms.check.assigned': '{kind} „{name}“ ({id})',
  'cms.check.plays': '{kind} „{name}“ ({id}), Playlist „{playlist}“ ({playlistId})',
  'cms.check.empty': '{what}: Die Playlist ist leer, es gibt also nichts zu spielen.',
  'cms.check.empty.remedy': 'Fügen Sie der Playlist im CMS Einträge hinzu oder weisen Sie eine andere zu.',
  'cms.check.none': '{kind} „{name}“ ({id}) hat keine Playlist.',
  'cms.check.none.remedy':
    'Weisen Sie im CMS eine Playlist zu. Bis dahin zeigt der Bildschirm keine Inhalte.',
  'cms.check.gone': '{kind} „{name}“ ({id}) verweist auf die Playlist {playlistId}, die es nicht gibt.',
  'cms.check.gone.remedy': 'Weisen Sie im CMS eine andere Playlist zu.',
  'cms.check.zone': '{kind} „{name}“ ({id}) hat die Zeitzone „{zone}“, die es nicht gibt.',
  'cms.check.zone.remedy': 'Stellen Sie im CMS eine gültige Zeitzone ein, zum Beispiel Europe/Berlin.',

  'assignment-not-found.device': 'Im CMS gibt es kein Gerät „{ref}“.',
  'assignment-not-found.deviceGroup': 'Im CMS gibt es keine Gerätegruppe „{ref}“.',
  'assignment-not-found.playlist': 'Im CMS gibt es keine Playlist „{ref}“.',
  'assignment-not-found.known':
    'Im CMS gibt es: {known}. Prüfen Sie die ID oder den Namen und zu welchem Konto das Token gehört.',
  'assignment-not-found.nothing':
    'Das CMS hat eine leere Liste geliefert. Prüfen Sie, zu welchem Konto das Token gehört.',
  'playlist-gone': 'Im CMS gibt es keine Playlist „{ref}“.',
  'playlist-gone.remedy': 'Weisen Sie im CMS oder in der Konfiguration eine andere Playlist zu.',
  'cms-no-entries': 'Das CMS hat die Playlist „{name}“ ({id}) ohne ihre Einträge gesendet.',
  'cms-no-entries.remedy': 'Setzen Sie cms.profile.entriesPath auf die Adresse der Einträge in diesem CMS.',

  'feed-unusable.address': 'Der Ticker-Feed ist nicht verwendbar: Seine Adresse ist weder http noch https.',
  'feed-unusable.status':
    'Der Ticker-Feed ist nicht verwendbar: Sein Server hat mit dem Status {status:plain} geantwortet.',
  'feed-unusable.format': 'Der Ticker-Feed ist nicht verwendbar: Er ist weder RSS noch Atom.',
  'feed-unusable.unreachable': 'Der Ticker-Feed ist nicht verwendbar. {why}',
  'feed-unusable.check': 'Prüfen Sie die Adresse des Feeds im CMS.',
} as const satisfies Translation<typeof english>;
