import type { config as english } from '../en/config.ts';
import type { Translation } from '../text.ts';

export const config = {
  'config-invalid': 'La configuración tiene errores: {mistakes}.',
  'config.correct': 'Corrija las variables de entorno.',
  'config.correct.file': 'Corrija los errores en {file} o en las variables de entorno.',
  'config.mistakes': '{first}; {next}',
  'config.mistakes.more': { one: '{count} error más', other: '{count} errores más' },
  'config.mistake': '{setting} {mistake}',
  'config.exclusive': '{settings} están definidos, pero se excluyen entre sí',
  'config.must.be-text': 'debe ser texto',
  'config.must.not-be-empty': 'no debe estar vacío',
  'config.must.be-shorter': 'debe tener como máximo {most} caracteres',
  'config.must.be-number': 'debe ser un número',
  'config.must.be-whole': 'debe ser un número entero',
  'config.must.be-at-least': 'debe ser como mínimo {least:plain}',
  'config.must.be-at-most': 'debe ser como máximo {most:plain}',
  'config.must.be-one-of': 'debe ser uno de estos valores: {options}',
  'config.must.be-yes-or-no': 'debe ser true o false',
  'config.must.be-address': 'debe ser una dirección http o https',
  'config.must.be-address-alone':
    'debe ser una dirección sin nombre de usuario, contraseña, consulta (?) ni fragmento (#)',
  'config.must.be-broker':
    'debe ser mqtts://HOST o mqtts://HOST:PUERTO (mqtt:// solo para un broker en este equipo)',
  'config.must.be-webhook': 'debe ser una dirección https (http:// solo para este equipo)',
  'config.must.be-mail-server': 'debe ser smtps://HOST o smtp://HOST, con puerto si hace falta',
  'config.must.be-mail-address': 'debe ser una dirección de correo como tienda@example.com',
  'config.must.be-topic-word': 'debe tener como máximo 64 caracteres: letras, cifras, -, _ y .',
  'config.must.be-pin': 'debe ser una cadena de 4 a 12 cifras',
  'config.must.be-name': 'debe tener como máximo 40 caracteres: letras, cifras, - y _',
  'config.must.be-public-key': 'debe ser una clave pública Ed25519 de 64 dígitos hexadecimales',
  'config.must.be-time': 'debe ser una hora como 22:30',
  'config.must.be-colour': 'debe ser un color como #ffcc00',
  'config.must.be-network': 'debe ser un host, una dirección o una red como 10.1.0.0/16',
  'config.must.be-host': 'debe ser un host como shop.example.com, sin https:// ni ruta',
  'config.must.be-time-zone': 'debe ser una zona horaria que este equipo conozca, como Europe/Berlin',
  'config.must.be-hours':
    'debe asociar días (mon, mon-fri, daily, 2026-12-24) a "on", "off" u horas como "08:00-20:00"',
  'config.must.be-words': 'debe ser una lista: un programa y sus argumentos',
  'config.must.name-program': 'debe indicar un programa',
  'config.must.be-reference': 'debe ser un identificador o un nombre',
  'config.must.be-object': 'debe ser un objeto',
  'config.must.be-list': 'debe ser una lista',
  'config.must.be-medium-name':
    'debe ser un nombre de 40 caracteres como máximo (letras, cifras, «.», «_» y «-») que empiece por una letra o una cifra',
  'config.must.be-sha256': 'debe ser un hash SHA-256 de 64 dígitos hexadecimales',
  'config.must.be-media': {
    one: 'debe contener como máximo {count} archivo multimedia',
    other: 'debe contener como máximo {count} archivos multimedia',
  },
  'config.must.be-groups': {
    one: 'debe contener como máximo {count} entrada',
    other: 'debe contener como máximo {count} entradas',
  },
  'config.must.be-display': 'debe ser "primary", un identificador de monitor o un número a partir de 0',
  'config.must.be-screens': 'debe ser "all" o una lista de pantallas',
  'config.must.name-screen': 'debe contener al menos una pantalla',
  'config.must.be-distinct': 'no debe contener dos veces la misma pantalla',
  'config.must.be-length': 'debe ser un número de píxeles o un porcentaje de la pantalla como "50%"',
  'config.must.be-distinct-zones': 'no debe contener dos veces la misma zona',
  'config.must.have-ticker': 'debe contener text, feed o clock',
  'config.must.be-short-path':
    'debe tener como máximo {most:plain} bytes, para que quepan los nombres de los archivos de la base de datos',
  'config.must.exist': 'no es un ajuste conocido',
  'config.must.exist.near': 'no es un ajuste conocido (¿quiso decir {meant}?)',
  'config.must.be-given': 'falta',
  'config-unreadable': 'No se puede leer la configuración {file}: {code}.',
  'config-unreadable.remedy': 'Compruebe la ruta y que el usuario que ejecuta Vitrine pueda leer el archivo.',
  'config-not-json':
    'La configuración {file} no es JSON válido (línea {line:plain}, columna {column:plain}).',
  'config-not-json.remedy': 'Compruebe si en esa línea falta una comilla, una coma o una llave.',
  'config-not-json.other': 'La configuración {file} debe ser un objeto JSON.',
  'config-not-json.other.remedy': 'Escriba los ajustes entre llaves.',
  'cms-address-invalid': 'La dirección del CMS {mistake}.',
  'cms-address-invalid.remedy':
    'Escriba la dirección como https://cms.example.com/api/v1.0/ e indique el token en cms.token.',
  'setup-damaged':
    'El archivo {path} está dañado: se han perdido los ajustes elegidos en la configuración inicial.',
  'setup-damaged.remedy': 'Vuelva a configurar el reproductor: vitrine setup',
  'setup-unreadable': 'No se puede leer el archivo {path}: {code}.',
  'setup-unreadable.remedy':
    'Compruebe el disco y que el reproductor pueda leer el archivo; el reproductor lo reintenta automáticamente.',
  'setup-not-saved': 'No se pueden guardar los ajustes en el disco.',
  'setup-not-saved.remedy':
    'Compruebe que el disco no esté lleno ni sea de solo lectura, y que el reproductor pueda escribir en su carpeta de datos.',
  'own-files.foreign': '{path} pertenece a otro usuario (UID {uid:plain}), que puede modificarlo.',
  'own-files.foreign.remedy': 'Ejecute: chown {own:plain} {path}',
  'own-files.writable': 'Otros usuarios de este equipo pueden modificar {path}.',
  'own-files.writable.remedy': 'Ejecute: chmod {mode} {path}',
  'own-files.readable': 'Otros usuarios de este equipo pueden leer {path}.',
  'own-files.readable.remedy': 'Ejecute: chmod {mode} {path}',
  'data-folder-foreign':
    'No se puede usar la carpeta de datos {folder}: {path} pertenece a otro usuario (UID {uid:plain}).',
  'data-folder-foreign.remedy':
    'Ejecute esta orden con ese usuario (UID {uid:plain}), hágase propietario de la carpeta (chown -R {own:plain} {folder}) o indique otro dataDir (VITRINE_DATA_DIR).',
  'lock-is-link': 'El archivo de bloqueo {path} es un enlace a otro archivo.',
  'lock-is-link.remedy': 'Averigüe quién creó el enlace y después ejecute: rm {path}',
  'config-invalid.no-login':
    'Para iniciar sesión en el CMS se necesita cms.oauth con un ID de cliente y un secreto de cliente.',
} as const satisfies Translation<typeof english>;
