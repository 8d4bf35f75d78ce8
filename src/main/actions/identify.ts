import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { VitrineError } from '../ground/errors.ts';
import { button, action as define } from './table/action.ts';

const usual = 20;
const most = 600;

export const action = define({
  name: 'identify',
  group: 'screens',
  summary: 'Shows number and name on each screen, or a test picture with sound.',
  answers: '`{screens}`: how many screens show it',
  args: {
    test: v.optional(v.boolean(), false),
    seconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most)), usual),
  },
  buttons: [button('identify'), button('test-picture', { args: { test: true } })],
  commands: [
    {
      usage: '[--test] [--seconds N]',
      options: { test: { type: 'boolean' }, seconds: { type: 'string' } },
      details: `
Each screen shows its number, name and colour for ${usual} seconds, numbered from the left. The show continues underneath.

--test       show geometry, colours and a frame counter, and play a tone on the left, then on the right
--seconds N  how long, at most ${most}`,
      args({ values }) {
        const seconds = Number(values.seconds ?? usual);
        if (Number.isInteger(seconds) && seconds >= 1 && seconds <= most)
          return { test: values.test === true, seconds };
        throw new VitrineError(
          'usage',
          message('wrong-usage.range', { option: '--seconds', least: 1, most }),
        );
      },
      answered: ({ screens }: { screens: number }, { seconds }) => ({
        text: `${screens} ${screens === 1 ? 'screen' : 'screens'}, for ${seconds} s.\n`,
      }),
    },
  ],
  cannot: ({ screens }) => (screens.length > 0 ? null : message('action.cannot.no-screen')),
  run: (player, { test, seconds }) => ({ answer: player.identify(test ? 'test' : 'name', seconds) }),
});
