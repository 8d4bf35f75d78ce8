import type { visit as english } from '../en/visit.ts';
import type { Translation } from '../text.ts';

export const visit = {
  'visit.unreadable':
    'El CMS indica {seen} para «{name}». El reproductor no puede interpretarlo y reproduce cada vez la lista completa.',
  'visit.unreadable.remedy': 'Corrija la reproducción de la lista anidada en el CMS.',
  'visit.share': 'Parte del tiempo en pantalla',
} as const satisfies Translation<typeof english>;
