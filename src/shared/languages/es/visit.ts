import type { visit as english } from '../en/visit.ts';
import type { Translation } from '../text.ts';

export const visit = {
  'visit.unreadable':
    'El CMS indica {seen} para «{name}». El reproductor no puede interpretarlo y reproduce cada vez la lista completa.',
  'visit.unreadable.remedy': 'Corrija en el CMS cómo se reproduce la lista de reproducción anidada.',
  'visit.no-count':
    'El CMS indica que «{name}» se reproduce elemento a elemento, pero no cuántos: la lista se reproduce completa cada vez.',
  'visit.no-count.remedy': 'Indique cuántos elementos se reproducen cada vez o reproduzca la lista completa.',
  'visit.larger':
    'El CMS indica que se reproducen cada vez {count} elementos de «{name}», pero la lista solo tiene {entries}: se reproduce completa cada vez.',
  'visit.larger.remedy': 'Indique un número menor o añada entradas a la lista.',
  'visit.cycle':
    'La lista de reproducción «{name}» anida «{inner}» y así se contiene a sí misma: la lista de reproducción anidada se omite ahí.',
  'visit.cycle.remedy':
    'En el CMS, quite la entrada que hace que la lista de reproducción se contenga a sí misma.',
  'visit.empty': 'La lista de reproducción «{inner}», anidada en «{name}», está vacía: se omite.',
  'visit.empty.remedy': 'Añádale entradas en el CMS o quítela de la lista de reproducción principal.',
  'visit.gone': 'La lista de reproducción {id}, anidada en «{name}», no existe en el CMS: se omite.',
  'visit.gone.remedy': 'Anide otra lista de reproducción o quite la entrada.',
  'visit.share': 'Parte del tiempo en pantalla',
} as const satisfies Translation<typeof english>;
