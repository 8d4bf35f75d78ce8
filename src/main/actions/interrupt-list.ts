import { action as define } from './table/action.ts';
import { type InterruptList, interruptsText } from './table/interrupt-text.ts';

export const action = define({
  name: 'interrupt-list',
  group: 'screens',
  summary: 'Lists the interrupts with their receipts, and the last that have ended.',
  answers:
    '`{live[…], ended[…], media[{name, state, kind, why}]}`, the first two with `interrupt`, `source`, `receivedAt`, `acknowledgedAt` and `receipts`',
  args: {},
  buttons: [],
  commands: [
    {
      name: 'interrupt list',
      answered: (list: InterruptList) => ({ text: interruptsText(list) }),
    },
  ],
  run: (player) => ({ answer: player.listInterrupts() }),
});
