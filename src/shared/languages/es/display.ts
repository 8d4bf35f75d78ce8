import type { display as english } from '../en/display.ts';
import type { Translation } from '../text.ts';

export const display = {
  'no-display.connect': 'No hay ningún monitor conectado.',
  'no-display.connect.remedy': 'Conecte un monitor o compruebe la variable DISPLAY.',
  'no-display.screen': 'El monitor de la pantalla {screen} no está conectado.',
  'no-display.named': 'El monitor {display} de la pantalla {screen} no está conectado. Conectados: {known}.',
  'no-display.shared':
    'Las pantallas {other} y {screen} usan el mismo monitor, que muestra la pantalla {other}.',
  'no-such-screen': 'No existe la pantalla «{screen}».',
  'no-such-screen.remedy': '«vitrine status» muestra la lista de pantallas.',
  'window-gone.none': 'La pantalla {screen} no tiene ventana.',
  'display-switch.no-browser': 'El navegador aún no está en marcha.',
  'display-switch.no-state': 'El monitor no indica su estado.',
  'display-switch.serial.nothing': 'El CMS no indica ningún texto que enviar para «{wanted}».',
  'display-switch.serial.no-hex': '«{text}» no es hexadecimal: hacen falta dos cifras por byte.',
  'display-switch.serial.mode': 'El CMS indica un modo que {port} no admite.',
  'display-switch.serial.no-port': '{port} no es un puerto serie.',
  'display-switch.serial.write': 'No se puede escribir en {port}: {code}.',
  'display-switch.hook': 'El hook falló: {why}.',
  'program.output': '{why} ({line})',
  'display-switch.program': '{program} falló: {output}',
  'display-silent': 'Encender o apagar el monitor tardó más de {limit:duration}.',
} as const satisfies Translation<typeof english>;
