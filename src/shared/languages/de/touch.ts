import type { touch as english } from '../en/touch.ts';
import type { Translation } from '../text.ts';

export const touch = {
  'touch.unreadable': 'Im CMS ist eine Interaktionseinstellung für den Bildschirm ungültig: {seen}.',
  'touch.unreadable.remedy':
    'Korrigieren Sie im CMS die Interaktionseinstellungen des Geräts oder seiner Gruppe.',
  'touch.unreadable.entry':
    'Im CMS ist eine Interaktionseinstellung für den Eintrag „{name}“ ungültig: {seen}.',
  'touch.unreadable.entry.remedy': 'Korrigieren Sie im CMS die Interaktionseinstellungen des Eintrags.',
  'touch.no-page':
    'Im CMS ist die Interaktion eingeschaltet, aber keine Webseite festgelegt: Eine Berührung des Bildschirms öffnet nichts.',
  'touch.no-page.remedy':
    'Legen Sie im CMS eine Webseite für die Interaktion fest oder schalten Sie die Interaktion aus.',
  'touch.no-page.entry':
    'Im CMS ist die Interaktion für den Eintrag „{name}“ eingeschaltet, aber keine Webseite festgelegt: Eine Berührung öffnet die für den Bildschirm festgelegte Seite, falls es eine gibt.',
  'touch.no-page.entry.remedy':
    'Legen Sie im CMS eine Webseite für die Interaktion fest oder schalten Sie die Interaktion für den Eintrag aus.',
} as const satisfies Translation<typeof english>;
