import type { health as english } from '../en/health.ts';
import type { Translation } from '../text.ts';

export const health = {
  'health.well': 'Todo va bien.',
  'health.off': 'Todo va bien: las pantallas están apagadas, como estaba previsto.',
  'health.starting': 'La pantalla {screen} aún no muestra nada: el reproductor se está iniciando.',
  'health.starting.remedy': 'Espere un minuto.',
  'health.not-painting':
    'La pantalla {screen} está congelada o a oscuras; el reproductor la está recuperando.',
  'health.not-painting.remedy':
    'El reproductor recupera la imagen automáticamente. Si tarda más de unos minutos, reinicie el equipo.',
  'health.no-display': 'No hay ningún monitor conectado para la pantalla {screen}.',
  'health.no-display.remedy': 'Compruebe que el cable esté conectado y el monitor encendido.',
  'health.reviving': 'El reproductor está recuperando la pantalla {screen}.',
  'health.reviving.remedy': 'Tarda unos segundos.',
  'health.safe-mode':
    'Modo seguro: no hubo una imagen estable tras los tres últimos inicios. Solo se reproducen imágenes y vídeos; próximo inicio normal: {at:time}.',
  'health.safe-mode.remedy':
    'El reproductor intentará automáticamente un inicio normal. El registro muestra qué ocurrió antes del modo seguro.',
  'health.changed.browser':
    'El navegador cambió de {before} a {now}; desde entonces no ha habido una imagen estable.',
  'health.changed.kernel':
    'El kernel cambió de {before} a {now}; desde entonces no ha habido una imagen estable.',
  'health.changed.player':
    'El reproductor cambió de {before} a {now}; desde entonces no ha habido una imagen estable.',
  'health.browser-changed.remedy': 'Si la pantalla sigue en negro, instale de nuevo la versión anterior.',
  'health.engine-silent': 'El servicio en segundo plano no responde; la reproducción continúa.',
  'health.engine-silent.remedy':
    'El reproductor reinicia automáticamente el servicio en segundo plano. Si el problema persiste, compruebe el disco.',
  'health.loop-late': 'El equipo está sobrecargado: el reproductor se quedó bloqueado un momento.',
  'health.loop-late.remedy': 'Compruebe qué más se ejecuta en el equipo.',
  'health.display-not-switched': 'No se puede encender o apagar una pantalla: {why}',
  'health.display-not-switched.remedy':
    'Compruebe el ajuste hook, cec o ddc de la pantalla y su cable; el reproductor lo reintenta cada 30 s.',
  'health.disk.full': 'El disco está lleno: las actualizaciones de contenido están suspendidas.',
  'health.disk.full.playing':
    'El disco está lleno: las actualizaciones de contenido están suspendidas. La reproducción continúa.',
  'health.disk.failing': 'El disco está fallando: sustitúyalo.',
  'health.disk.read-only': 'El disco es de solo lectura: no se guarda nada.',
  'health.disk.read-only.playing':
    'El disco es de solo lectura: no se guarda nada. La reproducción continúa.',
  'health.disk.remedy': 'Libere espacio o sustituya el disco; «vitrine doctor» indica qué hacer.',
  'health.disk-low': 'El disco está casi lleno: las actualizaciones de contenido están suspendidas.',
  'health.disk-low.remedy': 'Libere espacio o quite archivos de las listas de reproducción.',
  'health.under-voltage': 'La tensión de alimentación de este equipo es demasiado baja.',
  'health.under-voltage.remedy':
    'Use la fuente de alimentación que recomienda el fabricante, con un cable corto.',
  'health.hot': 'Este equipo está demasiado caliente: {sensor} marca {celsius} °C.',
  'health.hot.remedy': 'Mejore la ventilación, limpie el ventilador y proteja el equipo del sol.',
  'health.storage-worn':
    'El disco {disk} está desgastado: se ha consumido el {used:percent} de su vida útil.',
  'health.storage-worn.remedy': 'Sustituya pronto el disco: un disco desgastado pierde archivos.',
  'health.clock-not-trusted': 'El reloj de este equipo no está en hora.',
  'health.clock-not-trusted.remedy': 'Ponga el reloj en hora o dé al equipo acceso a un servidor horario.',
  'health.configuration.remedy':
    '«vitrine doctor» indica el ajuste erróneo y cómo corregirlo. Una vez corregido el archivo, el reproductor lo lee en unos minutos.',
  'health.cms-silent': 'El CMS no responde desde hace horas: el contenido puede estar desactualizado.',
  'health.cms-silent.remedy': 'Compruebe la red del local y si otro equipo puede acceder al CMS.',
  'health.updates-stopped.remedy':
    '«vitrine update status» muestra qué impide las actualizaciones y qué hacer.',
  'health.release-lost.remedy':
    'Los archivos de la versión que ya no se inicia están dañados: compruebe el disco. Si las actualizaciones están activas, el reproductor descarga de nuevo esa versión.',
  'health.no-show': 'Aún no hay nada que mostrar.',
  'health.no-show.remedy':
    'Asigne una lista de reproducción a esta pantalla en el CMS; la reproducción empieza automáticamente.',
  'health.fleet-clone': 'Otro reproductor de la flota tiene el mismo nombre.',
  'health.fleet-clone.remedy':
    'Asigne a cada reproductor su propio fleet.device y sus propias credenciales: una tarjeta SD clonada contiene ambas cosas.',
  'health.fleet-silent': 'El broker de la flota no responde desde hace horas; la reproducción continúa.',
  'health.fleet-silent.remedy':
    'Compruebe la red del local y el broker; «vitrine health» muestra por qué no hay conexión.',
  'health.off-by-hand': 'Las pantallas se han apagado manualmente. Vuelven al horario: {until:time}.',
  'health.off-by-hand.open':
    'Las pantallas se han apagado manualmente y seguirán así hasta que se vuelvan a encender.',
  'health.off-by-hand.remedy':
    'Encienda las pantallas desde la página de estado o vuelva al horario con «vitrine display auto».',
  'health.cms-never-reached': 'El reproductor no ha podido obtener nada del CMS desde que arrancó.',
  'health.cms-never-reached.why': 'El reproductor no ha podido obtener nada del CMS desde que arrancó: {why}',
  'health.cms-never-reached.remedy':
    '«vitrine doctor» comprueba la red, la dirección y el token, e indica la solución.',
  'health.unassigned.remedy':
    'Asigne una lista de reproducción a esta pantalla en el CMS; la reproducción empieza automáticamente.',
  'health.playlist-empty.remedy': 'Añada entradas a la lista de reproducción en el CMS o asigne otra.',
  'health.held-back': '{why} El contenido anterior sigue reproduciéndose.',
  'health.held-back.not-due':
    'La nueva lista de reproducción no tiene nada que reproducir en las próximas 24 horas. El contenido anterior sigue reproduciéndose.',
  'health.unplayable': 'No se puede mostrar «{name}».',
  'health.unplayable.more': {
    one: 'No se pueden mostrar «{name}» y {count} archivo más.',
    other: 'No se pueden mostrar «{name}» y {count} archivos más.',
  },
  'health.unplayable.remedy':
    '«Archivos» en la página de estado y «vitrine status» indican el motivo. Sustituya el archivo en el CMS o quítelo de la lista de reproducción.',
  'health.setup-file':
    'El reproductor conserva sus ajustes actuales porque no puede usar el archivo {file} de la memoria USB: {why}',
  'health.setup-file.remedy': 'Corrija el archivo o elimínelo de la memoria USB.',
  'health.touch-stuck':
    'El panel táctil de la pantalla {screen} informa de un toque que no termina: es posible que se ignoren los toques.',
  'health.touch-stuck.remedy':
    'Limpie la pantalla y retire lo que la toque. Si el problema continúa, reinicie el panel táctil. Este aviso desaparece tras el próximo toque normal.',
  'health.page-login.none': 'La página web de {host} no tiene la sesión iniciada.',
  'health.page-login.expired': 'La sesión en {host} ha caducado.',
  'health.page-login.lost': 'La sesión en {host} se ha perdido: su archivo está dañado.',
  'health.page-login.remedy':
    'Inicie sesión en la pantalla, desde el menú de servicio, que requiere un PIN (service.pin). Este aviso desaparece después de iniciar sesión.',
  'health.sync-paused':
    'Las actualizaciones de contenido se han pausado manualmente: no se descarga contenido nuevo.',
  'health.sync-paused.remedy':
    'Reanude las actualizaciones de contenido en la página de estado o con «vitrine sync resume».',
  'health.fleet-not-joined':
    'El reproductor no ha podido conectarse al broker de la flota desde que arrancó; la reproducción continúa.',
  'health.fleet-not-joined.why':
    'El reproductor no ha podido conectarse al broker de la flota desde que arrancó: {why}',
  'health.fleet-not-joined.remedy':
    'Compruebe la red, el broker y los ajustes de la flota; «vitrine health» muestra por qué no hay conexión.',
  'health.gap.not-running': 'El reproductor no estaba en marcha.',
  'health.gap.nothing-due': 'No había nada programado.',
  'not-supervised':
    'No se puede reiniciar el reproductor: ningún gestor de servicios (como systemd) volvería a iniciarlo.',
  'not-supervised.remedy':
    'Ejecute el reproductor como servicio o defina VITRINE_SUPERVISED=1 si otro programa lo reinicia.',
  'not-in-safe-mode': 'El reproductor no está en modo seguro.',
  'not-in-safe-mode.remedy': 'No hay que hacer nada: «vitrine health» muestra el estado del reproductor.',
} as const satisfies Translation<typeof english>;
