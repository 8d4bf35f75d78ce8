import type { host as english } from '../en/host.ts';
import type { Translation } from '../text.ts';

export const host = {
  'no-browser': 'Chromium no está instalado.',
  'no-browser.configured': '{program} no es un programa ejecutable.',
  'no-browser.install':
    'Ejecute: apt-get install -y chromium. Si hay un navegador instalado, indique su programa en VITRINE_CHROMIUM.',
  'no-electron': 'Electron está configurado como host, pero no está instalado.',
  'no-electron.remedy': 'Use un paquete publicado, o defina VITRINE_HOST=chromium.',
  'electron-as-root': 'Electron no arranca como root: no tendría sandbox.',
  'electron-as-root.remedy': 'Inicie el reproductor con otro usuario, o defina VITRINE_HOST=chromium.',
  'no-browser-user': 'No se puede ejecutar el navegador como {name}: ese usuario no existe, o es root.',
  'no-browser-user.remedy':
    'Ejecute: useradd --system --shell /usr/sbin/nologin vitrine. O indique en chromium.user (VITRINE_CHROMIUM_USER) un usuario que no sea root. Mejor: no inicie el reproductor como root.',
  'no-setpriv': 'No se puede iniciar el navegador con otro usuario: setpriv no está instalado.',
  'no-setpriv.remedy':
    'Inicie el reproductor con un usuario sin privilegios, o ejecute: apt-get install -y util-linux.',
  'no-profile-folder':
    '/run/vitrine no es una carpeta, o pueden escribir en ella otros usuarios además de root.',
  'no-profile-folder.remedy': 'Averigüe qué programa creó /run/vitrine y ejecute: rm -r /run/vitrine.',
  'profile-left': 'No se puede eliminar la carpeta {folder} del navegador.',

  'browser-not-started': 'No se puede iniciar el navegador: no queda ningún descriptor de archivo libre.',
  'browser-not-started.remedy': 'Aumente el límite de archivos abiertos del reproductor.',
  'browser-ended': 'El navegador se cerró ({how}).',
  'browser-ended.remedy': 'Su última salida: {output}',
  'browser-ended.silent': 'El navegador se cerró ({how}) sin mostrar ningún mensaje.',
  'browser-gone': 'El navegador se cerró antes de responder a {method}.',
  'browser-refused': 'El navegador rechazó {method}: {reason}',
  'browser-draws-nothing': 'La página de reproducción responde, pero el navegador no dibuja nada.',
  'browser-silent.start': 'El navegador no arrancó en {ms:duration}.',
  'browser-silent.window': 'El navegador no abrió ninguna ventana en {ms:duration}.',
  'browser-silent.reload': 'El navegador no recargó la página de reproducción en {ms:duration}.',
  'browser-silent.raise': 'El navegador no puso ninguna página en primer plano en {ms:duration}.',
  'browser-silent.frame': 'El navegador no dibujó la página de reproducción en {ms:duration}.',
  'browser-silent.screenshot': 'El navegador no entregó ninguna captura de pantalla en {ms:duration}.',
  'browser-silent.answer': 'El navegador no respondió en {ms:duration}.',
  'browser-silent.process':
    'Tras {ms:duration}, el navegador aún no ha indicado qué proceso ejecuta una página.',
  'browser-silent.network': 'El servicio de red del navegador no respondió en {ms:duration}.',
  'browser-silent.task': 'El navegador no terminó una tarea en {ms:duration}.',

  'host.reason.configured': 'así está configurado',
  'host.reason.inside': 'el reproductor se ejecuta en él',
  'host.reason.installed': 'su programa está instalado',
  'host.reason.root': 'Electron está instalado, pero como root no tiene sandbox y no arranca',
  'host.reason.none': 'Electron no está instalado',
  'host-not-started': 'El host del navegador no se ha iniciado.',
  'host-stopping': 'El host del navegador se está cerrando.',
  'window-gone': 'La ventana de la pantalla {screen} ya no existe.',
  'window-gone.front': 'La ventana en primer plano ya no existe.',
  'window-gone.stage': 'La página de reproducción detrás de la ventana ya no existe.',
  'window-elsewhere': 'El navegador abrió una página en la ventana equivocada.',
  'stage-stuck': 'No se puede cerrar el proceso de la página de reproducción.',
  'no-picture.renderer': 'Sin captura: la pantalla no tiene proceso de renderizado.',
  'no-picture.blank': 'Sin captura: todavía no se ha dibujado nada.',

  'no-display': 'No hay ninguna pantalla, y Xvfb no está instalado para sustituirla.',
  'no-display.remedy': 'Inicie el reproductor en una sesión gráfica, o ejecute: apt-get install -y xvfb.',
  'no-display.virtual': 'La pantalla virtual no arrancó: {reason}',
  'no-display.virtual.remedy':
    'Inicie el reproductor en una sesión gráfica, o averigüe por qué no arranca Xvfb.',
  'display-refused.name': '«{display}» no es el nombre de una pantalla (DISPLAY).',
  'display-refused.silent': 'Ningún servidor X responde en la pantalla {display}.',
  'display-refused.account': 'El servidor X no permite a este usuario dibujar en la pantalla {display}.',
  'display-refused.session':
    'Inicie el reproductor en la sesión gráfica, o dé a DISPLAY (a menudo :0) y XAUTHORITY los valores de esa sesión.',
  'display-gone': 'El servidor X cerró la conexión.',
  'display-error': 'El servidor X rechazó la petición {request:plain}.',
  'display-power.none': 'No hay servidor X.',
  'display-power.unsupported': 'El servidor X no tiene gestión de energía.',
  'display-power.incapable': 'El servidor X no puede poner esta pantalla en reposo.',
} as const satisfies Translation<typeof english>;
