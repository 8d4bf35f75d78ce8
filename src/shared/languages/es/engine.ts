import type { engine as english } from '../en/engine.ts';
import type { Translation } from '../text.ts';

export const engine = {
  'cms-unsteady':
    'El CMS devuelve de repente muchos menos elementos que antes, y sus respuestas cambian continuamente.',
  'sync-paused': 'La sincronización está en pausa.',
  'sync-paused.remedy': 'Ejecute «vitrine sync resume».',
  'edition-not-found': 'No hay nada que reproducir: el reproductor todavía no ha recibido contenido del CMS.',
  'edition-not-found.remedy': 'Compruebe el CMS y la asignación, o ejecute «vitrine sync --once».',
  'config-incomplete':
    'No hay configurado ningún CMS ni ninguna lista de reproducción, dispositivo o grupo de dispositivos.',
  'config-incomplete.address': 'La dirección del CMS no está configurada (VITRINE_CMS_URL).',
  'config-incomplete.assignment':
    'No hay ninguna lista de reproducción, dispositivo o grupo de dispositivos configurado (VITRINE_PLAYLIST, VITRINE_DEVICE o VITRINE_DEVICE_GROUP).',
  'config-incomplete.add': 'Complete la configuración en {file}.',
  'config-incomplete.set':
    'Complete la configuración con variables de entorno o en un archivo de configuración.',
  'engine-closed': 'El servicio en segundo plano aún no está listo.',
  'engine-gone': 'El servicio en segundo plano se ha detenido.',
  'engine-silent': 'El servicio en segundo plano no responde.',
  'engine-silent.status':
    'El servicio en segundo plano no responde y se está reiniciando; la reproducción continúa. Se muestra el último estado conocido del contenido, la sincronización, las descargas y el almacenamiento.',
} as const satisfies Translation<typeof english>;
