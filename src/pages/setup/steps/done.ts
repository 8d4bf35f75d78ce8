import { TurnedAway } from '../channel.ts';
import { element } from '../element.ts';
import type { Guide, Step } from '../guide.ts';
import { cancelButton } from './cancel.ts';
import { nextParts } from './next.ts';

const everyMs = 1_500;

/** The first picture, as the screen shows it. */
export function doneStep(guide: Guide): Step {
  const { say } = guide.words;
  const { isAgain } = guide.entries.look;
  const shown = element(
    'figure',
    { class: 'shown' },
    element('div', { class: 'coming' }, say('setup.done.soon')),
  );
  const outcome = element('div', { class: 'stack', 'aria-live': 'polite' });
  const back = cancelButton(guide, 'setup.again.back', 'setup.again.undone');
  const look = async (): Promise<void> => {
    try {
      const { plays, title, lines, picture } = await guide.channel.ask({ act: 'progress' });
      if (picture !== null) {
        shown.replaceChildren(element('img', { src: picture, alt: say('setup.done.picture') }));
        const heading = shown.closest('form')?.querySelector('h1');
        back?.remove();
        if (heading) heading.textContent = say('setup.done.title');
        outcome.replaceChildren(
          element('p', { class: 'notice well' }, say('setup.done.line')),
          nextParts(guide),
        );
        return;
      }
      if (!plays)
        outcome.replaceChildren(
          ...(isAgain ? [element('p', { class: 'notice' }, say('setup.again.plays-on'))] : []),
          element('h2', {}, title),
          ...lines.map((line) => element('p', {}, line)),
        );
    } catch (error) {
      // The player may be busy with its first show for a moment; one that has closed setup has been well for a while.
      if (error instanceof TurnedAway && error.why === 'closed') return;
    }
    window.setTimeout(() => void look(), everyMs);
  };
  return {
    number: null,
    title: say('setup.done.starts'),
    content: [shown, outcome, back],
    action: null,
    go: async () => null,
    seen: () => void look(),
  };
}
