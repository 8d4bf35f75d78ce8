import type { interrupt as english } from '../en/interrupt.ts';
import type { Translation } from '../text.ts';

export const interrupt = {
  'no-such-interrupt': 'No existe el aviso «{id}», o ya ha terminado.',
  'no-such-interrupt.remedy': 'Ejecute vitrine interrupt list.',
  'interrupt-refused.clock':
    'El reloj de este reproductor no es fiable: un aviso no puede empezar ni terminar a una hora determinada.',
  'interrupt-refused.clock.remedy': 'Indique seconds o ponga el reloj en hora.',
  'interrupt-refused.expired': 'El aviso ha caducado.',
  'interrupt-refused.screens': 'Este reproductor no tiene ninguna de las pantallas indicadas.',
  'interrupt-refused.foreign': 'Un aviso de otro remitente tiene este identificador.',
  'interrupt-refused.outdated': 'El reproductor ya tiene esta versión del aviso o una más reciente.',
  'interrupt-refused.full': 'El reproductor guarda {most} avisos y ninguno tiene una prioridad menor.',
  'interrupt-refused.empty': 'El aviso no muestra nada.',
  'interrupt-refused.empty.remedy': 'Indique title, lines o blank.',
  'interrupt-refused.both-ends': 'Indique until o seconds, no ambos.',
  'interrupt-refused.until-before-from': 'El aviso termina antes de empezar.',
  'interrupt-refused.too-long': 'El aviso dura más de 31 días.',
  'interrupt-token.taken': 'Ya existe un token llamado «{name}».',
  'interrupt-token.many': 'Ya hay {most} tokens: revoque uno.',
  'interrupt-token.unknown': 'No existe el token «{name}».',
  'interrupt-token.wrong': 'El token falta, es incorrecto o está revocado.',
  'interrupt-token.severity':
    'Este token puede mostrar avisos hasta la gravedad {most} y su prioridad habitual.',
  'interrupt-token.screens': 'Este token puede usar estas pantallas: {screens}.',
  'interrupt-event': 'Aviso {id} en la pantalla {place}: {state}.',
  'interrupt-event.why': 'Aviso {id} en la pantalla {place}: {state} ({why}).',
} as const satisfies Translation<typeof english>;
