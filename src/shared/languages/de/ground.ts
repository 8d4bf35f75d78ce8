import type { ground as english } from '../en/ground.ts';
import type { Translation } from '../text.ts';

export const ground = {
  'see-log': 'Siehe Protokoll.',
  sentences: '{first} {next}',
  'as-told': '{text}',
} as const satisfies Translation<typeof english>;
