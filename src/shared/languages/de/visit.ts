import type { visit as english } from '../en/visit.ts';
import type { Translation } from '../text.ts';

export const visit = {
  'visit.unreadable':
    'Das CMS setzt für „{name}“ {seen}. Das kann der Player nicht lesen und spielt jedes Mal die ganze Playlist.',
  'visit.unreadable.remedy': 'Die Wiedergabe der verschachtelten Playlist im CMS korrigieren.',
  'visit.no-count':
    'Das CMS spielt „{name}“ eintragsweise, nennt aber keine Anzahl: Die Playlist spielt jedes Mal ganz.',
  'visit.no-count.remedy':
    'Legen Sie fest, wie viele Einträge jedes Mal spielen, oder lassen Sie die ganze Playlist spielen.',
  'visit.larger':
    'Das CMS spielt jedes Mal {count} Einträge von „{name}“, die nur {entries} hat: Die Playlist spielt jedes Mal ganz.',
  'visit.larger.remedy': 'Setzen Sie eine kleinere Anzahl oder fügen Sie der Playlist Einträge hinzu.',
  'visit.share': 'Anteil an der Anzeigezeit',
} as const satisfies Translation<typeof english>;
