import type { ground as english } from '../en/ground.ts';
import type { Translation } from '../text.ts';

export const ground = {
  'see-log': 'Sehen Sie im Protokoll des Players nach.',
  sentences: '{first} {next}',
  verbatim: '{text}',
  internal: 'Unerwarteter Fehler: {text}',
  'node-too-old':
    'Node {version} ist zu alt für die Datenbank: Es hat Node-API {found:plain}, nötig ist {needed:plain}.',
  'node-too-old.remedy':
    'Installieren Sie Node 24, oder starten Sie den Player mit npm: Die npm-Skripte verwenden das mit dem Projekt installierte Node.',
  'program.missing': '{program} ist nicht installiert',
  'program.not-started': '{program} startet nicht ({code})',
  'program.late': '{program} hat länger als {limit:duration} gebraucht',
  'program.ended': '{program} endete mit dem Status {code}',
} as const satisfies Translation<typeof english>;
