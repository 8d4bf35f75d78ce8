import type { touch as english } from '../en/touch.ts';
import type { Translation } from '../text.ts';

export const touch = {
  'touch.unreadable':
    'Der Player kann {seen} nicht auswerten. Das CMS gibt das für die Interaktion am Bildschirm vor.',
  'touch.unreadable.remedy':
    'Korrigieren Sie im CMS die Interaktionseinstellungen des Geräts oder seiner Gruppe.',
  'touch.unreadable.entry':
    'Der Player kann {seen} nicht auswerten. Das CMS gibt das für die Interaktion mit „{name}“ vor.',
  'touch.unreadable.entry.remedy': 'Korrigieren Sie im CMS die Interaktionseinstellungen des Eintrags.',
  'touch.no-page':
    'Das CMS schaltet die Interaktion ein, nennt aber keine Webseite: Eine Berührung öffnet nichts.',
  'touch.no-page.remedy':
    'Legen Sie im CMS eine Webseite für die Interaktion fest oder schalten Sie die Interaktion aus.',
  'touch.no-page.entry':
    'Das CMS schaltet die Interaktion für „{name}“ ein, nennt aber keine Webseite: Eine Berührung öffnet die für den Bildschirm festgelegte Seite, falls es eine gibt.',
  'touch.no-page.entry.remedy':
    'Legen Sie im CMS eine Webseite für die Interaktion fest oder schalten Sie die Interaktion für den Eintrag aus.',
} as const satisfies Translation<typeof english>;
