import type { interrupt as english } from '../en/interrupt.ts';
import type { Translation } from '../text.ts';

export const interrupt = {
  'no-such-interrupt': 'No existe el mensaje prioritario «{id}», o ya ha terminado.',
  'no-such-interrupt.remedy': 'Ejecute «vitrine interrupt list».',
  'interrupt-refused.clock':
    'El reloj de este reproductor no es fiable: un mensaje no puede empezar ni terminar a una hora determinada.',
  'interrupt-refused.clock.remedy': 'Indique una duración (seconds) o ponga el reloj en hora.',
  'interrupt-refused.expired': 'El mensaje ha caducado.',
  'interrupt-refused.screens': 'Este reproductor no tiene ninguna de las pantallas indicadas.',
  'interrupt-refused.foreign': 'Un mensaje de otro remitente ya tiene este identificador.',
  'interrupt-refused.outdated': 'El reproductor ya tiene esta versión del mensaje o una más reciente.',
  'interrupt-refused.full':
    'El reproductor ya tiene {most} mensajes prioritarios, el máximo, y ninguno es menos prioritario que este.',
  'interrupt-refused.empty': 'El mensaje no muestra nada.',
  'interrupt-refused.empty.remedy': 'Indique title, lines o blank.',
  'interrupt-refused.untitled':
    'El mensaje tiene una imagen, un vídeo o una página, pero ningún texto para el caso de que ese contenido no se pueda cargar.',
  'interrupt-refused.untitled.remedy': 'Indique title.',
  'interrupt-refused.two-media': 'Indique solo uno de estos campos: picture, video, page o blank.',
  'interrupt-refused.both-ends': 'Indique until o seconds, no ambos.',
  'interrupt-refused.until-before-from': 'El mensaje termina antes de empezar.',
  'interrupt-refused.too-long': 'El mensaje dura más de 31 días.',
  'interrupt-medium.unknown': 'La configuración no incluye ningún archivo multimedia «{name}».',
  'interrupt-medium.slow': 'El archivo no se había descargado por completo después de {time:duration}.',
  'interrupt-medium.large': 'El archivo ocupa más de {most:bytes}.',
  'interrupt-medium.no-picture': 'El archivo no es una imagen.',
  'interrupt-medium.no-video': 'El archivo no es un vídeo.',
  'interrupt-medium.no-sound': 'El archivo no es un archivo de sonido.',
  'interrupt-medium.neither': 'El archivo no es una imagen, ni un vídeo, ni un archivo de sonido.',
  'interrupt-folder.unreadable': 'No se puede leer la carpeta ({code}).',
  'interrupt-folder.open': 'Cualquiera puede escribir en la carpeta.',
  'interrupt-folder.open.remedy':
    'Asigne la carpeta a un grupo de usuarios de este equipo (chgrp) y quite a los demás el permiso de escritura (chmod o-w).',
  'interrupt-folder.many': 'La carpeta tiene más de {most} archivos, por lo que no se lee ninguno.',
  'interrupt-folder.many.remedy': 'Elimine los archivos que ya no se necesiten.',
  'interrupt-folder.kind': 'El archivo es un enlace o no es un archivo normal.',
  'interrupt-folder.long': 'El archivo ocupa más de {most} bytes.',
  'interrupt-folder.not-json': 'El archivo no es JSON válido.',
  'interrupt-folder.not-json.remedy': 'Escriba el archivo con otro nombre y renómbrelo cuando esté completo.',
  'interrupt-folder.field': '{where}: {what}',
  'interrupt-folder.name': 'El nombre del archivo no sirve como identificador.',
  'interrupt-folder.name.remedy':
    'Antes de .json, use como máximo 80 caracteres: letras, cifras, «.», «_» y «-».',
  'interrupt-folder.file-unreadable': 'No se puede leer el archivo ({code}).',
  'cap-unusable.xml':
    'La respuesta no es XML válido, o contiene una declaración de tipo de documento (DOCTYPE).',
  'cap-unusable.alert': 'No es un mensaje CAP 1.2 utilizable: {field} falta o es incorrecto.',
  'cap-unusable.format': 'La respuesta no es un mensaje CAP ni un feed Atom o RSS.',
  'cap-unusable.unreachable': 'No se puede obtener el feed. {why}',
  'cap-unusable.status': 'El servidor responde con el código de estado {status}.',
  'cap-unusable.many': 'El feed tiene más de {most} alertas; las demás no se leen.',
  'cap-unusable.elsewhere':
    'El reproductor no descarga esta alerta: no está en el mismo servidor que el feed.',
  'cap-unusable.certificate': 'El archivo {file} no se puede leer o no contiene ningún certificado.',
  'cap-unusable.signature-missing': 'La alerta no está firmada.',
  'cap-unusable.signature-wrong':
    'La firma es incorrecta, demasiado débil o no procede de ninguno de los certificados configurados.',
  'interrupt-token.taken': 'Ya existe un token llamado «{name}».',
  'interrupt-token.many': 'Ya hay {most} tokens, el máximo: revoque uno.',
  'interrupt-token.unknown': 'No existe el token «{name}».',
  'interrupt-token.wrong': 'Falta el token, es incorrecto o se ha revocado.',
  'interrupt-token.severity':
    'Este token permite mostrar mensajes hasta la gravedad {most}, con la prioridad predeterminada de esa gravedad como máximo.',
  'interrupt-token.screens': 'Este token solo da acceso a estas pantallas: {screens}.',
  'interrupt-event': 'Mensaje {id} en la pantalla {place}: {state}.',
  'interrupt-event.why': 'Mensaje {id} en la pantalla {place}: {state} ({why}).',
} as const satisfies Translation<typeof english>;
