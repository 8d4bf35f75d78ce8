import type { engine as english } from '../en/engine.ts';
import type { Translation } from '../text.ts';

export const engine = {
  'cms-unsteady': 'El CMS anuncia de repente mucho menos que antes, y cada respuesta es distinta.',
  'sync-paused': 'La sincronización está en pausa.',
  'sync-paused.remedy': 'Ejecute: vitrine sync resume.',
} as const satisfies Translation<typeof english>;
