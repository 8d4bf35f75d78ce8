import type { visit as english } from '../en/visit.ts';
import type { Translation } from '../text.ts';

export const visit = {
  'visit.unreadable':
    'En el CMS, un ajuste de reproducción de la lista de reproducción anidada «{name}» no es válido: {seen}. Por eso, la lista se reproduce siempre completa.',
  'visit.unreadable.remedy':
    'Corrija en el CMS los ajustes de reproducción de la lista de reproducción anidada.',
  'visit.no-count':
    'Según el CMS, la lista de reproducción anidada «{name}» debe reproducir solo algunos elementos cada vez que llega su turno, pero no se indica cuántos. Por eso, la lista se reproduce siempre completa.',
  'visit.no-count.remedy':
    'Indique en el CMS cuántos elementos se reproducen cada vez o elija reproducir la lista completa.',
  'visit.larger':
    'Según el CMS, la lista de reproducción anidada «{name}» debe reproducir {count} elementos cada vez que llega su turno, pero solo tiene {entries}. Por eso, la lista se reproduce siempre completa.',
  'visit.larger.remedy': 'Reduzca en el CMS el número de elementos por turno o añada elementos a la lista.',
  'visit.cycle':
    'La lista de reproducción «{name}» se contiene a sí misma a través de la lista de reproducción anidada «{inner}»: la lista anidada se omite.',
  'visit.cycle.remedy':
    'En el CMS, quite la entrada que hace que la lista de reproducción se contenga a sí misma.',
  'visit.empty': 'La lista de reproducción «{inner}», anidada en «{name}», está vacía: se omite.',
  'visit.empty.remedy':
    'Añada en el CMS entradas a la lista de reproducción anidada o quítela de la lista que la contiene.',
  'visit.gone': 'La lista de reproducción {id}, anidada en «{name}», no existe en el CMS: se omite.',
  'visit.gone.remedy': 'Elija en el CMS otra lista de reproducción para la entrada o quite la entrada.',
  'visit.share': 'Proporción del tiempo en pantalla',
} as const satisfies Translation<typeof english>;
