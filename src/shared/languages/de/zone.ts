import type { zone as english } from '../en/zone.ts';
import type { Translation } from '../text.ts';

export const zone = {
  'zone.unreadable':
    'Das CMS gibt für die Zone „{zone}“ {seen} vor. Der Player kann das nicht auswerten und lässt die Zone weg.',
  'zone.unreadable.remedy': 'Korrigieren Sie die Zone im CMS.',
  'zone.twice': 'Es gibt zwei Zonen „{zone}“: Die zweite entfällt.',
  'zone.twice.remedy': 'Geben Sie jeder Zone eine eigene ID.',
  'zone.no-size': 'Die Zone „{zone}“ hat keine Größe und entfällt.',
  'zone.no-size.remedy': 'Geben Sie ihr eine Breite und eine Höhe über 0.',
  'zone.outside': 'Die Zone „{zone}“ liegt außerhalb des Bildschirms und entfällt.',
  'zone.outside.remedy': 'Verschieben Sie sie auf den Bildschirm.',
  'zone.cut':
    'Die Zone „{zone}“ ragt über den Bildschirm hinaus: Nur der Teil auf dem Bildschirm ist zu sehen.',
  'zone.cut.remedy': 'Verkleinern oder verschieben Sie die Zone.',
  'zone.overlap': 'Die Zone „{zone}“ verdeckt einen Teil der Zone „{other}“.',
  'zone.overlap.remedy': 'Verschieben Sie eine der beiden, wenn das nicht gewollt ist.',
  'zone.sound': 'Für mehrere Zonen ist der Ton eingeschaltet: Die Zone „{zone}“ bleibt stumm.',
  'zone.sound.remedy': 'Schalten Sie den Ton nur für eine Zone ein.',
  'zone.too-many': {
    one: '{count} Zone zu viel: Der Player zeigt die ersten {most}.',
    other: '{count} Zonen zu viel: Der Player zeigt die ersten {most}.',
  },
  'zone.too-many.remedy': 'Verwenden Sie weniger Zonen oder stattdessen verschachtelte Playlists.',
  'zone.playlist-gone':
    'Das CMS hat für die Zone „{zone}“ keine Playlist {id}: Die Zone zeigt ihren Hintergrund.',
  'zone.playlist-gone.remedy': 'Weisen Sie der Zone eine andere Playlist zu.',
  'zone.no-playlist': 'Die Zone „{zone}“ hat keine Playlist und zeigt ihren Hintergrund.',
  'zone.no-playlist.remedy': 'Weisen Sie der Zone eine Playlist zu.',
  'zone.playlist-empty': 'Die Playlist „{playlist}“ ({id}) der Zone „{zone}“ ist leer.',
  'zone.playlist-empty.remedy':
    'Fügen Sie der Playlist im CMS Einträge hinzu oder weisen Sie eine andere zu.',
  'logo.opacity':
    'Das CMS gibt für das Logo die Deckkraft {seen} vor. Das ist kein Prozentwert von 0 bis 100, daher ist das Logo deckend.',
  'logo.opacity.remedy': 'Korrigieren Sie die Deckkraft des Logos im CMS.',
} as const satisfies Translation<typeof english>;
