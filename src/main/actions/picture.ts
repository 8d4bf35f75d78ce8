import * as v from 'valibot';
import { message } from '../../shared/languages/message.ts';
import { button, action as define } from './table/action.ts';

export const action = define({
  name: 'picture',
  group: 'screens',
  summary: 'Sends a small screenshot of a screen.',
  answers: 'the picture on the topic `picture`, and `{screenId, bytes, at}`',
  args: { screenId: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/))) },
  reads: true,
  buttons: [button('picture')],
  commands: 'fleet picture',
  cannot: ({ hasBrowser }) => (hasBrowser ? null : message('action.cannot.no-browser')),
  run: async (player, { screenId = null }) => ({ picture: await player.picture(screenId) }),
});
