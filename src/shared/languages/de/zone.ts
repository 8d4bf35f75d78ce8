import type { zone as english } from '../en/zone.ts';
import type { Translation } from '../text.ts';

export const zone = {
  'zone.unreadable': 'Die Zone „{zone}“ hat im CMS einen ungültigen Wert ({seen}) und wird nicht angezeigt.',
  'zone.unreadable.remedy': 'Korrigieren Sie den Wert der Zone im CMS.',
  'zone.twice': 'Zwei Zonen haben die ID „{zone}“: Die zweite wird nicht angezeigt.',
  'zone.twice.remedy': 'Geben Sie jeder Zone eine eigene ID.',
  'zone.no-size': 'Die Zone „{zone}“ hat keine Größe und wird nicht angezeigt.',
  'zone.no-size.remedy': 'Geben Sie der Zone eine Breite und eine Höhe über 0.',
  'zone.outside': 'Die Zone „{zone}“ liegt außerhalb des Bildschirms und wird nicht angezeigt.',
  'zone.outside.remedy': 'Verschieben Sie die Zone auf den Bildschirm.',
  'zone.cut':
    'Die Zone „{zone}“ ragt über den Bildschirm hinaus: Nur der Teil auf dem Bildschirm ist zu sehen.',
  'zone.cut.remedy': 'Verkleinern oder verschieben Sie die Zone.',
  'zone.overlap': 'Die Zone „{zone}“ verdeckt einen Teil der Zone „{other}“.',
  'zone.overlap.remedy': 'Ist die Überlappung nicht gewollt, verschieben Sie eine der beiden Zonen.',
  'zone.sound':
    'Der Ton ist in mehreren Zonen eingeschaltet, aber nur eine kann ihn wiedergeben: Die Zone „{zone}“ bleibt stumm.',
  'zone.sound.remedy': 'Schalten Sie den Ton nur für eine Zone ein.',
  'zone.too-many': {
    one: '{count} Zone zu viel: Der Player zeigt die ersten {most}.',
    other: '{count} Zonen zu viel: Der Player zeigt die ersten {most}.',
  },
  'zone.too-many.remedy': 'Verwenden Sie weniger Zonen auf dem Bildschirm.',
  'zone.playlist-gone':
    'Die Playlist {id} der Zone „{zone}“ gibt es im CMS nicht: Die Zone zeigt nur ihren Hintergrund.',
  'zone.playlist-gone.remedy': 'Weisen Sie der Zone eine andere Playlist zu.',
  'zone.no-playlist': 'Die Zone „{zone}“ hat keine Playlist und zeigt nur ihren Hintergrund.',
  'zone.no-playlist.remedy': 'Weisen Sie der Zone eine Playlist zu.',
  'zone.playlist-empty': 'Die Playlist „{playlist}“ ({id}) der Zone „{zone}“ ist leer.',
  'zone.playlist-empty.remedy':
    'Fügen Sie der Playlist im CMS Einträge hinzu, oder weisen Sie der Zone eine andere Playlist zu.',
  'logo.opacity':
    'Das CMS gibt für das Logo die Deckkraft {seen} vor. Das ist kein Prozentwert von 0 bis 100, daher ist das Logo deckend.',
  'logo.opacity.remedy': 'Korrigieren Sie die Deckkraft des Logos im CMS.',
} as const satisfies Translation<typeof english>;
