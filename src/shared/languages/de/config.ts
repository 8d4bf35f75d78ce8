import type { config as english } from '../en/config.ts';
import type { Translation } from '../text.ts';

export const config = {
  'config-invalid': 'Die Konfiguration enthält Fehler: {mistakes}.',
  'config.correct': 'Korrigieren Sie die Umgebungsvariablen.',
  'config.correct.file': 'Korrigieren Sie die Fehler in {file} oder in den Umgebungsvariablen.',
  'config.mistakes': '{first}; {next}',
  'config.mistakes.more': { one: '{count} weiterer', other: '{count} weitere' },
  'config.mistake': '{setting} {mistake}',
  'config.exclusive': '{settings} sind gesetzt, schließen einander aber aus',
  'config.must.be-text': 'muss Text sein',
  'config.must.not-be-empty': 'darf nicht leer sein',
  'config.must.be-shorter': 'darf höchstens {most} Zeichen haben',
  'config.must.be-number': 'muss eine Zahl sein',
  'config.must.be-whole': 'muss eine ganze Zahl sein',
  'config.must.be-at-least': 'muss mindestens {least:plain} sein',
  'config.must.be-at-most': 'darf höchstens {most:plain} sein',
  'config.must.be-one-of': 'muss einen dieser Werte haben: {options}',
  'config.must.be-yes-or-no': 'muss true oder false sein',
  'config.must.be-address': 'muss eine http- oder https-Adresse sein',
  'config.must.be-address-alone':
    'muss eine Adresse ohne Benutzernamen, Passwort, Abfrage (?) und Fragment (#) sein',
  'config.must.be-broker':
    'muss mqtts://HOST oder mqtts://HOST:PORT sein (mqtt:// nur für einen Broker auf diesem Gerät)',
  'config.must.be-webhook': 'muss eine https-Adresse sein (http:// nur für dieses Gerät)',
  'config.must.be-mail-server': 'muss smtps://HOST oder smtp://HOST sein, wo nötig mit Port',
  'config.must.be-mail-address': 'muss eine E-Mail-Adresse wie laden@example.com sein',
  'config.must.be-topic-word': 'muss aus höchstens 64 Buchstaben, Ziffern, -, _ und . bestehen',
  'config.must.be-pin': 'muss eine Zeichenkette aus 4 bis 12 Ziffern sein',
  'config.must.be-name': 'muss aus höchstens 40 Buchstaben, Ziffern, - und _ bestehen',
  'config.must.be-public-key': 'muss ein öffentlicher Ed25519-Schlüssel aus 64 Hexadezimalziffern sein',
  'config.must.be-time': 'muss eine Uhrzeit wie 22:30 sein',
  'config.must.be-colour': 'muss eine Farbe wie #ffcc00 sein',
  'config.must.be-network': 'muss ein Host, eine Adresse oder ein Netzwerk wie 10.1.0.0/16 sein',
  'config.must.be-host': 'muss ein Host wie shop.example.com sein, ohne https:// und Pfad',
  'config.must.be-time-zone': 'muss eine auf diesem Gerät bekannte Zeitzone wie Europe/Berlin sein',
  'config.must.be-hours':
    'muss Tagen (mon, mon-fri, daily, 2026-12-24) "on", "off" oder Zeiten wie "08:00-20:00" zuordnen',
  'config.must.be-words': 'muss eine Liste sein: ein Programm und seine Argumente',
  'config.must.name-program': 'muss ein Programm enthalten',
  'config.must.be-reference': 'muss eine ID oder ein Name sein',
  'config.must.be-object': 'muss ein Objekt sein',
  'config.must.be-list': 'muss eine Liste sein',
  'config.must.be-medium-name':
    'muss ein Name aus höchstens 40 Buchstaben, Ziffern, „.“, „_“ und „-“ sein, der mit einem Buchstaben oder einer Ziffer beginnt',
  'config.must.be-sha256': 'muss ein SHA-256-Hash aus 64 Hexadezimalziffern sein',
  'config.must.be-media': {
    one: 'darf höchstens {count} Medium enthalten',
    other: 'darf höchstens {count} Medien enthalten',
  },
  'config.must.be-groups': {
    one: 'muss eine Liste mit höchstens {count} Eintrag sein',
    other: 'muss eine Liste mit höchstens {count} Einträgen sein',
  },
  'config.must.be-display': 'muss "primary", eine Display-ID oder eine Zahl ab 0 sein',
  'config.must.be-screens': 'muss "all" oder eine Liste von Bildschirmen sein',
  'config.must.name-screen': 'muss mindestens einen Bildschirm enthalten',
  'config.must.be-distinct': 'darf keinen Bildschirm zweimal enthalten',
  'config.must.be-length': 'muss eine Anzahl von Pixeln oder ein Anteil am Bildschirm wie "50%" sein',
  'config.must.be-distinct-zones': 'darf keine Zone zweimal enthalten',
  'config.must.have-ticker': 'muss text, feed oder clock enthalten',
  'config.must.be-short-path':
    'darf höchstens {most:plain} Byte lang sein, damit Platz für die Namen der Datenbankdateien bleibt',
  'config.must.exist': 'ist keine Einstellung',
  'config.must.exist.near': 'ist keine Einstellung (meinten Sie {meant}?)',
  'config.must.be-given': 'fehlt',
  'config-unreadable': 'Die Konfiguration {file} kann nicht gelesen werden: {code}.',
  'config-unreadable.remedy':
    'Prüfen Sie den Pfad und ob der Benutzer, unter dem Vitrine läuft, die Datei lesen darf.',
  'config-not-json':
    'Die Konfiguration {file} ist kein gültiges JSON (Zeile {line:plain}, Spalte {column:plain}).',
  'config-not-json.remedy': 'Prüfen Sie, ob dort ein Anführungszeichen, ein Komma oder eine Klammer fehlt.',
  'config-not-json.other': 'Die Konfiguration {file} muss ein JSON-Objekt sein.',
  'config-not-json.other.remedy': 'Setzen Sie die Einstellungen in geschweifte Klammern.',
  'cms-address-invalid': 'Die Adresse des CMS {mistake}.',
  'cms-address-invalid.remedy':
    'Geben Sie die Adresse in der Form https://cms.example.com/api/v1.0/ und das Token als cms.token an.',
  'setup-damaged':
    'Die Datei {path} ist beschädigt: Die bei der Einrichtung gewählten Einstellungen sind verloren.',
  'setup-damaged.remedy': 'Richten Sie den Player neu ein: vitrine setup',
  'setup-unreadable': 'Die Datei {path} kann nicht gelesen werden: {code}.',
  'setup-unreadable.remedy':
    'Prüfen Sie den Datenträger und ob der Player die Datei lesen darf; der Player versucht es automatisch erneut.',
  'setup-not-saved': 'Die Einstellungen können nicht auf den Datenträger geschrieben werden.',
  'setup-not-saved.remedy':
    'Prüfen Sie, ob der Datenträger voll oder schreibgeschützt ist und ob der Player in seinen Datenordner schreiben darf.',
  'own-files.foreign': '{path} gehört einem anderen Benutzer (UID {uid:plain}), der die Datei ändern kann.',
  'own-files.foreign.remedy': 'Führen Sie aus: chown {own:plain} {path}',
  'own-files.writable': 'Andere Benutzer dieses Geräts können {path} ändern.',
  'own-files.writable.remedy': 'Führen Sie aus: chmod {mode} {path}',
  'own-files.readable': 'Andere Benutzer dieses Geräts können {path} lesen.',
  'own-files.readable.remedy': 'Führen Sie aus: chmod {mode} {path}',
  'data-folder-foreign':
    'Der Datenordner {folder} kann nicht verwendet werden: {path} gehört einem anderen Benutzer (UID {uid:plain}).',
  'data-folder-foreign.remedy':
    'Führen Sie diesen Befehl als dieser Benutzer (UID {uid:plain}) aus, machen Sie sich zum Besitzer des Ordners (chown -R {own:plain} {folder}) oder setzen Sie dataDir (VITRINE_DATA_DIR) auf einen anderen Ordner.',
  'lock-is-link': 'Die Sperrdatei {path} ist ein Link auf eine andere Datei.',
  'lock-is-link.remedy': 'Stellen Sie fest, wer den Link angelegt hat, und führen Sie dann aus: rm {path}',
  'config-invalid.no-login': 'Setzen Sie für die Anmeldung am CMS cms.oauth mit Client-ID und Client-Secret.',
} as const satisfies Translation<typeof english>;
