import type { touch as english } from '../en/touch.ts';
import type { Translation } from '../text.ts';

export const touch = {
  'touch.unreadable':
    'El reproductor no puede interpretar {seen}, que el CMS indica para la interacción con la pantalla.',
  'touch.unreadable.remedy': 'Corrija en el CMS los ajustes de interacción del dispositivo o de su grupo.',
  'touch.unreadable.entry':
    'El reproductor no puede interpretar {seen}, que el CMS indica para la interacción con «{name}».',
  'touch.unreadable.entry.remedy': 'Corrija en el CMS los ajustes de interacción de la entrada.',
  'touch.no-page':
    'El CMS activa la interacción, pero no indica ninguna página web: tocar la pantalla no abre nada.',
  'touch.no-page.remedy': 'Indique en el CMS una página web para la interacción o desactive la interacción.',
  'touch.no-page.entry':
    'El CMS activa la interacción para «{name}», pero no indica ninguna página web: tocar la pantalla abre la página definida para la pantalla, si la hay.',
  'touch.no-page.entry.remedy':
    'Indique en el CMS una página web para la interacción o desactive la interacción para la entrada.',
} as const satisfies Translation<typeof english>;
