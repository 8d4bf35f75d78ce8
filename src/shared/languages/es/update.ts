import type { update as english } from '../en/update.ts';
import type { Translation } from '../text.ts';

export const update = {
  'update.state.trying':
    'La versión {version} está en periodo de prueba desde {since:time}; comprobaciones pendientes: {left} de {of}.',
  'update.state.doubting.show':
    'La versión {version} no encontró nada que mostrar. El reproductor ha vuelto a la versión anterior, que comprueba si encuentra algo.',
  'update.state.doubting.cms':
    'Con la versión {version} se ha perdido la conexión con el CMS. El reproductor ha vuelto a la versión anterior y está comprobando si la causa es la red.',
  'update.state.held':
    'Las actualizaciones están suspendidas. Para reanudarlas, ejecute «vitrine update resume».',
  'update.state.looking': 'Buscando una versión nueva.',
  'update.state.fetching': 'Descargando la versión {version}.',
  'update.state.unpacking': 'Descomprimiendo la versión {version}.',
  'update.state.ready':
    'La versión {version} está descargada y se instalará en la franja horaria de actualización.',
  'update.state.ready.soon':
    'La versión {version} está descargada y se instalará entre dos elementos de la lista de reproducción.',
  'update.state.ready.missed':
    'La versión {version} está descargada, pero el reproductor estaba apagado en la franja horaria de actualización. Se instalará la próxima vez que se inicie el reproductor o, a partir de {after:time}, entre dos elementos de la lista de reproducción.',
  'update.state.ending': 'El reproductor se está reiniciando con otra versión.',
  'update.state.waiting': 'El reproductor todavía no ha buscado versiones nuevas.',
  'update.lost': 'La versión {version} ya no se inicia: desde {at:time} se ejecuta la versión anterior.',
  'update.overdue':
    'La versión {version} está pendiente de instalación desde {since:time}: este reproductor está apagado o en reposo en la franja horaria de actualización.',
  'update.stopped': 'El reproductor no se actualiza. {why}',
  'update.idle':
    'update.url está definido, pero este reproductor no se inició con su lanzador, por lo que no instala actualizaciones.',
  'update.blocked.lost-cms': 'La versión nueva no pudo conectar con el CMS; la anterior, sí.',
  'update.blocked.no-show': 'La versión nueva no encontró nada que mostrar; la anterior, sí.',
  'update.blocked.recalled': 'El editor retiró la versión.',
  'update.blocked.died': 'La versión falló o se bloqueó durante su periodo de prueba.',
  'update.blocked.revives': {
    one: 'Hubo que recuperar la pantalla {count} vez en diez minutos.',
    other: 'Hubo que recuperar la pantalla {count} veces en diez minutos.',
  },
  'update.blocked.memory': 'La versión usa demasiada memoria ({memory:bytes}).',
  'update.blocked.no-item':
    'La versión no mostró nada en el tiempo previsto, aunque había elementos programados.',
  'update.blocked.no-change': 'Con esta versión, la reproducción se quedó en una entrada.',
  'update-none': 'El reproductor ya tiene la versión más reciente que se le ofrece.',
  'update-none.unwanted':
    'La flota tiene asignada la versión {version}, pero no se ofrece a este reproductor.',
  'update-none.blocked': 'La versión {version} está bloqueada. {why}',
  'update-none.not-yet': 'La versión {version} aún no se ofrece a este reproductor.',
  'update-off': 'Las actualizaciones están desactivadas.',
  'update-off.no-address':
    'No hay ninguna dirección configurada para descargar actualizaciones (update.url).',
  'update-off.no-address.remedy':
    'Defina update.url o instale desde una carpeta: vitrine update now --from CARPETA',
  'update-off.no-launcher':
    'Las actualizaciones están desactivadas: este reproductor no se inició con su lanzador.',
  'update-off.no-launcher.remedy': 'Inicie el reproductor con su lanzador: consulte docs/guide/updates.md.',
  'update-held': 'Las actualizaciones están suspendidas.',
  'update-held.remedy': 'Ejecute: vitrine update resume',
  'update-on-trial':
    'Hay una versión en periodo de prueba: espere a que el reproductor decida si la conserva o vuelve a la anterior.',
  'update-busy.stopping': 'El reproductor se está deteniendo.',
  'update-busy.switching': 'El reproductor está cambiando a otra versión.',
  'update-busy.running': 'Hay una actualización en curso. Para seguirla, ejecute «vitrine update status».',
  'update-not-begun':
    'La versión {version} no se instaló: el reproductor no pudo guardar en el disco el inicio de su periodo de prueba.',
  'update-not-begun.remedy':
    'Compruebe si el disco está lleno o es de solo lectura. El reproductor lo reintentará mañana; para hacerlo ahora, ejecute «vitrine update now».',
  'update-clock': 'No se pueden verificar las versiones: el reloj de este equipo no está en hora ({now}).',
  'update-no-space':
    'Falta espacio: una versión de {size:bytes} necesita {needed:bytes} y hay {free:bytes} libres.',
  'update-wrong-length': '{name} no tiene el tamaño indicado en los metadatos firmados: {size:plain} bytes.',
  'update-wrong-hash': 'El contenido de {name} no coincide con la firma.',
  'update-server-error':
    'El servidor respondió con el código de estado {status:plain} a la solicitud de {url}.',
  'update-too-long': '{name} supera el tamaño permitido.',
  'update-not-found': 'No se puede leer {path}.',
  'update-not-found.metadata': 'En la carpeta de versiones falta metadata/{name}.',
  'update-no-root': 'Faltan los metadatos raíz de confianza ({path}).',
  'update-no-root.remedy': 'Copie el archivo metadata/1.root.json del editor a la ruta indicada.',
  'update-no-installer': 'El servicio de instalación de versiones no responde.',
  'update-no-installer.remedy': 'Consulte: systemctl status vitrine-installer.socket',
  'update-no-installer.garbled':
    'El servicio de instalación y el reproductor intercambiaron datos inesperados.',
  'update-no-installer.closed': 'Se cerró la conexión entre el servicio de instalación y el reproductor.',
  'update-no-installer.late':
    'Se agotó el tiempo de espera de la conexión entre el servicio de instalación y el reproductor.',
  'update-not-offered': 'No se ofrece a este equipo ninguna versión con este hash.',
  'update-rolled-back':
    'Los metadatos de versión «{role}» son más antiguos de lo que indican los demás metadatos.',
  'update-rolled-back.folder':
    'Los metadatos «{role}» de la carpeta (versión {found:plain}) son más antiguos que los ya conocidos (versión {seen:plain}).',
  'update-rolled-back.installed':
    'La versión {version} es más antigua que {newest}, que ya estuvo instalada.',
  'update-expired': 'Los metadatos de versión «{role}» han caducado.',
  'update-not-signed': 'Los metadatos de versión «{role}» no están firmados con las claves necesarias.',
  'update-mixed':
    'Los metadatos de versión «{role}» no coinciden con el tamaño y el hash que otros metadatos indican para ellos.',
  'update-not-metadata':
    'No se pueden leer los metadatos de versión «{role}»: quizá se haya recibido una página de inicio de sesión o el archivo esté dañado.',
  'update-not-runnable': 'La versión {version} no funciona en este equipo.',
  'update-not-runnable.version': 'La versión {version} se identifica como la versión {found}.',
  'update-not-runnable.unpack': 'No se puede descomprimir el paquete.',
  'update-not-runnable.entry':
    'El paquete contiene {path}, que no debe estar en una versión: solo se admiten archivos y carpetas normales.',
} as const satisfies Translation<typeof english>;
