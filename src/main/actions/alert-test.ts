import { inEnglish, type Message, message } from '../../shared/languages/message.ts';
import { button, action as define } from './table/action.ts';

export const action = define({
  name: 'alert-test',
  group: 'player',
  summary: 'Sends a test message through every configured alert channel, and reports what happened.',
  answers: '`{sentence, channels[{channel, sentence}]}`; an error when a channel fails',
  args: {},
  buttons: [button('alert-test', { isSo: ({ hasAlerts }) => !hasAlerts })],
  commands: [
    {
      name: 'alert test',
      details: `
The channels are alerts.webhook and alerts.mail. The command waits until each server has answered.`,
      answered: ({ sentence }: { sentence: Message }) => ({ text: `${inEnglish(sentence)}\n` }),
    },
  ],
  cannot: ({ hasAlerts }) => (hasAlerts ? null : message('action.cannot.no-alerts')),
  async run(player) {
    const answer = await player.testAlerts();
    return { answer };
  },
});
