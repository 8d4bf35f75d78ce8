import type { interrupt as english } from '../en/interrupt.ts';
import type { Translation } from '../text.ts';

export const interrupt = {
  'no-such-interrupt': 'Es gibt keine Sofortmeldung „{id}“, oder sie ist beendet.',
  'no-such-interrupt.remedy': 'Führen Sie vitrine interrupt list aus.',
  'interrupt-refused.clock':
    'Die Uhr dieses Players ist nicht verlässlich; eine Sofortmeldung kann daher nicht zu einer Uhrzeit beginnen oder enden.',
  'interrupt-refused.clock.remedy': 'Geben Sie seconds an oder stellen Sie die Uhr.',
  'interrupt-refused.expired': 'Die Sofortmeldung ist abgelaufen.',
  'interrupt-refused.screens': 'Dieser Player hat keinen der genannten Bildschirme.',
  'interrupt-refused.foreign': 'Eine Sofortmeldung eines anderen Absenders hat diese Kennung.',
  'interrupt-refused.outdated': 'Der Player hat diese oder eine neuere Fassung der Sofortmeldung.',
  'interrupt-refused.full':
    'Der Player behält {most} Sofortmeldungen, und keine davon hat eine niedrigere Priorität.',
  'interrupt-refused.empty': 'Die Sofortmeldung zeigt nichts.',
  'interrupt-refused.empty.remedy': 'Geben Sie title, lines oder blank an.',
  'interrupt-refused.both-ends': 'Geben Sie entweder until oder seconds an, nicht beides.',
  'interrupt-refused.until-before-from': 'Die Sofortmeldung endet, bevor sie beginnt.',
  'interrupt-refused.too-long': 'Die Sofortmeldung dauert länger als 31 Tage.',
  'interrupt-token.taken': 'Ein Token namens „{name}“ gibt es schon.',
  'interrupt-token.many': 'Es gibt schon {most} Token: Widerrufen Sie eines.',
  'interrupt-token.unknown': 'Ein Token „{name}“ gibt es nicht.',
  'interrupt-token.wrong': 'Das Token fehlt, ist falsch oder widerrufen.',
  'interrupt-token.severity':
    'Dieses Token darf Sofortmeldungen bis zur Stufe {most} und deren üblicher Priorität zeigen.',
  'interrupt-token.screens': 'Dieses Token darf diese Bildschirme nutzen: {screens}.',
  'interrupt-event': 'Sofortmeldung {id} auf Bildschirm {place}: {state}.',
  'interrupt-event.why': 'Sofortmeldung {id} auf Bildschirm {place}: {state} ({why}).',
} as const satisfies Translation<typeof english>;
