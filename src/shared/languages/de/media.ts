import type { media as english } from '../en/media.ts';
import type { Translation } from '../text.ts';

export const media = {
  'media-no-answer': 'Der Server hat nicht innerhalb von {time:duration} geantwortet.',
  'media-silent': 'Der Server hat {time:duration} lang nichts gesendet.',
  'media-too-slow': 'Der Download war langsamer als {rate:bytes} pro Sekunde.',
  'media-cut-short': 'Die Verbindung endete nach {received} von {total} Byte.',
  'captive-portal': 'Statt des Servers antwortet ein Captive Portal.',
  'media-rate-limited': 'Der Server begrenzt die Anfragen und kann diese Datei derzeit nicht liefern (429).',
  'media-server-error': 'Der Server kann diese Datei derzeit nicht liefern ({status:plain}).',
  'media-login': 'Der Server verlangt für diese Datei eine Anmeldung (401).',
  'media-login.remedy':
    'Prüfen Sie das CMS-Token des Players und ob das Konto des Players diese Datei lesen darf.',
  'disk-full.downloads': 'Für Downloads ist kein Speicherplatz mehr frei.',
  'disk-full.downloads.remedy':
    'Schaffen Sie Platz auf dem Datenträger, auf dem der Datenordner liegt, oder entfernen Sie Dateien aus den Playlists.',
  superseded: 'Dieser Download wird nicht mehr benötigt.',
  postponed: 'Noch nicht versucht: Der Server hat den Player gebeten zu warten.',
  'media-pending': 'Noch nicht heruntergeladen.',

  'media-gone': 'Der Server hat diese Datei nicht ({status:plain}).',
  'media-gone.remedy': 'Laden Sie die Datei erneut ins CMS hoch.',
  'media-forbidden': 'Der Server erlaubt keinen Zugriff auf diese Datei (403).',
  'media-forbidden.remedy': 'Geben Sie dem Konto des Players im CMS Zugriff auf diese Datei.',
  'media-refused': 'Der Server hat die Anfrage nach dieser Datei mit dem Status {status:plain} beantwortet.',
  'media-refused.remedy': 'Prüfen Sie diese Datei im CMS, oder laden Sie sie erneut hoch.',
  'media-redirect-loop': 'Der Server leitet im Kreis weiter.',
  'media-redirect-loop.remedy': 'Prüfen Sie die Adresse dieser Datei im CMS.',
  'media-insecure-redirect': 'Der Server leitet von https auf eine unverschlüsselte Adresse weiter.',
  'media-insecure-redirect.remedy':
    'Stellen Sie den Server so ein, dass er auf Adressen mit https:// weiterleitet.',
  'media-bad-redirect': 'Der Server leitet auf eine Adresse weiter, die der Player nicht öffnen kann.',
  'media-bad-redirect.remedy': 'Prüfen Sie die Adresse dieser Datei im CMS.',
  'media-encoding': 'Der Server sendet diese Datei in einer unbekannten Kodierung ({encoding}).',
  'media-encoding.remedy':
    'Stellen Sie den Server oder den Proxy davor so ein, dass er Mediendateien ohne Content-Encoding sendet.',
  'media-is-page': 'Der Server hat statt dieser Datei eine Webseite gesendet.',
  'media-is-page.remedy': 'Laden Sie die Datei erneut ins CMS hoch.',
  'media-empty': 'Der Server hat eine leere Datei gesendet.',
  'media-empty.remedy': 'Laden Sie die Datei erneut ins CMS hoch.',
  'media-wrong-hash':
    'Die heruntergeladene Datei ist nicht die aus dem CMS: Die Prüfsummen stimmen nicht überein.',
  'media-wrong-hash.remedy': 'Laden Sie die Datei erneut ins CMS hoch.',
  'media-unknown-type': 'Der Player kennt diesen Dateityp nicht.',
  'media-unknown-type.remedy': 'Speichern Sie die Datei als PNG, JPEG, MP4, MP3 oder PDF.',
  'media-unsafe':
    'Aus Sicherheitsgründen zeigt der Player diese SVG-Datei nicht an: Ihr DOCTYPE enthält unsichere Deklarationen.',
  'media-unsafe.remedy': 'Speichern Sie die Zeichnung als einfaches SVG ohne DOCTYPE.',
  'media-damaged': 'Die Datei ist unvollständig: Sie endet früher, als ihr eigener Header angibt.',
  'media-damaged.remedy': 'Laden Sie die Datei erneut ins CMS hoch.',
  'media-damaged.svg': 'Die Zeichnung ist kein wohlgeformtes SVG in UTF-8.',
  'media-damaged.svg.remedy': 'Speichern Sie die Zeichnung neu als einfaches SVG.',

  'media-stand-in':
    'Nur das CMS kann diesen Inhalt ({kind}) darstellen: Der Player zeigt dessen Vorschaubild.',
  'media-unsupported.folder': 'Das ist ein Ordner, keine Mediendatei.',
  'media-unsupported.address': 'Die Adresse dieser Seite fehlt oder ist ungültig.',
  'media-unsupported.address.remedy':
    'Tragen Sie im CMS eine Adresse ein, die mit http:// oder https:// beginnt.',
  'media-unsupported.extension': 'Der Player kann {extension}-Dateien nicht anzeigen.',
  'media-unsupported.extension.remedy': 'Speichern Sie die Datei als PDF, als Bilder oder als Video.',
  'media-unsupported.type': 'Der Player kann Dateien dieses Typs nicht anzeigen.',
  'media-unsupported.type.remedy': 'Speichern Sie die Datei als PDF, als Bilder oder als Video.',
  'media-undecodable': 'Der Browser dieses Geräts kann {codec} nicht dekodieren.',
  'media-undecodable.video': 'Der Browser dieses Geräts kann {codec} nicht dekodieren.',
  'media-undecodable.video.remedy': 'Wandeln Sie die Datei in H.264 im MP4-Format um.',
  'media-undecodable.audio': 'Der Browser dieses Geräts kann {codec} nicht dekodieren.',
  'media-undecodable.audio.remedy': 'Wandeln Sie die Datei in MP3 oder AAC um.',
  'media-undecodable.image': 'Der Browser dieses Geräts kann {codec} nicht dekodieren.',
  'media-undecodable.image.remedy': 'Wandeln Sie die Datei in PNG oder JPEG um.',
  'codec.named': '{name} ({codec})',
  'codec.profile': 'dieses {name}-Profil',

  'failed.absent': 'Die Datei ist nicht auf diesem Gerät.',
  'failed.crashed': 'Der Browserprozess dieser Seite ist abgestürzt.',
  'failed.decode': 'Die Datei ist beschädigt oder von unbekanntem Typ ({detail}).',
  'failed.empty': 'Der Text ist leer.',
  'failed.load': 'Die Datei konnte nicht geladen werden ({detail}).',
  'failed.page-status': 'Der Server dieser Seite hat mit dem Status {status} geantwortet.',
  'failed.page-unreachable': 'Die Seite ist nicht erreichbar ({detail}).',
  'failed.page-refused.own': 'vom Player blockiert: {host} ist der Player selbst',
  'failed.page-refused.inside':
    'vom Player blockiert: {host} liegt in einem lokalen Netzwerk, zu dem das CMS nicht gehört',
  'failed.page-refused.led-inside':
    'vom Player blockiert: Eine Seite aus dem Internet führt zu {host} in einem lokalen Netzwerk',
  'failed.page-refused.of-interrupt':
    'vom Player blockiert: Sofortmeldungen zeigen keine Seiten dieses Geräts oder von Link-Local-Adressen ({host})',
  'failed.page-refused.insecure': 'vom Player blockiert: Die Verbindung zu {host} ist nicht verschlüsselt',
  'failed.play': 'Der Browser konnte den Inhalt nicht abspielen ({detail}).',
  'failed.safe-mode': 'Der abgesicherte Modus zeigt nur Bilder und Videos.',
  'failed.stage': 'Der Browser ist während der Anzeige ausgefallen ({detail}).',
  'failed.stalled': 'Die Wiedergabe ist stehen geblieben.',
  'failed.timeout': 'Das Laden hat zu lange gedauert ({detail}).',
  'failed.too-large': 'Der Inhalt ist zu groß ({detail}).',
  'failed.unsupported': 'Der Browser dieses Geräts kann den Inhalt nicht dekodieren ({detail}).',
  'failed.other': 'Die Anzeige ist fehlgeschlagen ({detail}).',
} as const satisfies Translation<typeof english>;
