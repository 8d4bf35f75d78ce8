import type { engine as english } from '../en/engine.ts';
import type { Translation } from '../text.ts';

export const engine = {
  'cms-unsteady': 'Le CMS annonce soudain bien moins de contenus qu’avant, et chaque réponse diffère.',
  'sync-paused': 'La synchronisation est en pause.',
  'sync-paused.remedy': 'Exécutez : vitrine sync resume.',
} as const satisfies Translation<typeof english>;
