import type { ground as english } from '../en/ground.ts';
import type { Translation } from '../text.ts';

export const ground = {
  'see-log': 'Consulte el registro del reproductor.',
  sentences: '{first} {next}',
  verbatim: '{text}',
  internal: 'Error inesperado: {text}',
  'node-too-old':
    'Node {version} es demasiado antiguo para la base de datos: tiene Node-API {found:plain} y se necesita {needed:plain}.',
  'node-too-old.remedy':
    'Instale Node 24 o inicie el reproductor con npm: los scripts de npm usan el Node instalado con el proyecto.',
  'program.missing': '{program} no está instalado',
  'program.not-started': '{program} no se inicia ({code})',
  'program.late': '{program} tardó más de {limit:duration}',
  'program.ended': '{program} terminó con error ({code})',
} as const satisfies Translation<typeof english>;
