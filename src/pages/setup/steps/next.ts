import { element, field } from '../element.ts';
import type { Guide } from '../guide.ts';

/** What people do next, once the first item plays. */
export function nextParts(guide: Guide): HTMLElement {
  const { say } = guide.words;
  const name = field(say('setup.next.name'), null, { maxlength: '60', value: guide.entries.look.name });
  const [from, to] = (['08:00', '20:00'] as const).map((value) =>
    element('input', { type: 'time', value, 'aria-label': say('setup.next.hours') }),
  );
  const hours = element(
    'div',
    { class: 'field' },
    say('setup.next.hours'),
    element('div', { class: 'row' }, from ?? null, to ?? null),
    element('span', { class: 'hint' }, say('setup.next.hours.hint')),
  );
  return element(
    'div',
    { class: 'stack' },
    element('h2', {}, say('setup.next.title')),
    part(guide, name.field, say('setup.next.save'), async () => {
      await guide.channel.ask({ act: 'set', name: 'name', value: name.input.value });
      return element('p', { class: 'notice well' }, say('setup.next.saved'));
    }),
    part(guide, hours, say('setup.next.save'), async () => {
      const value = `${from?.value}-${to?.value}`;
      await guide.channel.ask({ act: 'set', name: 'screen.hours', value });
      return element('p', { class: 'notice well' }, say('setup.next.saved'));
    }),
    part(
      guide,
      element('p', { class: 'hint' }, say('setup.next.access.hint')),
      say('setup.next.access'),
      async () => {
        const { addresses, password } = await guide.channel.ask({ act: 'open' });
        const lines = element(
          'div',
          { class: 'stack' },
          element('strong', {}, say('setup.next.page')),
          ...addresses.map((address) => element('a', { href: address }, address)),
          element('strong', {}, say('setup.next.password')),
          element('code', {}, password),
          element('span', {}, say('setup.next.access.open')),
        );
        return element('div', { class: 'notice well' }, lines);
      },
    ),
  );
}

/** One of them: what it led to stands below its button. */
function part(
  guide: Guide,
  content: HTMLElement,
  label: string,
  go: () => Promise<HTMLElement>,
): HTMLElement {
  const button = element('button', { type: 'button' }, label);
  const outcome = element('div', { 'aria-live': 'polite' });
  button.addEventListener('click', () => {
    button.disabled = true;
    go()
      .then(
        (led) => outcome.replaceChildren(led),
        (error: unknown) => outcome.replaceChildren(guide.notice(error)),
      )
      .finally(() => {
        button.disabled = false;
      });
  });
  return element('section', { class: 'stack' }, content, button, outcome);
}
