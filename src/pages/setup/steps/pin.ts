import { type Channel, Incomplete } from '../channel.ts';
import { field } from '../element.ts';
import type { Guide, Step } from '../guide.ts';

/** For a typed address: the six digits prove that the person can see the screen. */
export function pinStep(guide: Guide, open: (pin: string) => Promise<Channel>): Step {
  const { say } = guide.words;
  const pin = field(say('setup.screen.pin'), say('setup.pin.hint'), {
    class: 'figures',
    inputmode: 'numeric',
    maxlength: '7',
    'data-first': true,
    name: 'pin',
  });
  return {
    number: null,
    title: say('setup.pin.title'),
    content: [pin.field],
    action: say('setup.next'),
    go: async () => {
      const digits = pin.input.value.replaceAll(/\D/g, '');
      // An incomplete PIN does not count as an attempt.
      if (digits.length !== 6) throw new Incomplete('setup.empty.pin');
      return guide.enter(await open(digits));
    },
  };
}
