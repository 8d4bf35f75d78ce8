import type { store as english } from '../en/store.ts';
import type { Translation } from '../text.ts';

export const store = {
  'disk.work.open-folder': 'abrir la carpeta de datos',
  'disk.work.lock-folder': 'bloquear la carpeta de datos',
  'disk.work.open-database': 'abrir la base de datos',
  'disk.work.read-database': 'leer la base de datos',
  'disk.work.use-database': 'usar la base de datos',
  'disk.work.read-disk': 'leer el disco',
  'disk.work.measure-space': 'medir el espacio libre',
  'disk.work.make-space': 'liberar espacio',
  'disk.work.download': 'descargar un archivo',
  'disk.work.store-downloads': 'guardar las descargas',
  'disk.work.remove-download': 'eliminar una descarga',
  'disk.work.stage-edition': 'preparar una versión del contenido',
  'disk.work.activate-edition': 'activar una versión del contenido',
  'disk.work.roll-back': 'volver al contenido anterior',
  'disk.work.check-files': 'comprobar los archivos guardados',
  'disk.work.write-proof': 'guardar la prueba de emisión',
  'disk.work.write-history': 'guardar el historial de estado',
  'disk.work.write-state': 'guardar el estado del reproductor',
  'disk.work.write-fleet': 'guardar los eventos y las órdenes de la flota',
  'disk.work.repair': 'eliminar los restos de la última ejecución',
  'disk.work.open-updates': 'abrir la carpeta de versiones del reproductor',
  'disk.work.update': 'actualizar el reproductor',
  'disk-full': 'No se puede {work}: el disco está lleno.',
  'disk-full.remedy':
    'Libere espacio en el disco de la carpeta de datos o quite archivos de las listas de reproducción.',
  'disk-read-only': 'No se puede {work}: el disco es de solo lectura.',
  'disk-read-only.remedy': 'Compruebe el sistema de archivos y vuelva a montarlo con permiso de escritura.',
  'disk-error': 'No se puede {work}: el disco falló ({text}).',
  'disk-error.remedy': 'Compruebe el disco y su sistema de archivos. Si es una tarjeta SD, sustitúyala.',
  'disk-error.io': 'No se puede {work}: el disco comunica un error de entrada/salida.',
  'disk-error.io.remedy': 'Compruebe el disco y su sistema de archivos. Si es una tarjeta SD, sustitúyala.',
  'too-many-files': 'No se puede {work}: se ha alcanzado el límite de archivos abiertos.',
  'too-many-files.remedy':
    'Aumente el límite de archivos abiertos para el proceso del reproductor (ulimit -n, o LimitNOFILE del servicio).',
  'disk-refused':
    'No se puede {work}: el usuario que ejecuta este programa no tiene permiso de escritura en la carpeta de datos.',
  'disk-refused.remedy': 'Haga propietario de la carpeta de datos al usuario que ejecuta el reproductor.',
  'data-folder-wrong': 'No se puede {work}: la carpeta de datos no es una carpeta utilizable.',
  'data-folder-wrong.remedy':
    'Indique otra carpeta en dataDir o elimine el archivo o enlace que ocupa el lugar de la carpeta de datos.',
  'database-locked': 'No se puede {work}: otro proceso ha bloqueado la base de datos.',
  'database-locked.remedy': 'Cierre el programa que tiene abierta la base de datos.',
  'database-locked.by': 'No se puede abrir la base de datos: el proceso {pid} ({name}) la ha bloqueado.',
  'database-locked.by.remedy': 'Cierre el programa que tiene abierta la base de datos.',
  'database-unreadable': 'No se puede {work}: el archivo de la base de datos ya no se puede leer del disco.',
  'database-unreadable.remedy':
    'No hay que hacer nada: el reproductor reconstruye la base de datos. Si vuelve a ocurrir, compruebe el disco.',
  'database-damaged': 'No se puede {work}: la base de datos está dañada.',
  'database-damaged.remedy':
    'No hay que hacer nada: el reproductor reconstruye la base de datos. Si vuelve a ocurrir, compruebe el disco.',
  'database-damaged.check': 'La base de datos está dañada: {found}.',
  'database-damaged.check.remedy':
    'No hay que hacer nada: el reproductor reconstruye la base de datos. Si vuelve a ocurrir, compruebe el disco.',
  'database-foreign': 'La base de datos de la carpeta de datos procede de otro programa.',
  'database-newer':
    'La base de datos procede de una versión más reciente del reproductor (formato {found:plain}); esta versión lee formatos hasta el {known:plain}.',
  'database-setting': 'SQLite no aplicó {setting}; el valor actual es {actual}.',
  'database-busy': 'No se puede leer la base de datos: el reproductor escribe en ella sin pausa.',
  'database-busy.remedy': 'Inténtelo de nuevo.',
  'data-folder-in-use': 'Otro reproductor usa la carpeta de datos.',
  'data-folder-in-use.by':
    'Otro reproductor usa la carpeta de datos: proceso {pid:plain} en {host}, desde {since}.',
  'data-folder-in-use.end': 'Detenga el otro reproductor o indique otro dataDir para este reproductor.',
  'part-changed': 'El tamaño de un archivo descargado ha cambiado desde que se verificó el archivo.',
  'edition-not-staged': 'La versión {edition} del contenido no está preparada.',
  'no-previous-edition': 'No hay ninguna versión anterior del contenido a la que volver.',
  'no-previous-edition.remedy':
    'Cuando cambia el contenido, el reproductor conserva la versión anterior si hay espacio suficiente en el disco.',
  'not-kept.disk': 'No se puede guardar la orden: el disco no admite escrituras.',
  'not-kept.many': 'No se puede guardar la orden: ya hay demasiadas órdenes en espera.',
  'store.recovered': '{at}: {what}',
  'store.recovered.proof': {
    one: 'Prueba de emisión: el reproductor recuperó {count} reproducción de una base de datos dañada.',
    other: 'Prueba de emisión: el reproductor recuperó {count} reproducciones de una base de datos dañada.',
  },
  'store.recovered.aside': '{why} El reproductor renombró la base de datos como {aside} y creó una nueva.',
  'store.recovered.damaged':
    'La base de datos estaba dañada. El reproductor la renombró como {aside} y creó una nueva.',
  'store.recovered.rebuilt':
    'El reproductor reconstruyó la base de datos (versiones del contenido: {editions}, archivos: {objects}).',
  'store.proof-lost': {
    one: 'El reproductor no pudo registrar {count} reproducción porque el disco no admitía escrituras.',
    other: 'El reproductor no pudo registrar {count} reproducciones porque el disco no admitía escrituras.',
  },
} as const satisfies Translation<typeof english>;
