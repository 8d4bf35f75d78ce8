import type { ground as english } from '../en/ground.ts';
import type { Translation } from '../text.ts';

export const ground = {
  'see-log': 'Siehe Protokoll.',
  sentences: '{first} {next}',
  verbatim: '{text}',
  internal: 'Unerwarteter Fehler: {text}',
  'node-too-old':
    'Node {version} ist zu alt für die Datenbank: Es hat Node-API {found:plain}, nötig ist {needed:plain}.',
  'node-too-old.remedy':
    'Starten Sie den Player mit npm (die Skripte verwenden das Node des Projekts), oder installieren Sie Node 24.',
  'program.missing': '{program} ist nicht installiert',
  'program.not-started': '{program} startet nicht ({code})',
  'program.late': '{program} hat länger als {limit:duration} gebraucht',
  'program.ended': '{program} endete mit dem Status {code}',
} as const satisfies Translation<typeof english>;
