import type { touch as english } from '../en/touch.ts';
import type { Translation } from '../text.ts';

export const touch = {
  'touch.unreadable': 'En el CMS, un ajuste de interacción de la pantalla no es válido: {seen}.',
  'touch.unreadable.remedy': 'Corrija en el CMS los ajustes de interacción del dispositivo o de su grupo.',
  'touch.unreadable.entry':
    'En el CMS, un ajuste de interacción de la entrada «{name}» no es válido: {seen}.',
  'touch.unreadable.entry.remedy': 'Corrija en el CMS los ajustes de interacción de la entrada.',
  'touch.no-page':
    'En el CMS, la interacción está activada, pero no se indica ninguna página web: tocar la pantalla no abre nada.',
  'touch.no-page.remedy': 'Indique en el CMS una página web para la interacción o desactive la interacción.',
  'touch.no-page.entry':
    'En el CMS, la interacción está activada para la entrada «{name}», pero no se indica ninguna página web: tocar la pantalla abre la página definida para la pantalla, si la hay.',
  'touch.no-page.entry.remedy':
    'Indique en el CMS una página web para la interacción o desactive la interacción para la entrada.',
} as const satisfies Translation<typeof english>;
