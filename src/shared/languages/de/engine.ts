import type { engine as english } from '../en/engine.ts';
import type { Translation } from '../text.ts';

export const engine = {
  'cms-unsteady': 'Das CMS nennt plötzlich viel weniger als zuvor und antwortet jedes Mal anders.',
  'sync-paused': 'Die Synchronisierung ist angehalten.',
  'sync-paused.remedy': 'Führen Sie aus: vitrine sync resume.',
} as const satisfies Translation<typeof english>;
