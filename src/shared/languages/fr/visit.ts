import type { visit as english } from '../en/visit.ts';
import type { Translation } from '../text.ts';

export const visit = {
  'visit.unreadable':
    'Le CMS indique {seen} pour « {name} ». Le lecteur ne peut pas l’interpréter et diffuse chaque fois toute la playlist.',
  'visit.unreadable.remedy': 'Corrigez la lecture de la playlist imbriquée dans le CMS.',
  'visit.no-count':
    'Le CMS diffuse « {name} » élément par élément sans en indiquer le nombre : toute la playlist est diffusée chaque fois.',
  'visit.no-count.remedy': 'Indiquez combien d’éléments diffuser chaque fois, ou diffusez toute la playlist.',
  'visit.larger':
    'Le CMS diffuse chaque fois {count} éléments de « {name} », qui en a {entries} : toute la playlist est diffusée chaque fois.',
  'visit.larger.remedy': 'Indiquez un nombre plus petit, ou ajoutez des entrées à la playlist.',
  'visit.share': 'Part du temps d’affichage',
} as const satisfies Translation<typeof english>;
