import type { visit as english } from '../en/visit.ts';
import type { Translation } from '../text.ts';

export const visit = {
  'visit.unreadable':
    'Das CMS setzt für „{name}“ {seen}. Das kann der Player nicht lesen und spielt jedes Mal die ganze Playlist.',
  'visit.unreadable.remedy': 'Die Wiedergabe der verschachtelten Playlist im CMS korrigieren.',
  'visit.share': 'Anteil an der Anzeigezeit',
} as const satisfies Translation<typeof english>;
