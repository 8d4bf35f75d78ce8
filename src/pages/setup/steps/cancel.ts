import type { PlainKey } from '../../../shared/languages/words.ts';
import { element } from '../element.ts';
import type { Guide } from '../guide.ts';

/** For a player that is set up again; null: there is nothing to go back to. `done`: what it led to. */
export function cancelButton(guide: Guide, label: PlainKey, done: PlainKey): HTMLElement | null {
  if (!guide.entries.look.isAgain) return null;
  const { say } = guide.words;
  const button = element('button', { class: 'quiet', type: 'button' }, say(label));
  const mistake = element('div', { role: 'status' });
  button.addEventListener('click', () => {
    button.disabled = true;
    guide.channel.ask({ act: 'cancel' }).then(
      () =>
        guide.show({
          number: null,
          title: say(done),
          content: [],
          action: null,
          go: async () => null,
        }),
      (error: unknown) => {
        button.disabled = false;
        mistake.replaceChildren(guide.notice(error));
      },
    );
  });
  return element('div', { class: 'stack' }, button, mistake);
}
