import type { fleetLink as english } from '../en/fleet-link.ts';
import type { Translation } from '../text.ts';

export const fleetLink = {
  'no-fleet': 'No hay ninguna flota configurada.',
  'no-fleet.remedy':
    'Defina fleet.url (VITRINE_FLEET_URL), fleet.name y fleet.credentialsFile: consulte docs/guide/fleet.md.',
  'fleet-credentials.unset': 'fleet.credentialsFile no está definido.',
  'fleet-credentials.unset.remedy':
    'Indique en fleet.credentialsFile un archivo con las credenciales del administrador del broker.',
  'fleet-credentials.invalid': '{path} no contiene "user" y "password".',
  'fleet-credentials.invalid.remedy': 'Escriba el archivo como JSON, por ejemplo: {example}',
  'fleet-file': 'No se puede leer {setting} ({path}): {code}.',
  'fleet-file.remedy': 'Compruebe la ruta y que el usuario que ejecuta Vitrine pueda leer el archivo.',
  'fleet-enrolment.unreadable': 'No se puede leer {path}: {code}.',
  'fleet-enrolment.invalid': 'Esto no es un archivo de inscripción.',
  'fleet-enrolment.invalid.file': '{path} no es un archivo de inscripción.',
  'fleet-enrolment.create':
    'Cree un archivo de inscripción con «vitrine fleet enrol group» e indíquelo en fleet.enrolmentFile.',

  'broker-silent': 'El broker acepta conexiones, pero no responde.',
  'broker-silent.remedy': 'Compruebe si el broker está sobrecargado y si fleet.url apunta a un broker MQTT.',
  'broker-oversized': 'El broker envió un mensaje demasiado grande para este reproductor.',
  'broker-oversized.remedy':
    'Compruebe la lista de control de acceso (ACL) del broker: solo sus propios reproductores y usuarios deberían poder escribir en los topics de esta flota.',
  'broker-flood': 'El broker envió más de {most} mensajes en {time:duration}.',
  'broker-flood.remedy':
    'Compruebe la lista de control de acceso (ACL) del broker: solo sus propios reproductores y usuarios deberían poder escribir en los topics de esta flota.',
  'broker-too-old': 'El broker solo admite MQTT 3.1.1; el reproductor necesita MQTT 5.',
  'broker-too-old.remedy':
    'Actualice el broker (mosquitto admite MQTT 5 desde la versión 1.6) o active MQTT 5 en su configuración.',
  'broker-quota': 'Se ha superado la cuota del broker.',
  'broker-quota.remedy': 'Pida al administrador del broker una cuota mayor.',
  'broker-not-allowed.read':
    'El broker no permite a este reproductor suscribirse a sus topics (código de motivo {reason:plain}).',
  'broker-not-allowed.read.remedy':
    'Compruebe la lista de control de acceso (ACL) del broker: docs/guide/fleet.md contiene una para copiar.',
  'broker-not-allowed.write':
    'El broker no permite a este reproductor publicar en sus topics (código de motivo {reason:plain}).',
  'broker-not-allowed.write.remedy':
    'Compruebe la lista de control de acceso (ACL) del broker: docs/guide/fleet.md contiene una para copiar.',
  'broker-not-allowed.rollout': 'El broker no ha devuelto el plan de despliegue como confirmación.',
  'broker-not-allowed.rollout.remedy':
    'Permita que su usuario del broker lea y escriba en $rollout/plan: consulte la lista de control de acceso (ACL) de deploy/mosquitto.',
  'broker-ended': 'El broker cerró la conexión (código de motivo {reason:plain}).',
  'broker-ended.remedy': 'El reproductor vuelve a intentarlo. El registro del broker indica el motivo.',
  'broker-login': 'El broker rechaza las credenciales de este reproductor.',
  'broker-login.remedy':
    'Compruebe fleet.credentialsFile o fleet.certificateFile, y los usuarios del broker.',
  'broker-login.certificate': '{host} rechaza el certificado de este reproductor ({code}).',
  'broker-login.certificate.remedy':
    'Compruebe fleet.certificateFile y fleet.keyFile, y qué certificados de cliente acepta el broker.',
  'broker-identity': 'El broker rechaza el identificador de cliente de este reproductor.',
  'broker-identity.remedy':
    'Compruebe fleet.name y fleet.device, y la lista de control de acceso (ACL) del broker.',
  'broker-busy': 'El broker está ocupado.',
  'broker-busy.remedy': 'El reproductor vuelve a intentarlo.',
  'broker-closing': 'El broker se está deteniendo.',
  'broker-closing.remedy': 'El reproductor vuelve a intentarlo.',
  'broker-taken-over': 'Otro reproductor se ha conectado con el nombre de este reproductor.',
  'broker-taken-over.remedy':
    'Asigne a cada reproductor su propio fleet.device y sus propias credenciales: una tarjeta SD o un disco clonados contienen ambas cosas.',
  'broker-packet-size': 'El broker rechaza mensajes de este tamaño.',
  'broker-packet-size.remedy':
    'Permita en el broker mensajes de 128 KB (message_size_limit o max_packet_size de mosquitto).',
  'broker-unreachable.name': 'No se puede resolver el nombre {host}.',
  'broker-unreachable.name.remedy':
    'Compruebe la red, el servidor DNS y que la dirección de fleet.url esté bien escrita.',
  'broker-unreachable.refused': '{host} rechazó la conexión.',
  'broker-unreachable.refused.remedy':
    'Compruebe el puerto de fleet.url y que el broker esté en marcha. Un cortafuegos también puede rechazar la conexión.',
  'broker-unreachable.other': 'No se puede conectar con {host} ({why}).',
  'broker-unreachable.other.remedy':
    'El reproductor vuelve a intentarlo. Si el problema persiste, compruebe la red y el registro del broker.',
  'broker-closed': '{host} cerró la conexión sin indicar el motivo.',
  'broker-closed.remedy':
    'Compruebe si el broker admite MQTT 5 (algunos que solo admiten 3.1.1 se comportan así) y si su puerto exige TLS; consulte también su registro.',
  'broker-tls-clock':
    'No se puede comprobar el certificado de {host}: el reloj de este equipo no está en hora.',
  'broker-tls-clock.remedy': 'Ponga el reloj en hora o active la sincronización horaria (NTP).',
  'broker-tls-expired': 'El certificado de {host} ha caducado.',
  'broker-tls-expired.remedy':
    'Si el reloj de este equipo está en hora, el broker necesita un certificado nuevo.',
  'broker-tls-issuer': 'El certificado de {host} procede de una autoridad de certificación (CA) desconocida.',
  'broker-tls-issuer.remedy':
    'Si el broker usa su propia autoridad de certificación (CA), indique el certificado de esta en fleet.caFile.',
  'broker-tls-name': 'El certificado no es válido para {host}.',
  'broker-tls-name.remedy':
    'Compruebe que la dirección de fleet.url esté bien escrita: el certificado debe incluir ese nombre de host.',
  'broker-tls': 'No hay conexión segura con {host} ({code}).',
  'broker-tls.remedy': 'Compruebe si el broker usa TLS en el puerto indicado en fleet.url.',
  'broker-slow': 'El broker no envió todos los mensajes retenidos en {time:duration}.',
  'broker-slow.remedy':
    'Compruebe si el broker está sobrecargado y si otros programas han dejado mensajes retenidos en los topics de esta flota.',
  'broker-refused': 'El broker ha rechazado la modificación de sus usuarios: {answer}',
  'no-dynamic-security': 'El broker no responde a las peticiones de gestión de sus usuarios.',
  'no-dynamic-security.remedy':
    'Active el complemento dynamic-security del broker e inicie sesión como administrador del broker: consulte la sección «Enrolment» de docs/guide/fleet.md.',

  'enrol-unanswered': '«vitrine fleet enrol serve» no responde.',
  'enrol-unanswered.remedy':
    'En el equipo del operador de la flota, mantenga «vitrine fleet enrol serve» en ejecución con el archivo de inscripción de esta pantalla durante toda la instalación.',
  'enrol-turn': 'Entretanto se conectó otra pantalla con el mismo archivo de inscripción.',
  'enrol-turn.remedy':
    'No hay que hacer nada: las pantallas con el mismo archivo de inscripción se inscriben una tras otra.',
  'enrol-taken': 'Esta pantalla no se inscribió: otra pantalla ya tiene su nombre.',
  'enrol-taken.remedy':
    'Dé a esta pantalla otro fleet.device o elimine del broker el usuario de la otra pantalla.',
  'enrol-enough':
    'Esta pantalla no se inscribió: «vitrine fleet enrol serve» ha alcanzado su límite (--most).',
  'enrol-enough.remedy': 'Para inscribir más pantallas, vuelva a iniciar «vitrine fleet enrol serve».',
  'enrol-group':
    'Esta pantalla no se inscribió: su archivo de inscripción indica grupos que «vitrine fleet enrol serve» no acepta.',
  'enrol-group.remedy': 'Dé a esta pantalla el archivo de inscripción que usa «vitrine fleet enrol serve».',
  'enrol-refused': 'Esta pantalla no se inscribió: «vitrine fleet enrol serve» rechazó su petición.',
  'enrol-refused.remedy':
    'Use la misma versión de Vitrine en esta pantalla y en el equipo del operador de la flota.',

  'command-refused.oversized': 'La orden supera {most:bytes}.',
  'command-refused.malformed': 'La orden está mal formada: {where} ({what}).',
  'command-refused.malformed.lifetime': 'La validez de la orden supera el máximo de 24 horas.',
  'command-refused.retained':
    'La orden se envió como mensaje retenido y se repetiría en cada conexión: elimine el mensaje retenido de su topic.',
  'command-refused.not-for-us': 'La orden llegó por un topic que no es de este reproductor.',
  'command-refused.unsigned':
    'Este reproductor solo ejecuta órdenes firmadas con la clave del operador de su flota.',
  'command-refused.signature':
    'La firma no corresponde a esta orden o no se hizo con la clave del operador de la flota.',
  'command-refused.unknown': 'Esta versión del reproductor no conoce la orden «{name}».',
  'command-refused.not-allowed': 'El ajuste fleet.commands de este reproductor no permite esta orden.',
  'command-refused.clock':
    'El reloj de este reproductor no está en hora, por lo que no se puede saber si la orden ha caducado.',
  'command-refused.clock.ahead':
    'La orden tiene una fecha futura: el reloj del reproductor o el del remitente no está en hora.',
  'command-refused.expired': 'La orden había caducado.',
  'command-refused.busy': 'Ya hay demasiadas órdenes en espera en este reproductor.',
  'command-failed.interrupted':
    'El reproductor se cerró mientras ejecutaba la orden; no se sabe si la terminó.',
  'too-long': 'La orden tarda más de {most:duration}; aún puede terminar.',
  'picture-too-large': 'La captura de pantalla es demasiado grande para el broker ({size:bytes}).',

  'rollout-taken.another': 'Se ha iniciado otro despliegue.',
  'rollout-taken.other-runner': 'Este despliegue se dirige ahora desde otro terminal.',
  'rollout-taken.look':
    'Para ver el despliegue, ejecute «vitrine fleet rollout status»; para hacerse cargo de él, «vitrine fleet rollout run».',
  'rollout.retry': '{why} El despliegue queda como está; el programa que lo dirige vuelve a intentarlo.',
  'rollout.older':
    'El broker ha devuelto un plan de despliegue obsoleto; el programa que dirige el despliegue vuelve a escribir el plan actual.',
  'rollout.unreadable':
    'El plan de despliegue guardado en el broker es ilegible; el programa que dirige el despliegue vuelve a escribirlo.',
  'rollout.forgotten':
    'El broker ha perdido el plan de despliegue; el programa que dirige el despliegue vuelve a escribirlo.',
  'rollout.over': 'El despliegue ha terminado.',
  'rollout.failing': 'Fallos: {failed} de {all}; el límite es {limit:percent}.',
  'rollout.few-players':
    'El broker solo conoce {players} de {all} reproductores; el despliegue espera a que haya más.',
  'rollout.step': 'Paso {step} de {steps}. {counts}.',
  'rollout.finished': 'Paso {step} de {steps}, reproductores que han terminado: {finished}.',
  'rollout.rests': 'El paso {step} de {steps} está completo; inicio del siguiente: {until:time}.',
  'rollout.rests.last': 'El paso {step} de {steps} está completo; fin del despliegue: {until:time}.',
  'rollout.next': 'Empieza el paso {step} de {steps}.',
  'rollout.done': 'Reproductores con la versión instalada: {kept} de {asked}.',
  'rollout.counts':
    'Reproductores seleccionados: {asked}; con la versión instalada: {kept}; con fallos: {failed}; en pruebas: {trying}; en espera: {waiting}; sin conexión: {away}; sin posibilidad de instalarla: {cannot}',
  'rollout.counts.codes': '{counts} ({codes})',
  'rollout.stopped': '{why} {counts}.',
  'rollout.stopped.by-hand': 'El despliegue se detuvo manualmente.',
} as const satisfies Translation<typeof english>;
