import type { admin as english } from '../en/admin.ts';
import type { Translation } from '../text.ts';

export const admin = {
  'not-found': 'No hay nada en esta dirección.',
  'not-found.picture': 'No hay capturas de pantalla mientras se configura este reproductor.',
  'internal.answer': 'El reproductor envió una respuesta no válida.',
  'player-silent': 'El reproductor en marcha no respondió en {time:duration}.',
  'player-silent.remedy': 'Si el problema persiste, reinicie el reproductor.',
  'page-starting': 'La página de estado aún se está iniciando.',
  'page-starting.remedy': 'Inténtelo de nuevo dentro de un minuto.',
  'player-not-yours': 'El reproductor que usa esta carpeta de datos lo ejecuta otro usuario de este equipo.',
  'player-not-yours.remedy': 'Ejecute la orden con el usuario que ejecuta el reproductor.',
  'wrong-usage.action': '{name}, {where}: {what}.',
  'wrong-usage.access': 'No se puede abrir el acceso desde la red: {what}.',
  'wrong-usage.login': 'La solicitud de inicio de sesión no es válida.',
  'wrong-password': 'Contraseña incorrecta.',
  'not-logged-in': 'Inicie sesión primero.',
  'too-many-tries': 'Demasiados intentos: vuelva a intentarlo dentro de {time:duration}.',
  'password-length': 'La contraseña debe tener entre {shortest} y {longest} caracteres.',
  'access-not-kept': 'No se pueden guardar en el disco los ajustes del acceso desde la red.',
  'access-not-kept.remedy': 'Para averiguar la causa, ejecute «vitrine doctor».',
  'access.port-taken':
    'El puerto {port:plain} está ocupado. Elija otro: vitrine access on --port {free:plain}',
  'access.not-listening': 'No se puede escuchar en el puerto {port:plain}: {code}.',
  'access.port-taken.by':
    '{holder} ocupa el puerto {port:plain}. Elija otro: vitrine access on --port {free:plain}',
  'wrong-usage.session': 'Indique el identificador de una sesión (véase «vitrine access status»).',
} as const satisfies Translation<typeof english>;
