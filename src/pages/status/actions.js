import { act, ask } from './ask.js';
import { confirm } from './confirm.js';
import { card, fill, make } from './element.js';
import { failure } from './sentences.js';
import { say } from './words.js';

/** What somebody who has logged in can have the player do, as the player offers it at the moment. */
export function actionsCard() {
  const outcome = make('p', { class: 'soft', role: 'status' });
  const groups = make('div', { class: 'stack' });

  async function run({ name, args, done }) {
    outcome.textContent = say('page.actions.under-way');
    try {
      const { sentence } = await act(`api/actions/${name}`, args);
      outcome.textContent = sentence ?? done ?? '';
    } catch (error) {
      outcome.textContent = failure(error);
    }
    await update();
  }

  async function update() {
    // While the player is silent the page says so elsewhere, and the buttons stay.
    const offers = await ask('api/actions').catch(() => null);
    if (offers === null) return;
    const before = [...groups.querySelectorAll('button')].indexOf(document.activeElement);
    fill(groups, offers, () =>
      [...Map.groupBy(offers, ({ group }) => group)].map(([group, some]) =>
        make(
          'section',
          { class: 'stack tight' },
          make('h3', { class: 'soft' }, say(`action.group.${group}`)),
          make(
            'div',
            { class: 'actions' },
            some.map((one) => offered(one, run)),
          ),
        ),
      ),
    );
    // “Pause” has become “Resume”: the focus stays in its place.
    if (before >= 0 && !groups.contains(document.activeElement))
      groups.querySelectorAll('button')[before]?.focus();
  }

  return { element: card(say('page.actions.title'), groups, outcome), update };
}

/** A button, and why it is disabled. One that interrupts the show asks first. */
function offered(one, run) {
  const { key, label, ask: asks, cannot } = one;
  const id = `cannot-${key}`;
  const button = make(
    'button',
    {
      type: 'button',
      class: asks ? 'danger' : null,
      disabled: cannot !== null,
      'aria-describedby': cannot === null ? null : id,
      onclick: () => (asks ? confirm(one, () => run(one)) : run(one)),
    },
    label,
  );
  return make('div', {}, button, cannot === null ? null : make('p', { id, class: 'soft small' }, cannot));
}
