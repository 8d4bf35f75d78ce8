import type { doctor as english } from '../en/doctor.ts';
import type { Translation } from '../text.ts';

export const doctor = {
  'doctor.disk.free': '{free:bytes} libres para {folder}',
  'doctor.disk.low': 'Solo quedan {free:bytes} libres para {folder}.',
  'doctor.disk.low.remedy':
    'Libere espacio en el disco: de lo contrario, es posible que el contenido nuevo no quepa junto al actual.',
  'doctor.disk.inodes': {
    one: 'En el disco solo cabe {count} archivo más.',
    other: 'En el disco solo caben {count} archivos más.',
  },
  'doctor.disk.inodes.remedy': 'Elimine los archivos que ya no necesite.',
  'doctor.disk.no-folder': '{folder} no puede ser la carpeta de datos: {other} no es una carpeta.',
  'doctor.disk.no-folder.remedy': 'Indique otra carpeta en dataDir.',
  'doctor.disk.read-only': 'No se puede escribir en {folder}: el sistema de archivos es de solo lectura.',
  'doctor.disk.read-only.remedy':
    'Monte el sistema de archivos con permiso de escritura o indique otro disco en dataDir.',
  'doctor.disk.owner':
    '{path} pertenece al usuario con ID {uid:plain}, mientras que la carpeta de datos pertenece al usuario con ID {owner:plain}: el reproductor no puede escribir en {path}.',
  'doctor.disk.owner.remedy': 'Ejecute: chown -R {owner:plain} {folder}',
  'doctor.disk.not-writable': 'No se puede escribir en {folder}: {code}.',
  'doctor.disk.not-writable.remedy': 'Compruebe el espacio libre, la cuota y el estado del disco.',
  'doctor.disk.not-permitted':
    'No se puede escribir en {folder}: el usuario que ejecuta Vitrine no tiene permiso.',
  'doctor.disk.not-permitted.remedy':
    'Haga propietario de la carpeta al usuario que ejecuta el reproductor o indique otra carpeta en dataDir.',
  'doctor.clock.right': '{shown}, zona horaria {zone}',
  'doctor.clock.too-early':
    'El reloj no está en hora: marca {shown}. Las entradas con fecha no se reproducirán hasta que el reloj esté en hora.',
  'doctor.clock.contradicted':
    'El reloj no está en hora: marca {shown}, mientras que el del CMS marca {there}. Las entradas con fecha no se reproducirán hasta que el reloj esté en hora.',
  'doctor.clock.synchronise':
    'Active la sincronización horaria (en Debian: timedatectl set-ntp true) o cambie la pila del reloj.',
  'doctor.config.no-file':
    'sin archivo de configuración: se aplican las variables de entorno y los valores predeterminados',
  'doctor.database.files': { one: '{count} archivo, {size:bytes}', other: '{count} archivos, {size:bytes}' },
  'doctor.database.active': '{files}; está activa la versión {edition} del contenido',
  'doctor.database.no-edition': '{files}; aún no hay nada que reproducir',
  'doctor.database.rebuild':
    'Inicie el reproductor: conservará la base de datos dañada con otro nombre y creará una nueva a partir de los archivos del disco.',
  'doctor.database.owner':
    'Compruebe que la carpeta de datos pertenezca al usuario que ejecuta el reproductor.',
  'doctor.browser.found': '{program} ({reason})',
  'doctor.browser.root': 'Electron no se inicia como root, porque no tendría sandbox.',
  'doctor.browser.root.remedy': 'Ejecute el reproductor con otro usuario o defina VITRINE_HOST=chromium.',
  'doctor.video.software':
    'sin tarjeta gráfica: el procesador renderiza las páginas y descodifica los vídeos («vitrine doctor --measure» muestra con qué fluidez)',
  'doctor.video.no-driver':
    'la tarjeta gráfica renderiza las páginas y el procesador descodifica los vídeos: falta un controlador de descodificación de vídeo',
  'doctor.video.hardware':
    'la tarjeta gráfica descodifica los vídeos mediante {api} («vitrine doctor --measure» muestra qué códecs)',
  'doctor.video.now.hardware': 'en reproducción: {file}, descodificado por hardware ({decoder})',
  'doctor.video.now.processor': 'en reproducción: {file}, descodificado por el procesador ({decoder})',
  'doctor.display.running': 'en uso por el reproductor en marcha',
  'doctor.display.desktop': 'el escritorio de esta sesión',
  'doctor.display.x11': 'pantalla X11 {name}, {width:plain} × {height:plain}',
  'doctor.display.wayland': 'pantalla Wayland {name}',
  'doctor.display.several':
    'Wayland coloca las ventanas por su cuenta: varias pantallas pueden aparecer en el mismo monitor.',
  'doctor.display.several.remedy':
    'Inicie el reproductor con vitrine --ozone-platform=x11 run o en una sesión X11.',
  'doctor.display.none.electron':
    'No hay ninguna pantalla definida (DISPLAY) y Electron no se inicia sin ella.',
  'doctor.display.none.no-xvfb': 'No hay ninguna pantalla definida (DISPLAY) y Xvfb no está instalado.',
  'doctor.display.none.virtual':
    'No hay ninguna pantalla definida (DISPLAY): el reproductor usaría una virtual que nadie puede ver.',
  'doctor.display.session': 'Inicie el reproductor en la sesión gráfica o defina DISPLAY (normalmente :0).',
  'doctor.display.no-wayland': 'No se puede conectar con la pantalla Wayland {name}: no responde.',
  'doctor.display.no-wayland.remedy': 'Inicie el reproductor en la sesión gráfica.',
  'doctor.show.well': 'No se han encontrado problemas en las listas de reproducción ni en las zonas.',
  'doctor.show.rests':
    'Ahora no hay nada previsto en la lista de reproducción «{name}», por lo que la lista se omite; «vitrine schedule --screen {show}» indica el motivo.',
  'doctor.show.screen-rests':
    'Ahora no hay nada previsto en la pantalla {show}, que muestra un texto de espera; «vitrine schedule --screen {show}» indica el motivo.',
  'doctor.show.zone-rests':
    'Ahora no hay nada previsto en la zona «{zone}», que muestra su fondo; «vitrine schedule --screen {show}» indica el motivo.',
  'doctor.player.state': '{sentence} (desde {since}, navegador: {browser})',
  'doctor.player.none': 'No hay ningún reproductor en marcha con esta carpeta de datos.',
  'doctor.player.none.remedy': 'Inicie el reproductor: vitrine run',
  'doctor.player.see-health': 'Ejecute «vitrine health».',
  'doctor.player.see-health.dark':
    'Ejecute «vitrine health» y lea el registro; reinicie el reproductor si la pantalla sigue a oscuras.',
  'doctor.player.restart': 'Reinicie el reproductor.',
  'doctor.security.fine':
    'ningún archivo ni pantalla sin proteger, ninguna conexión sin cifrar, ningún navegador obsoleto',
  'doctor.security.unencrypted':
    'La conexión con el CMS ({origin}) no está cifrada: cualquiera en la red puede leer el token y cambiar los contenidos.',
  'doctor.security.unencrypted.remedy':
    'Use una dirección https:// para el CMS. Para rechazar también las descargas y los feeds sin cifrar, asigne el valor true a cms.httpsOnly.',
  'doctor.security.nobody':
    'El navegador se ejecuta con el usuario «nobody», que también pueden usar otros programas.',
  'doctor.security.nobody.remedy':
    'Ejecute: useradd --system --shell /usr/sbin/nologin vitrine; después quite chromium.user de los ajustes.',
  'doctor.security.outdated':
    'El navegador se compiló el {day}, hace {days} días: le faltan las correcciones de seguridad posteriores.',
  'doctor.security.update-vitrine': 'Instale una versión más reciente de Vitrine.',
  'doctor.security.update-chromium':
    'Actualice el navegador (en Debian: apt-get update && apt-get install chromium) y active las actualizaciones automáticas.',
  'doctor.security.display':
    'Cualquier programa de este equipo puede ver y cambiar lo que muestra la pantalla {display}.',
  'doctor.security.display.remedy':
    'Ejecute «xhost -» en la sesión gráfica y averigüe qué programa ejecutó «xhost +».',
  'doctor.page.off': 'la página de estado está desactivada',
  'doctor.page.free': 'el puerto {port:plain} está libre',
  'doctor.page.taken': 'La página de estado no puede iniciarse: el puerto {port:plain} está ocupado.',
  'doctor.page.refused': 'La página de estado no puede iniciarse en el puerto {port:plain}: {why}.',
  'doctor.page.another-port':
    'Indique otro puerto en adminPort (VITRINE_ADMIN_PORT), o 0 para desactivar la página de estado.',
  'doctor.watchdog.none': 'este equipo no tiene watchdog de hardware',
  'doctor.watchdog.untimed': '{identity} está activo.',
  'doctor.watchdog.active': '{identity}, tiempo límite {timeout:duration}',
  'doctor.watchdog.unnamed': 'watchdog de hardware',
  'doctor.watchdog.idle':
    'El watchdog de hardware ({identity}) no se usa: si este equipo se cuelga, no se reinicia solo.',
  'doctor.watchdog.idle.remedy':
    'Añada RuntimeWatchdogSec=30 a la sección [Manager] de /etc/systemd/system.conf.d/watchdog.conf y reinicie el equipo.',
  'doctor.power.good': 'La tensión de alimentación ha sido suficiente desde que se inició el equipo.',
  'doctor.power.was-low':
    'La tensión de alimentación ha sido demasiado baja en algún momento desde que se inició el equipo.',
  'doctor.power.was-low.remedy':
    'Use la fuente de alimentación que recomienda el fabricante, con un cable corto.',
  'doctor.temperature.good': '{sensor}: {celsius} °C',
  'doctor.wear.good': '{disk}: se ha consumido al menos el {used:percent} de su vida útil prevista',
  'doctor.wear.failing': 'El disco {disk} avisa de que está fallando (SMART).',
  'doctor.wear.failing.remedy': 'Sustituya el disco cuanto antes.',
  'doctor.failed': 'Comprobaciones con error: {checks}.',
  'player-runs':
    'No se puede medir con un reproductor en marcha: los clips de prueba taparían sus contenidos.',
  'player-runs.remedy': 'Detenga primero el reproductor.',
  'not-measured.no-display': 'No se puede medir la reproducción de vídeo: no hay ningún monitor conectado.',
  'not-measured.display-gone': 'No se puede medir la reproducción de vídeo: se ha desconectado el monitor.',
  'not-measured.crashed':
    'No se puede medir la reproducción de vídeo: el navegador se cerró inesperadamente al reproducir un clip de prueba ({reason}).',
  'not-measured.hung': 'No se puede medir la reproducción de vídeo: el navegador no responde.',
  'not-measured.slow':
    'No se puede medir la reproducción de vídeo: los clips de prueba tardaron más de {limit:duration}.',
  'doctor.measure.retry':
    'Repita la medición en la sesión gráfica del reproductor, sin otra carga en el equipo.',
  'doctor.measure.machine': '{browser}, pantalla {display}, procesadores: {processors}, {memory:plain} MiB',
  'doctor.measure.virtual': '{display} (virtual, no visible)',
  'doctor.measure.row.unknown': 'no compatible con el navegador',
  'doctor.measure.row': '{result}  {decoder}, {shown} de 30 fotogramas, {rate} fps',
  'doctor.measure.row.memory': '{row}, {memory:plain} MiB',
  'doctor.measure.plays': 'fluido   ',
  'doctor.measure.stutters': 'a tirones',
  'doctor.measure.hardware': 'Descodificación por hardware: {codecs}.',
  'doctor.measure.software': 'Descodificación por software: {codecs}.',
  'doctor.measure.none': 'Sin descodificador para {codecs}.',
  'doctor.measure.advice.small':
    'Use imágenes, o vídeos de 1280×720 como máximo: los de 1920×1080 van a tirones con todos los códecs.',
  'doctor.measure.advice.hd': 'Los vídeos de 1920×1080 a 30 fps se reproducen con fluidez en {codecs}.',
  'doctor.measure.advice.uhd': 'Los vídeos de 3840×2160 se reproducen con fluidez en {codecs}.',
  'doctor.measure.advice.no-uhd': 'Los vídeos de 3840×2160 van a tirones en todos los códecs.',
  'doctor.measure.advice.stutters': 'Los vídeos de 1920×1080 en {codecs} van a tirones.',
  'doctor.measure.advice.unknown': 'El navegador no puede reproducir {codecs}.',
} as const satisfies Translation<typeof english>;
