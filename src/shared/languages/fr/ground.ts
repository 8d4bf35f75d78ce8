import type { ground as english } from '../en/ground.ts';
import type { Translation } from '../text.ts';

export const ground = {
  'see-log': 'Consultez le journal du lecteur.',
  sentences: '{first} {next}',
  verbatim: '{text}',
  internal: 'Erreur inattendue : {text}',
  'node-too-old':
    'Node {version} est trop ancien pour la base de données : il fournit Node-API {found:plain}, mais la base de données exige la version {needed:plain}.',
  'node-too-old.remedy':
    'Installez Node 24, ou lancez le lecteur avec npm : les scripts npm utilisent le Node installé avec le projet.',
  'program.missing': '{program} n’est pas installé',
  'program.not-started': '{program} ne démarre pas ({code})',
  'program.late': '{program} n’avait pas terminé après {limit:duration}',
  'program.ended': '{program} s’est terminé avec le code {code}',
} as const satisfies Translation<typeof english>;
