import type { host as english } from '../en/host.ts';
import type { Translation } from '../text.ts';

export const host = {
  'no-browser': 'Chromium no está instalado.',
  'no-browser.configured': '{program} no es un programa ejecutable.',
  'no-browser.install':
    'Ejecute «apt-get install -y chromium». Si Chromium o Chrome está instalado en otra ubicación, indique la ruta del programa en VITRINE_CHROMIUM.',
  'no-electron': 'El ajuste host (VITRINE_HOST) tiene el valor electron, pero Electron no está instalado.',
  'no-electron.remedy':
    'Use un paquete del reproductor que contenga Electron, o defina VITRINE_HOST=chromium.',
  'electron-as-root': 'Electron no arranca como root: no tendría sandbox.',
  'electron-as-root.remedy': 'Inicie el reproductor con otro usuario, o defina VITRINE_HOST=chromium.',
  'no-browser-user': 'No se puede ejecutar el navegador como {name}: ese usuario no existe, o es root.',
  'no-browser-user.remedy':
    'Ejecute «useradd --system --shell /usr/sbin/nologin vitrine» o indique en chromium.user (VITRINE_CHROMIUM_USER) un usuario que no sea root. Mejor: no inicie el reproductor como root.',
  'no-setpriv': 'No se puede iniciar el navegador con otro usuario: setpriv no está instalado.',
  'no-setpriv.remedy':
    'Inicie el reproductor con un usuario sin privilegios, o ejecute «apt-get install -y util-linux».',
  'no-profile-folder':
    '/run/vitrine no es una carpeta, o pueden escribir en ella otros usuarios además de root.',
  'no-profile-folder.remedy': 'Averigüe qué programa creó /run/vitrine y ejecute: rm -r /run/vitrine.',
  'profile-left': 'No se puede eliminar la carpeta {folder} del navegador.',

  'browser-not-started': 'No se puede iniciar el navegador: no queda ningún descriptor de archivo libre.',
  'browser-not-started.remedy':
    'Aumente el límite de archivos abiertos para el proceso del reproductor (ulimit -n, o LimitNOFILE del servicio).',
  'browser-ended': 'El navegador se cerró ({how}).',
  'browser-ended.remedy': 'Última salida del navegador: {output}',
  'browser-ended.silent': 'El navegador se cerró ({how}) sin mostrar ningún mensaje.',
  'browser-gone': 'El navegador se cerró antes de responder al comando {method}.',
  'browser-refused': 'El navegador rechazó el comando {method}: {reason}',
  'browser-draws-nothing': 'La página de reproducción responde, pero el navegador no muestra nada.',
  'browser-silent.start': 'El navegador no arrancó en {ms:duration}.',
  'browser-silent.window': 'El navegador no abrió ninguna ventana en {ms:duration}.',
  'browser-silent.reload': 'El navegador no recargó la página de reproducción en {ms:duration}.',
  'browser-silent.raise': 'El navegador no puso ninguna página en primer plano en {ms:duration}.',
  'browser-silent.frame': 'El navegador no mostró la página de reproducción en {ms:duration}.',
  'browser-silent.screenshot': 'El navegador no entregó ninguna captura de pantalla en {ms:duration}.',
  'browser-silent.answer': 'El navegador no respondió en {ms:duration}.',
  'browser-silent.process':
    'Tras {ms:duration}, el navegador aún no había indicado qué proceso ejecuta su página.',
  'browser-silent.network': 'El servicio de red del navegador no respondió en {ms:duration}.',
  'browser-silent.task': 'El navegador no terminó una tarea en {ms:duration}.',

  'host.reason.configured': 'elegido en la configuración',
  'host.reason.inside': 'el reproductor se ejecuta en Electron',
  'host.reason.installed': 'Electron está instalado',
  'host.reason.root': 'Electron está instalado, pero como root no tiene sandbox y no arranca',
  'host.reason.none': 'Electron no está instalado',
  'host-not-started': 'El navegador no se ha iniciado.',
  'host-stopping': 'El reproductor está cerrando el navegador.',
  'window-gone': 'La ventana de la pantalla {screen} ya no existe.',
  'window-gone.front': 'La ventana del reproductor en esta pantalla ya no existe.',
  'window-gone.stage': 'No se puede mostrar la nueva página de reproducción: se ha cerrado o ha fallado.',
  'window-elsewhere': 'El navegador abrió una página en la ventana equivocada.',
  'stage-stuck': 'No se puede cerrar el proceso de renderizado de la página de reproducción.',
  'no-picture.renderer': 'Sin captura: el proceso de renderizado de la pantalla no está en marcha.',
  'no-picture.blank': 'Sin captura: el navegador todavía no ha mostrado nada.',

  'no-display': 'No hay ninguna sesión gráfica, y Xvfb, que la sustituiría, no está instalado.',
  'no-display.remedy': 'Inicie el reproductor en una sesión gráfica, o ejecute «apt-get install -y xvfb».',
  'no-display.virtual': 'La pantalla virtual no arrancó: {reason}',
  'no-display.virtual.remedy':
    'Inicie el reproductor en una sesión gráfica, o averigüe por qué no arranca Xvfb.',
  'display-refused.name': '«{display}» no es el nombre de una pantalla X (como :0).',
  'display-refused.silent': 'Ningún servidor X responde en el display {display}.',
  'display-refused.account':
    'El servidor X no permite al usuario que ejecuta este programa dibujar en el display {display}.',
  'display-refused.session':
    'Inicie el reproductor en la sesión gráfica, o asigne a DISPLAY (normalmente :0) y XAUTHORITY los valores de esa sesión.',
  'display-gone': 'El servidor X cerró la conexión.',
  'display-error': 'El servidor X rechazó una petición X11 (código de operación {request:plain}).',
  'display-power.none': 'No hay servidor X.',
  'display-power.unsupported': 'El servidor X no tiene gestión de energía.',
  'display-power.incapable': 'El servidor X no puede poner esta pantalla en reposo.',
} as const satisfies Translation<typeof english>;
