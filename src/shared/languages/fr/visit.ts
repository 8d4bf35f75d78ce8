import type { visit as english } from '../en/visit.ts';
import type { Translation } from '../text.ts';

export const visit = {
  'visit.unreadable':
    'Dans le CMS, un réglage de lecture de la playlist imbriquée « {name} » n’est pas valide : {seen}. La playlist est donc toujours diffusée en entier.',
  'visit.unreadable.remedy': 'Corrigez dans le CMS les réglages de lecture de la playlist imbriquée.',
  'visit.no-count':
    'D’après le CMS, la playlist imbriquée « {name} » ne doit diffuser que quelques éléments à chaque passage, mais leur nombre n’est pas indiqué. La playlist est donc toujours diffusée en entier.',
  'visit.no-count.remedy':
    'Indiquez dans le CMS combien d’éléments diffuser à chaque passage, ou choisissez de diffuser toute la playlist.',
  'visit.larger':
    'D’après le CMS, la playlist imbriquée « {name} » doit diffuser {count} éléments à chaque passage, mais n’en contient que {entries}. La playlist est donc toujours diffusée en entier.',
  'visit.larger.remedy':
    'Réduisez dans le CMS le nombre d’éléments par passage ou ajoutez des éléments à la playlist.',
  'visit.cycle':
    'La playlist « {name} » se contient elle-même par l’intermédiaire de la playlist imbriquée « {inner} » : la playlist imbriquée est ignorée.',
  'visit.cycle.remedy': 'Dans le CMS, retirez l’entrée qui fait que la playlist se contient elle-même.',
  'visit.empty': 'La playlist « {inner} », imbriquée dans « {name} », est vide : elle est ignorée.',
  'visit.empty.remedy':
    'Ajoutez dans le CMS des entrées à la playlist imbriquée, ou retirez-la de la playlist qui la contient.',
  'visit.gone': 'La playlist {id}, imbriquée dans « {name} », n’existe pas dans le CMS : elle est ignorée.',
  'visit.gone.remedy': 'Choisissez dans le CMS une autre playlist pour l’entrée, ou retirez l’entrée.',
  'visit.share': 'Part du temps d’affichage',
} as const satisfies Translation<typeof english>;
