import type { cms as english } from '../en/cms.ts';
import type { Translation } from '../text.ts';

export const cms = {
  'cms-address-missing': 'No hay ningún CMS configurado.',
  'cms-address-missing.remedy': 'Indique cms.url en la configuración, o VITRINE_CMS_URL.',

  'cms-unreachable-name': 'No se puede resolver el nombre {host}.',
  'cms-unreachable-name.remedy':
    'Compruebe la dirección del CMS, el cable de red o el wifi, y el servidor DNS.',
  'cms-unreachable-refused': '{host} rechazó la conexión.',
  'cms-unreachable-refused.remedy':
    'Compruebe el puerto en la dirección del CMS y que el CMS esté en marcha. También puede rechazar la conexión un cortafuegos o un proxy.',
  'cms-unreachable-route': 'No hay ruta hasta {host}.',
  'cms-unreachable-route.remedy': 'Compruebe la red y su puerta de enlace.',
  'cms-unreachable-timeout': '{host} no respondió a tiempo.',
  'cms-unreachable-timeout.remedy': 'Compruebe la red y el cortafuegos. El CMS puede estar sobrecargado.',
  'cms-unreachable-timeout.login': 'El CMS no renovó la sesión a tiempo.',
  'cms-unreachable-timeout.login.remedy':
    'El reproductor lo reintenta. Si el error persiste, compruebe la red.',
  'cms-unreachable-cut': 'Se perdió la conexión con {host} ({code}).',
  'cms-unreachable-cut.remedy':
    'El reproductor lo reintenta. Si el error persiste, compruebe la red, el proxy y el comienzo de la dirección del CMS (http o https).',
  'cms-proxy': 'El proxy no conecta con {host}.',
  'cms-proxy.remedy': 'Compruebe cms.proxy o HTTPS_PROXY, incluida la contraseña.',

  'cms-tls-clock':
    'No se puede comprobar el certificado de {host}: el reloj de este equipo no está en hora ({here}).',
  'cms-tls-clock.remedy':
    'Ponga el reloj en hora o active la sincronización horaria (NTP), y compruebe la pila del reloj.',
  'cms-tls-clock.differs':
    'No se puede comprobar el certificado del CMS: el reloj local marca {here}; el del CMS, {there}.',
  'cms-tls-clock.differs.remedy': 'Ponga el reloj en hora o active la sincronización horaria (NTP).',
  'cms-tls-expired': 'El certificado de {host} ha caducado (el reloj local marca {here}).',
  'cms-tls-expired.remedy': 'Si el reloj está en hora, el CMS necesita un certificado nuevo.',
  'cms-tls-issuer': 'El certificado de {host} procede de una autoridad de certificación (CA) desconocida.',
  'cms-tls-issuer.remedy':
    'Si el CMS o un proxy usa su propia autoridad de certificación (CA), indique el certificado de esta en cms.caFile. También puede deberse a un portal cautivo.',
  'cms-tls-name': 'El certificado no es válido para {host}.',
  'cms-tls-name.remedy':
    'Compruebe que la dirección del CMS esté bien escrita. También puede deberse a un portal cautivo.',
  'cms-tls': 'No hay conexión segura con {host} ({code}).',
  'cms-tls.remedy': 'Si el CMS no usa https, su dirección debe empezar por http://.',
  'ca-file-unreadable': 'No se puede leer el archivo de CA {file}: {code}.',
  'ca-file-unreadable.remedy':
    'Compruebe cms.caFile y que el usuario que ejecuta Vitrine pueda leer el archivo.',
  'ca-file-invalid': 'El archivo de CA {file} no contiene ningún certificado PEM.',
  'ca-file-invalid.remedy':
    'El archivo debe contener «-----BEGIN CERTIFICATE-----». Convierta un archivo DER con: openssl x509 -inform der -in ARCHIVO.',

  'network-inside':
    'Se bloqueó una petición a {host}: esta dirección está en una red local que no es la del CMS.',
  'network-led-inside': 'Se bloqueó una redirección de Internet a {host}, que está en una red local.',
  'network-inside.allow':
    'Si la dirección es correcta, añádala a network.allow en la configuración. También puede deberse a un portal cautivo.',
  'network-insecure': 'Se bloqueó una petición sin cifrar a {host}.',
  'network-insecure.remedy': 'Use una dirección que empiece por https://, o quite cms.httpsOnly.',

  'cms-redirect-loop': '{host} redirige en bucle ({count} veces).',
  'cms-redirect-loop.remedy':
    'Compruebe la dirección del CMS, sobre todo si debe empezar por http o por https.',
  'cms-redirected': 'El CMS redirige a {origin}.',
  'cms-redirected.remedy': 'Configure {address} como dirección del CMS.',
  'cms-redirected.insecure': '{host} redirige de https a una dirección sin cifrar: {origin}.',
  'cms-redirected.insecure.remedy':
    'Configure el CMS, o el proxy que tiene delante, para que redirija a direcciones https://.',
  'cms-redirected.change':
    '{host} redirigió una petición de modificación a {origin}. El reproductor no sigue este tipo de redirecciones; no se ha cambiado nada.',
  'cms-redirected.change.remedy':
    'Si {origin} es el CMS, indíquelo como dirección del CMS en la configuración.',
  'cms-captive-portal': 'Un portal cautivo responde en lugar del CMS.',
  'cms-captive-portal.at': 'Un portal cautivo ({host}) responde en lugar del CMS.',
  'cms-captive-portal.log-in':
    'Inicie sesión en la red o el wifi desde este equipo, o pida al administrador de la red que lo autorice.',

  'cms.reason': ' El CMS indica: {answer}',
  'cms-unauthorised': 'El CMS no acepta el token (401).{because}',
  'cms-unauthorised.remedy':
    'Configure un token personal nuevo, o inicie sesión de nuevo con «vitrine cms login».',
  'cms-unauthorised.expired': 'El token ha caducado.',
  'cms-unauthorised.expired.remedy':
    'Configure un token personal nuevo, o inicie sesión de nuevo con «vitrine cms login».',
  'cms-forbidden': 'El CMS no permite {request} ({status:plain}).{because}',
  'cms-forbidden.remedy':
    'La cuenta de este token no tiene permiso: use el token de una cuenta que lo tenga.',
  'cms-not-found': 'El CMS no tiene nada en {path} ({status:plain}).',
  'cms-not-found.remedy':
    'Compruebe el identificador y la dirección del CMS, que debe terminar en /api/v1.0/.',
  'cms-not-found.id': 'No hay ningún registro con el identificador «{id}».',
  'cms-not-offered': 'El CMS no admite {request} (405).',
  'cms-not-offered.remedy':
    'Compruebe la dirección del CMS. Si el CMS rechaza cambios en una lista de reproducción, indique en cms.profile.updateMethod el método que acepte.',
  'cms-conflict': '{request} entra en conflicto con otro cambio (409).{because}',
  'cms-conflict.remedy':
    'Es posible que alguien haya cambiado el registro al mismo tiempo. Compruebe su contenido actual y repita el cambio.',
  'cms-conflict.list': 'Una lista del CMS no dejó de cambiar mientras el reproductor la leía.',
  'cms-conflict.list.remedy': 'No hay que hacer nada: el reproductor lo reintenta.',
  'cms-upload-too-large': 'El CMS rechaza {request}: la petición es demasiado grande (413).',
  'cms-upload-too-large.remedy':
    'Use un archivo más pequeño, o aumente el tamaño máximo de subida del CMS o de su proxy.',
  'cms-rate-limited': 'El CMS indica que recibe demasiadas peticiones (429).',
  'cms-rate-limited.remedy':
    'No hay que hacer nada: el reproductor lo reintenta en la próxima sincronización. Si el error persiste, aumente el intervalo de sincronización (en el CMS o con syncSeconds).',
  'cms-rate-limited.until': 'El CMS no acepta peticiones hasta {until}.',
  'cms-rate-limited.until.remedy':
    'No hay que hacer nada: el reproductor lo reintenta en cuanto el CMS vuelva a aceptar peticiones. Si el error persiste, aumente el intervalo de sincronización (en el CMS o con syncSeconds).',
  'cms-server-error': 'Error del CMS al procesar {request} ({status:plain}).',
  'cms-server-error.remedy':
    'Aquí no hay que hacer nada: el reproductor lo reintenta. Si el error persiste, consulte al administrador del CMS.',
  'cms-server-error.until':
    'Error del CMS al procesar {request} ({status:plain}); no acepta peticiones hasta {until}.',
  'cms-server-error.until.remedy':
    'Aquí no hay que hacer nada: el reproductor lo reintenta en cuanto el CMS vuelva a aceptar peticiones. Si el error persiste, consulte al administrador del CMS.',
  'cms-invalid': 'El CMS rechaza {request} ({status:plain}).{because}',
  'cms-invalid.remedy':
    'Compruebe la dirección del CMS y los datos introducidos, o consulte al administrador del CMS.',
  'cms-bad-answer.status': 'El CMS respondió a {request} con el código de estado {status:plain}.',
  'cms-bad-answer.status.remedy': 'Compruebe la dirección del CMS y, si lo hay, el proxy situado delante.',

  'cms-bad-answer.list': 'Se esperaba una lista del CMS, pero se recibió {seen}.',
  'cms-bad-answer.list.remedy':
    'Compruebe la dirección del CMS. Si el CMS pone sus listas dentro de un objeto, indique la ruta de la lista en cms.profile.envelope.',
  'cms-bad-answer.no-code': 'El CMS respondió al inicio de sesión sin un código utilizable.',
  'cms-bad-answer.no-token': 'La respuesta del CMS al inicio de sesión no contiene ningún token de acceso.',
  'cms-bad-answer.token-type':
    'El CMS respondió al inicio de sesión con un token de tipo «{type}» en lugar de Bearer.',
  'cms-bad-answer.login-host': 'Compruebe cms.oauth.authUrl: la dirección debe estar en el host del CMS.',
  'cms-not-json.empty': 'El CMS envió una respuesta vacía.',
  'cms-not-json.empty.remedy': 'Compruebe que la dirección del CMS termine en /api/v1.0/.',
  'cms-not-json.page': 'El CMS envió una página web en lugar de datos.',
  'cms-not-json.page.remedy':
    'Compruebe que la dirección del CMS termine en /api/v1.0/. También puede deberse a un portal cautivo.',
  'cms-not-json.damaged': 'El CMS envió un JSON incompleto o no válido.',
  'cms-not-json.damaged.remedy':
    'El reproductor lo reintenta. Si el error persiste, compruebe la dirección del CMS.',
  'cms-too-large': 'La respuesta del CMS supera {most:bytes}.',
  'cms-too-large.remedy':
    'Haga que el CMS pagine sus listas, o pida menos registros con cms.profile.listQuery.',
  'cms-too-deep': 'La respuesta del CMS tiene más de {most} niveles de anidamiento.',
  'cms-too-deep.remedy': 'Compruebe la dirección del CMS, o consulte al administrador del CMS.',
  'cms-bad-paging.elsewhere': 'No se puede leer una lista del CMS: su página siguiente está en otro host.',
  'cms-bad-paging.elsewhere.remedy':
    'En la dirección del CMS, use el nombre de host que el CMS pone en sus enlaces.',
  'cms-bad-paging.circle': 'No se puede leer una lista del CMS: sus páginas se repiten.',
  'cms-bad-paging.pages': 'No se puede leer una lista del CMS: tiene más de {most} páginas.',
  'cms-bad-paging.records': 'No se puede leer una lista del CMS: tiene más de {most} registros.',
  'cms-bad-paging.ask':
    'Consulte al administrador del CMS. Con cms.profile.listQuery se pueden pedir páginas más grandes.',
  'cms-bad-record': 'No se puede usar un registro del CMS: {why}.',
  'cms-bad-record.remedy': 'Si el campo tiene otro nombre en este CMS, indíquelo en cms.profile.fields.',
  'cms-bad-record.no-entries': 'El CMS envió una lista de reproducción sin sus entradas.',
  'cms-bad-record.no-entries.remedy':
    'Indique el nombre del campo de las entradas en cms.profile.fields.playlist.playlist_entries, o la dirección de las entradas en cms.profile.entriesPath.',
  'cms-not-changed':
    'El CMS aceptó el cambio de la lista de reproducción {id}, pero conservó el valor anterior del campo {field}.',
  'cms-not-changed.remedy':
    'Compruebe que la cuenta de este token tenga permiso para cambiar la lista de reproducción. Si el CMS espera otro método de modificación, defina cms.profile.updateMethod.',

  'cms.record.field': '{field} {why}',
  'cms.record.whole': 'el registro {why}',
  'cms.record.without-id': '{why} (entrada n.º {number} de la lista de reproducción)',
  'cms.record.without-id.file': '{why} (entrada n.º {number} de la lista de reproducción, archivo {file})',
  'cms.record.missing': 'falta',
  'cms.record.missing-for-download': 'falta, y la dirección de descarga lo necesita',
  'cms.record.no-id': 'no es un identificador ({seen})',
  'cms.record.no-object': 'no es un objeto ({seen})',
  'cms.record.no-number': 'no es un número ({seen})',
  'cms.record.no-address': 'no es una dirección http ({seen})',
  'cms.record.long-address': 'es una dirección de más de {most} caracteres',
  'cms.record.other-id': 'no es el identificador solicitado ({id})',
  'cms.record.negative': 'es negativo ({seen:plain})',
  'cms.record.two-targets':
    'está definido junto con una lista de reproducción anidada: una entrada solo puede indicar una de las dos cosas',
  'cms.record.play-rule': 'tiene un valor desconocido ({seen:plain})',
  'cms.record.weekdays': 'no es una máscara de días de la semana entre 0 y 127 ({seen:plain})',
  'cms.value.text': 'texto «{text}»',
  'cms.value.list': 'una lista',
  'cms.value.object': 'un objeto',
  'cms.value.fields': { one: 'un objeto con el campo {fields}', other: 'un objeto con los campos {fields}' },
  'cms.value.empty-object': 'un objeto vacío',

  'token-missing': 'No hay ningún token para el CMS.',
  'token-missing.remedy':
    'Indique VITRINE_CMS_TOKEN o VITRINE_CMS_TOKEN_FILE. Para iniciar sesión con OAuth, indique en su lugar cms.oauth y ejecute «vitrine cms login».',
  'token-unreadable': 'No se puede leer el archivo {path}: {code}.',
  'token-unreadable.remedy': 'Compruebe la ruta y que el usuario que ejecuta Vitrine pueda leer el archivo.',
  'token-invalid.empty': '{what} está vacío.',
  'token-invalid.characters':
    '{what} contiene caracteres no válidos (espacios, saltos de línea o letras fuera de ASCII).',
  'token-invalid.copy': 'Copie de nuevo el token o el secreto completo del CMS.',
  'cms.token.own': 'El token',
  'cms.token.in-file': 'El token en {path}',
  'cms.token.secret': 'El secreto de cliente',
  'cms.token.access': 'El token de acceso del CMS',
  'cms.token.refresh': 'El token de actualización del CMS',
  'config-invalid.client-secret': 'Falta el secreto de cliente.',
  'config-invalid.client-secret.remedy': 'Indique cms.oauth.clientSecretFile o cms.oauth.clientSecret.',
  'config-invalid.profile': 'La configuración tiene errores: {mistakes}.',

  'login-needed.none': 'Todavía no se ha iniciado sesión en el CMS.',
  'login-needed.damaged': 'La sesión guardada está dañada.',
  'login-needed.other': 'La sesión guardada pertenece a otro CMS o a otro cliente OAuth.',
  'login-needed.expired': 'La sesión ha caducado y no se puede renovar.',
  'login-needed.refused': 'El CMS se negó a renovar la sesión.',
  'login-needed.again': 'Inicie sesión de nuevo con «vitrine cms login».',
  'login-unreadable': 'No se puede leer la sesión guardada {path}: {code}.',
  'login-unreadable.remedy': 'Compruebe que el usuario que ejecuta Vitrine pueda leer la carpeta de datos.',
  'login-not-saved': 'No se puede guardar la sesión en la carpeta de datos.',
  'login-not-saved.remedy':
    'Compruebe que el disco no esté lleno y que el usuario que ejecuta Vitrine pueda escribir en la carpeta de datos.',
  'login-not-saved.lock': 'No se puede renovar la sesión: no se puede escribir en {path}.',
  'login-not-saved.lock.remedy':
    'Compruebe que el disco no esté lleno ni sea de solo lectura, y que el usuario que ejecuta Vitrine pueda escribir en la carpeta de datos.',
  'login-busy': 'No se puede renovar la sesión: otro programa lleva {waited:duration} renovándola.',
  'login-client-refused': 'El CMS no acepta el ID de cliente o el secreto de cliente.',
  'login-client-refused.remedy':
    'Compare cms.oauth.clientId y clientSecret con el cliente en los ajustes de API del CMS.',
  'login-client-refused.device': 'El CMS rechaza este cliente OAuth ({code}).',
  'login-client-refused.device.remedy':
    'Compare el ID y el secreto de cliente con el cliente en los ajustes de API del CMS.',
  'login-code-refused': 'El CMS no aceptó el código de este inicio de sesión.',
  'login-code-refused.remedy':
    'Un código sirve una sola vez y caduca pronto: ejecute de nuevo «vitrine cms login». La dirección de redirección debe ser exactamente la registrada en el CMS.',
  'login-code-expired': 'El inicio de sesión no se autorizó a tiempo.',
  'login-code-expired.remedy': 'Empiece de nuevo el inicio de sesión.',
  'login-denied': 'En el CMS se ha denegado la autorización.',
  'login-denied.remedy': 'Empiece de nuevo el inicio de sesión.',
  'login-denied.browser': 'El CMS rechazó el inicio de sesión ({code}).',
  'login-denied.browser.remedy':
    'Ejecute de nuevo «vitrine cms login» y autorice el inicio de sesión en el navegador.',
  'login-port-taken':
    'El puerto {port:plain}, necesario para el inicio de sesión, ya está en uso por otro programa.',
  'login-port-taken.remedy':
    'Cierre el programa que usa el puerto, o elija otro cms.oauth.redirectPort y registre en el CMS la dirección de redirección con ese puerto.',
  'upload-unreadable': 'No se puede leer el archivo {path}: {code}.',
  'upload-unreadable.no-file': '{path} no es un archivo.',

  'cms.check.answers': '{url} responde.',
  'cms.check.token': 'El CMS acepta el token.',
  'cms.check.playlists': { one: '{count} lista de reproducción', other: '{count} listas de reproducción' },
  'cms.check.no-playlists': 'La cuenta de este token no tiene listas de reproducción.',
  'cms.check.no-playlists.remedy': 'Cree una lista de reproducción en el CMS, o use el token de otra cuenta.',
  'cms.check.meant': '{problem} En {meant} sí responde un CMS.',
  'cms.check.meant.remedy': 'Indique {meant} en cms.url (VITRINE_CMS_URL).',
  'cms.check.unassigned': 'La configuración no indica qué reproducir.',
  'cms.check.unassigned.remedy': 'Indique VITRINE_DEVICE, VITRINE_DEVICE_GROUP o VITRINE_PLAYLIST.',
  'cms.check.device': 'Dispositivo',
  'cms.check.deviceGroup': 'Grupo de dispositivos',
  'cms.check.playlist': 'Lista de reproducción',
  'cms.check.assigned': '{kind} «{name}» ({id})',
  'cms.check.plays': '{kind} «{name}» ({id}), lista de reproducción «{playlist}» ({playlistId})',
  'cms.check.empty': '{what}: la lista de reproducción está vacía, así que no hay nada que reproducir.',
  'cms.check.empty.remedy': 'Añada entradas a la lista de reproducción en el CMS, o asigne otra.',
  'cms.check.none': '{kind} «{name}» ({id}) no tiene ninguna lista de reproducción asignada.',
  'cms.check.none.remedy':
    'Asigne una lista de reproducción en el CMS. Hasta entonces, la pantalla no muestra contenido.',
  'cms.check.gone':
    '{kind} «{name}» ({id}) tiene asignada la lista de reproducción {playlistId}, que no existe.',
  'cms.check.gone.remedy': 'Asigne otra lista de reproducción en el CMS.',
  'cms.check.zone': '{kind} «{name}» ({id}) tiene la zona horaria «{zone}», que no existe.',
  'cms.check.zone.remedy': 'Elija una zona horaria válida en el CMS, por ejemplo Europe/Madrid.',

  'assignment-not-found.device': 'El CMS no tiene ningún dispositivo con el nombre o identificador «{ref}».',
  'assignment-not-found.deviceGroup':
    'El CMS no tiene ningún grupo de dispositivos con el nombre o identificador «{ref}».',
  'assignment-not-found.playlist':
    'El CMS no tiene ninguna lista de reproducción con el nombre o identificador «{ref}».',
  'assignment-not-found.known':
    'En el CMS hay: {known}. Compruebe el identificador o el nombre, y a qué cuenta pertenece el token.',
  'assignment-not-found.nothing':
    'El CMS devolvió una lista vacía. Compruebe a qué cuenta pertenece el token.',
  'playlist-gone': 'El CMS no tiene ninguna lista de reproducción con el nombre o identificador «{ref}».',
  'playlist-gone.remedy': 'Asigne otra lista de reproducción en el CMS o en la configuración.',
  'cms-no-entries': 'El CMS envió la lista de reproducción «{name}» ({id}) sin sus entradas.',
  'cms-no-entries.remedy': 'Indique en cms.profile.entriesPath la dirección de las entradas en este CMS.',

  'feed-unusable.address': 'El feed del ticker no se puede usar: su dirección no es http ni https.',
  'feed-unusable.status':
    'El feed del ticker no se puede usar: su servidor respondió con el código de estado {status:plain}.',
  'feed-unusable.format': 'El feed del ticker no se puede usar: no es ni RSS ni Atom.',
  'feed-unusable.unreachable': 'El feed del ticker no se puede usar. {why}',
  'feed-unusable.check': 'Compruebe la dirección del feed en el CMS.',
} as const satisfies Translation<typeof english>;
