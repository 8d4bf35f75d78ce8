import type { touch as english } from '../en/touch.ts';
import type { Translation } from '../text.ts';

export const touch = {
  'touch.unreadable': 'Dans le CMS, un réglage d’interaction de l’écran n’est pas valide : {seen}.',
  'touch.unreadable.remedy':
    'Corrigez dans le CMS les réglages d’interaction de l’appareil ou de son groupe.',
  'touch.unreadable.entry':
    'Dans le CMS, un réglage d’interaction de l’entrée « {name} » n’est pas valide : {seen}.',
  'touch.unreadable.entry.remedy': 'Corrigez dans le CMS les réglages d’interaction de l’entrée.',
  'touch.no-page':
    'L’interaction est activée dans le CMS, mais aucune page web n’y est indiquée : toucher l’écran n’ouvre rien.',
  'touch.no-page.remedy':
    'Indiquez dans le CMS une page web pour l’interaction, ou désactivez l’interaction.',
  'touch.no-page.entry':
    'L’interaction est activée dans le CMS pour l’entrée « {name} », mais aucune page web n’y est indiquée : toucher l’écran ouvre la page définie pour l’écran, s’il y en a une.',
  'touch.no-page.entry.remedy':
    'Indiquez dans le CMS une page web pour l’interaction, ou désactivez l’interaction pour l’entrée.',
} as const satisfies Translation<typeof english>;
