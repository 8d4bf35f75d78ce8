import type { visit as english } from '../en/visit.ts';
import type { Translation } from '../text.ts';

export const visit = {
  'visit.unreadable':
    'El CMS indica {seen} para «{name}». El reproductor no puede interpretarlo y reproduce cada vez la lista completa.',
  'visit.unreadable.remedy': 'Corrija la reproducción de la lista anidada en el CMS.',
  'visit.no-count':
    'El CMS reproduce «{name}» elemento a elemento, pero no indica cuántos: la lista se reproduce completa cada vez.',
  'visit.no-count.remedy': 'Indique cuántos elementos se reproducen cada vez o reproduzca la lista completa.',
  'visit.larger':
    'El CMS reproduce cada vez {count} elementos de «{name}», que tiene {entries}: la lista se reproduce completa cada vez.',
  'visit.larger.remedy': 'Indique un número menor o añada entradas a la lista.',
  'visit.share': 'Parte del tiempo en pantalla',
} as const satisfies Translation<typeof english>;
