import type { service as english } from '../en/service.ts';
import type { Translation } from '../text.ts';

export const service = {
  'service.title': 'Menú de servicio',
  'service.pin': 'Introduzca el PIN.',
  'service.wrong': 'PIN incorrecto.',
  'service.wait': {
    one: 'Demasiados PIN incorrectos: inténtelo de nuevo dentro de {count} minuto.',
    other: 'Demasiados PIN incorrectos: inténtelo de nuevo dentro de {count} minutos.',
  },
  'service.busy': 'Un momento…',
  'service.cancel': 'Cancelar',
  'service.yes': 'Continuar',
  'service.hold': 'Mantenga pulsado: {seconds} s',
  'service.setup': 'Configurar de nuevo',
  'service.setup.ask':
    'La configuración empieza en esta pantalla. La reproducción actual continúa hasta que el contenido nuevo esté listo.',
  'service.login': 'Iniciar sesión: {host}',
  'service.login.ask':
    'Se abrirá la página. Inicie sesión en ella y vuelva al programa con la barra. El reproductor guarda cifradas las cookies de esa página y ninguna contraseña. Quien vea esta pantalla verá lo que muestre la sesión.',
  'service.login.failed': 'La página de {host} no ha respondido: no se guarda ninguna sesión.',
  'service.login.kept': 'La sesión en {host} queda guardada.',
  'service.login.none': 'La página de {host} no ha creado ninguna cookie: no se guarda ninguna sesión.',
  'service.login.too-large': 'Las cookies de {host} son demasiado grandes: no se guarda ninguna sesión.',
  'service.login.unsaved':
    'La sesión en {host} aún no está guardada en el disco: se perdería si se reiniciara el reproductor.',
  'service.name': 'Reproductor: {name}',
  'service.page': 'Página de estado: {address}',
  'service.page.none': 'Página de estado: no disponible',
  'service.network': 'Red: {address}',
  'service.network.none': 'Red: sin conexión',
  'service.cms.reached': 'CMS: conectado',
  'service.cms.not': 'CMS: sin conexión',
} as const satisfies Translation<typeof english>;
