import { type Channel, TurnedAway } from '../channel.ts';
import { field } from '../element.ts';
import type { Guide, Step } from '../guide.ts';

/** For who has typed the address: the six digits show that they stand before the screen. */
export function pinStep(guide: Guide, open: (pin: string) => Promise<Channel>): Step {
  const { say } = guide.words;
  const pin = field(say('setup.screen.pin'), say('setup.pin.hint'), {
    ...{ class: 'figures', inputmode: 'numeric', maxlength: '7', 'data-first': true, name: 'pin' },
  });
  return {
    number: null,
    title: say('setup.pin.title'),
    content: [pin.field],
    action: say('setup.next'),
    go: async () => {
      const digits = pin.input.value.replaceAll(/\D/g, '');
      // What is no PIN at all does not count as a try.
      if (digits.length !== 6) throw new TurnedAway('wrong-pin');
      return guide.enter(await open(digits));
    },
  };
}
