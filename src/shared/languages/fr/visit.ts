import type { visit as english } from '../en/visit.ts';
import type { Translation } from '../text.ts';

export const visit = {
  'visit.unreadable':
    'Le CMS indique {seen} pour « {name} ». Le lecteur ne peut pas l’interpréter et diffuse chaque fois toute la playlist.',
  'visit.unreadable.remedy': 'Corrigez dans le CMS le mode de lecture de la playlist imbriquée.',
  'visit.no-count':
    'Le CMS prévoit de diffuser « {name} » élément par élément sans en indiquer le nombre : toute la playlist est diffusée chaque fois.',
  'visit.no-count.remedy': 'Indiquez combien d’éléments diffuser chaque fois, ou diffusez toute la playlist.',
  'visit.larger':
    'Le CMS prévoit de diffuser chaque fois {count} éléments de « {name} », mais la playlist n’en a que {entries} : elle est diffusée chaque fois en entier.',
  'visit.larger.remedy': 'Indiquez un nombre plus petit, ou ajoutez des entrées à la playlist.',
  'visit.cycle':
    'La playlist « {name} » imbrique « {inner} » et se contient ainsi elle-même : la playlist imbriquée y est ignorée.',
  'visit.cycle.remedy': 'Dans le CMS, retirez l’entrée qui fait que la playlist se contient elle-même.',
  'visit.empty': 'La playlist « {inner} », imbriquée dans « {name} », est vide : elle est ignorée.',
  'visit.empty.remedy': 'Ajoutez-y des entrées dans le CMS, ou retirez-la de la playlist principale.',
  'visit.gone': 'La playlist {id}, imbriquée dans « {name} », n’existe pas dans le CMS : elle est ignorée.',
  'visit.gone.remedy': 'Imbriquez une autre playlist, ou retirez l’entrée.',
  'visit.share': 'Part du temps d’affichage',
} as const satisfies Translation<typeof english>;
