import type { visit as english } from '../en/visit.ts';
import type { Translation } from '../text.ts';

export const visit = {
  'visit.unreadable':
    'Im CMS ist eine Wiedergabeeinstellung der verschachtelten Playlist „{name}“ ungültig: {seen}. Die Playlist wird deshalb immer vollständig gespielt.',
  'visit.unreadable.remedy':
    'Korrigieren Sie im CMS die Wiedergabeeinstellungen der verschachtelten Playlist.',
  'visit.no-count':
    'Laut CMS soll die verschachtelte Playlist „{name}“ jedes Mal, wenn sie an der Reihe ist, nur einen Teil ihrer Einträge spielen, aber deren Anzahl ist nicht festgelegt. Die Playlist wird deshalb immer vollständig gespielt.',
  'visit.no-count.remedy':
    'Legen Sie im CMS fest, wie viele Einträge jedes Mal laufen, oder stellen Sie die Playlist auf vollständige Wiedergabe.',
  'visit.larger':
    'Laut CMS soll die verschachtelte Playlist „{name}“ jedes Mal, wenn sie an der Reihe ist, {count} Einträge spielen, hat aber nur {entries}. Die Playlist wird deshalb immer vollständig gespielt.',
  'visit.larger.remedy':
    'Verringern Sie im CMS die Anzahl der Einträge je Durchlauf oder fügen Sie der Playlist Einträge hinzu.',
  'visit.cycle':
    'Die Playlist „{name}“ enthält sich über die verschachtelte Playlist „{inner}“ selbst: Die verschachtelte Playlist wird übersprungen.',
  'visit.cycle.remedy': 'Entfernen Sie im CMS den Eintrag, durch den die Playlist sich selbst enthält.',
  'visit.empty': 'Die in „{name}“ verschachtelte Playlist „{inner}“ ist leer und wird übersprungen.',
  'visit.empty.remedy':
    'Fügen Sie der verschachtelten Playlist im CMS Einträge hinzu oder entfernen Sie sie aus der äußeren Playlist.',
  'visit.gone': 'Das CMS kennt die in „{name}“ verschachtelte Playlist {id} nicht: Sie wird übersprungen.',
  'visit.gone.remedy':
    'Wählen Sie im CMS eine andere Playlist für den Eintrag oder entfernen Sie den Eintrag.',
  'visit.share': 'Anteil an der Anzeigezeit',
} as const satisfies Translation<typeof english>;
