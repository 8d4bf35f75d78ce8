import type { ground as english } from '../en/ground.ts';
import type { Translation } from '../text.ts';

export const ground = {
  'see-log': 'Consultez le journal.',
  sentences: '{first} {next}',
  verbatim: '{text}',
  internal: 'Erreur inattendue : {text}',
  'node-too-old':
    'Node {version} est trop ancien pour la base de données : il a Node-API {found:plain}, il faut {needed:plain}.',
  'node-too-old.remedy':
    'Lancez le lecteur avec npm (les scripts utilisent le Node installé avec le projet) ou installez Node 24.',
  'program.missing': '{program} n’est pas installé',
  'program.not-started': '{program} ne démarre pas ({code})',
  'program.late': '{program} a mis plus de {limit:duration}',
  'program.ended': '{program} s’est terminé avec le statut {code}',
} as const satisfies Translation<typeof english>;
