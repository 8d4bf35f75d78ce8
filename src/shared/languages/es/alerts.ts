import type { alerts as english } from '../en/alerts.ts';
import type { Translation } from '../text.ts';

export const alerts = {
  'alert.subject': '{name}: {sentence}',
  'alert.since': 'El problema persiste desde el {at}.',
  'alert.again': 'El problema se ha resuelto. Había comenzado el {at}.',
  'alert.player': 'Reproductor {name}, versión {version}.',
  'alert.test': 'Este es un mensaje de prueba. No indica ningún problema.',
  'alert.mail.sent': 'El servidor de correo {host} aceptó el mensaje para {to}.',
  'alert.webhook.sent': '{host} aceptó el mensaje ({status:plain}).',
  'alert-undelivered': 'No se puede entregar una alerta: {why}',
  'alert-unreachable.name': 'No se puede resolver el nombre {host}.',
  'alert-unreachable.name.remedy':
    'Compruebe el nombre de host en los ajustes de alertas (alerts), la red y el servidor DNS.',
  'alert-unreachable.refused': '{host} rechazó la conexión.',
  'alert-unreachable.refused.remedy':
    'Compruebe el puerto en los ajustes de alertas (alerts) y que el servidor esté en marcha.',
  'alert-unreachable.timeout': '{host} no responde.',
  'alert-unreachable.timeout.remedy':
    'Compruebe la red. Para el correo, use el puerto 587 o 465: muchas redes bloquean el puerto 25.',
  'alert-unreachable.other': 'No se puede conectar con {host} ({why}).',
  'alert-unreachable.other.remedy':
    'El reproductor vuelve a intentarlo. Si el problema persiste, compruebe la red y el registro del servidor.',
  'alert-tls-clock':
    'No se puede comprobar el certificado de {host}: el reloj de este equipo no está en hora.',
  'alert-tls-clock.remedy': 'Ponga el reloj en hora o active la sincronización horaria (NTP).',
  'alert-tls-expired': 'El certificado de {host} ha caducado.',
  'alert-tls-expired.remedy':
    'Si el reloj de este equipo está en hora, el servidor necesita un certificado nuevo.',
  'alert-tls-issuer': 'El certificado de {host} procede de una autoridad de certificación (CA) desconocida.',
  'alert-tls-issuer.remedy':
    'Si el servidor usa su propia autoridad de certificación (CA), indique el certificado de esta en alerts.caFile.',
  'alert-tls-name': 'El certificado no es válido para {host}.',
  'alert-tls-name.remedy':
    'Compruebe el nombre de host en los ajustes de alertas (alerts): el certificado debe estar emitido para ese nombre.',
  'alert-tls': 'No hay conexión segura con {host} ({code}).',
  'alert-tls.remedy':
    'Compruebe el puerto: smtps:// corresponde al 465, smtp:// (con STARTTLS) al 587 o al 25.',
  'alert-mail-plain': 'El servidor de correo {host} no ofrece cifrado (STARTTLS).',
  'alert-mail-plain.remedy': 'Use smtps:// u otro servidor: el reproductor no envía correo sin cifrar.',
  'alert-mail-login': 'El servidor de correo {host} rechaza el usuario o la contraseña ({reply}).',
  'alert-mail-login.remedy':
    'Compruebe alerts.mail.credentialsFile. Muchos proveedores exigen una contraseña de aplicación.',
  'alert-mail-refused': 'El servidor de correo {host} rechaza el mensaje: {reply}',
  'alert-mail-refused.remedy': 'Compruebe alerts.mail.from y alerts.mail.to.',
  'alert-webhook-refused': '{host} respondió a la alerta con el código de estado {status:plain}.',
  'alert-webhook-refused.remedy': 'Compruebe alerts.webhook.url y alerts.webhook.tokenFile.',
  'alert-file': 'No se puede leer {setting} ({path}): {code}.',
  'alert-file.remedy': 'Compruebe la ruta y que el reproductor pueda leer el archivo.',
  'alert-credentials': '{path} debe contener "user" y "password".',
  'alert-credentials.remedy': 'Escriba el archivo como JSON, por ejemplo: {example}',
} as const satisfies Translation<typeof english>;
