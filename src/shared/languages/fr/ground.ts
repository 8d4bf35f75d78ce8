import type { ground as english } from '../en/ground.ts';
import type { Translation } from '../text.ts';

export const ground = {
  'see-log': 'Consultez le journal du lecteur.',
  sentences: '{first} {next}',
  verbatim: '{text}',
  internal: 'Erreur inattendue : {text}',
  'node-too-old':
    'Node {version} est trop ancien pour la base de données : il a Node-API {found:plain}, il faut {needed:plain}.',
  'node-too-old.remedy':
    'Installez Node 24, ou lancez le lecteur avec npm : les scripts npm utilisent le Node installé avec le projet.',
  'program.missing': '{program} n’est pas installé',
  'program.not-started': '{program} ne démarre pas ({code})',
  'program.late': '{program} a mis plus de {limit:duration}',
  'program.ended': '{program} s’est terminé avec le statut {code}',
} as const satisfies Translation<typeof english>;
