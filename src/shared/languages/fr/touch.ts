import type { touch as english } from '../en/touch.ts';
import type { Translation } from '../text.ts';

export const touch = {
  'touch.unreadable':
    'Le lecteur ne peut pas interpréter {seen}, que le CMS indique pour l’interaction avec l’écran.',
  'touch.unreadable.remedy':
    'Corrigez dans le CMS les réglages d’interaction de l’appareil ou de son groupe.',
  'touch.unreadable.entry':
    'Le lecteur ne peut pas interpréter {seen}, que le CMS indique pour l’interaction avec « {name} ».',
  'touch.unreadable.entry.remedy': 'Corrigez dans le CMS les réglages d’interaction de l’entrée.',
  'touch.no-page': 'Le CMS active l’interaction sans indiquer de page web : toucher l’écran n’ouvre rien.',
  'touch.no-page.remedy':
    'Indiquez dans le CMS une page web pour l’interaction, ou désactivez l’interaction.',
  'touch.no-page.entry':
    'Le CMS active l’interaction pour « {name} » sans indiquer de page web : toucher l’écran ouvre la page définie pour l’écran, s’il y en a une.',
  'touch.no-page.entry.remedy':
    'Indiquez dans le CMS une page web pour l’interaction, ou désactivez l’interaction pour l’entrée.',
} as const satisfies Translation<typeof english>;
