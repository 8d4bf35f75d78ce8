import type { display as english } from '../en/display.ts';
import type { Translation } from '../text.ts';

export const display = {
  'no-display.connect': 'No hay ningún monitor conectado.',
  'no-display.connect.remedy':
    'Conecte un monitor. Si ya hay uno conectado, compruebe la variable de entorno DISPLAY.',
  'no-display.screen': 'El monitor de la pantalla {screen} no está conectado.',
  'no-display.named':
    'El monitor {display} de la pantalla {screen} no está conectado. Monitores conectados: {known}.',
  'no-display.shared':
    'Las pantallas {other} y {screen} tienen asignado el mismo monitor, que muestra la pantalla {other}.',
  'no-such-screen': 'No existe la pantalla «{screen}».',
  'no-such-screen.remedy': '«vitrine status» muestra la lista de pantallas.',
  'window-gone.none': 'La pantalla {screen} no tiene ninguna ventana del navegador.',
  'display-switch.no-browser': 'El navegador aún no está en marcha.',
  'display-switch.no-state': 'El monitor no indica si está encendido o apagado.',
  'display-switch.serial.nothing': 'El CMS no indica ningún comando serie (RS-232) para «{wanted}».',
  'display-switch.serial.no-hex':
    'El comando serie «{text}» no es hexadecimal: hacen falta dos cifras por byte.',
  'display-switch.serial.mode':
    'La velocidad, los bits de datos, la paridad o los bits de parada que el CMS indica para {port} no son válidos.',
  'display-switch.serial.no-port': '{port} no es un puerto serie.',
  'display-switch.serial.write': 'No se puede escribir en {port}: {code}.',
  'display-switch.hook': 'El hook de la pantalla falló: {why}.',
  'program.output': '{why} ({line})',
  'display-switch.program': '{program} falló: {output}',
  'display-silent': 'Encender o apagar el monitor tardó más de {limit:duration}.',
} as const satisfies Translation<typeof english>;
