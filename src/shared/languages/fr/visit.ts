import type { visit as english } from '../en/visit.ts';
import type { Translation } from '../text.ts';

export const visit = {
  'visit.unreadable':
    'Le CMS indique {seen} pour « {name} ». Le lecteur ne peut pas l’interpréter et joue chaque fois toute la playlist.',
  'visit.unreadable.remedy': 'Corrigez la lecture de la playlist imbriquée dans le CMS.',
  'visit.share': 'Part du temps d’affichage',
} as const satisfies Translation<typeof english>;
