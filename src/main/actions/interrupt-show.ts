import * as v from 'valibot';
import { severities } from '../../shared/interrupts.ts';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { type InterruptInput, interruptEntries } from '../interrupt/interrupt.ts';
import { button, action as define } from './table/action.ts';
import { type InterruptShown, interruptText } from './table/interrupt-text.ts';

const schema = v.strictObject(interruptEntries);
const testSeconds = 20;

export const action = define({
  name: 'interrupt-show',
  group: 'screens',
  summary: 'Shows a message above the show, until its time is over or it is cancelled.',
  answers: '`{id, state, isKept, places[{place, state, at, paintedAt, why}]}`, within 3 s',
  args: interruptEntries,
  effect: 'interrupts',
  buttons: [
    button('interrupt-test', {
      args: { id: 'test', title: 'Vitrine', seconds: testSeconds },
    }),
  ],
  commands: [
    {
      name: 'interrupt show',
      usage: `[TITLE [LINE …]] [--severity ${severities.join('|')}] [--for SECONDS] [--layout full|banner|corner] …`,
      positionals: { least: 0, most: 9 },
      options: {
        id: { type: 'string' },
        severity: { type: 'string' },
        for: { type: 'string' },
        from: { type: 'string' },
        until: { type: 'string' },
        layout: { type: 'string' },
        priority: { type: 'string' },
        screen: { type: 'string', multiple: true },
        zone: { type: 'string', multiple: true },
        sound: { type: 'boolean' },
        'sound-name': { type: 'string' },
        blank: { type: 'boolean' },
        picture: { type: 'string' },
        video: { type: 'string' },
        page: { type: 'string' },
        acknowledge: { type: 'boolean' },
      },
      details: `
--id             another message with this id replaces it; default: a new one
--severity       its colour, sign and default priority; default: info
--for            seconds, at most 31 days; default: 600
--from, --until  instants such as 2026-12-24T18:00:00Z, instead of --for
--layout         default: full
--priority       0 to 100: a higher one covers a lower one
--screen, --zone only there; default: every screen
--sound          an attention signal, at the volume of the show
--sound-name     a prepared sound instead of it
--blank          black instead of words
--picture, --video  below the title: an address, or the name of a prepared medium
--page           the address of a web page, below the title
--acknowledge    somebody is expected to acknowledge it`,
      args({ values, words: [title, ...lines] }) {
        const number = (name: string) => (values[name] === undefined ? undefined : Number(values[name]));
        const { id, severity, from, until, layout, screen, zone, sound, blank, acknowledge } = values;
        const { picture, video, page } = values;
        const given = Object.entries({
          id,
          severity,
          from,
          until,
          layout,
          sound: values['sound-name'] ?? sound,
          blank,
          picture,
          video,
          page,
          acknowledge,
          title,
          lines,
          seconds: number('for'),
          priority: number('priority'),
          screens: screen,
          zones: zone,
        }).filter(([, value]) => value !== undefined);
        const parsed = v.safeParse(schema, Object.fromEntries(given));
        if (parsed.success) return Object.fromEntries(given) as InterruptInput as never;
        const [issue] = parsed.issues;
        const where = v.getDotPath(issue) ?? 'interrupt show';
        throw new VitrineError(
          'usage',
          message('wrong-usage.action', { name: 'interrupt show', where, what: issue.message }),
        );
      },
      answered: (shown: InterruptShown) => ({ text: interruptText(shown) }),
    },
  ],
  cannot: ({ screens }) => (screens.length > 0 ? null : message('action.cannot.no-screen')),
  run: async (player, given, by) => ({ answer: await player.showInterrupt(given, by) }),
});
