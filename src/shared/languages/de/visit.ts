import type { visit as english } from '../en/visit.ts';
import type { Translation } from '../text.ts';

export const visit = {
  'visit.unreadable':
    'Das CMS gibt für „{name}“ {seen} vor. Der Player kann das nicht auswerten und spielt deshalb jedes Mal die ganze Playlist.',
  'visit.unreadable.remedy': 'Korrigieren Sie die Wiedergabe der verschachtelten Playlist im CMS.',
  'visit.no-count':
    'Das CMS gibt vor, „{name}“ eintragsweise zu spielen, nennt aber keine Anzahl: Jedes Mal läuft die ganze Playlist.',
  'visit.no-count.remedy':
    'Legen Sie fest, wie viele Einträge jedes Mal laufen, oder lassen Sie die ganze Playlist laufen.',
  'visit.larger':
    'Das CMS gibt vor, jedes Mal {count} Einträge von „{name}“ zu spielen, die Playlist hat aber nur {entries}: Sie läuft jedes Mal ganz.',
  'visit.larger.remedy': 'Setzen Sie eine kleinere Anzahl oder fügen Sie der Playlist Einträge hinzu.',
  'visit.cycle':
    'In der Playlist „{name}“ ist „{inner}“ verschachtelt, wodurch sie sich selbst enthält: Die verschachtelte Playlist wird dort übersprungen.',
  'visit.cycle.remedy': 'Entfernen Sie im CMS den Eintrag, durch den die Playlist sich selbst enthält.',
  'visit.empty': 'Die in „{name}“ verschachtelte Playlist „{inner}“ ist leer und wird übersprungen.',
  'visit.empty.remedy':
    'Fügen Sie ihr im CMS Einträge hinzu oder entfernen Sie sie aus der äußeren Playlist.',
  'visit.gone': 'Das CMS kennt die in „{name}“ verschachtelte Playlist {id} nicht: Sie wird übersprungen.',
  'visit.gone.remedy': 'Verschachteln Sie eine andere Playlist oder entfernen Sie den Eintrag.',
  'visit.share': 'Anteil an der Anzeigezeit',
} as const satisfies Translation<typeof english>;
