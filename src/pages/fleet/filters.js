import { make } from './element.js';
import { number, say } from './words.js';

const standings = ['all', 'dark', 'attention', 'offline', 'well'];

/** Search, state and group. `changed()`: draw the wall again. */
export function filters(changed) {
  const chosen = { search: '', group: '', standing: '' };
  const search = make('input', {
    id: 'search',
    type: 'search',
    placeholder: say('fleet.find'),
    'aria-label': say('fleet.find.label'),
    oninput: ({ target }) => choose({ search: target.value.trim() }),
  });
  const group = make('select', {
    id: 'group',
    'aria-label': say('fleet.group'),
    hidden: true,
    onchange: ({ target }) => choose({ group: target.value }),
  });
  const chips = standings.map((name) => {
    const count = make('b', {}, '0');
    const standing = name === 'all' ? '' : name;
    const button = make(
      'button',
      {
        type: 'button',
        class: 'filter',
        'data-standing': name,
        'aria-pressed': String(standing === ''),
        onclick: () => choose({ standing: chosen.standing === standing ? '' : standing }),
      },
      name === 'all' || name === 'offline' ? null : make('span', { class: `lamp ${name}` }),
      `${say(`fleet.filter.${name}`)} `,
      count,
    );
    return { name, standing, button, count };
  });

  function choose(changes) {
    Object.assign(chosen, changes);
    for (const { standing, button } of chips)
      button.setAttribute('aria-pressed', String(standing === chosen.standing));
    changed();
  }

  return {
    search,
    group,
    element: make(
      'div',
      { id: 'counts', class: 'row filters', role: 'group', 'aria-label': say('fleet.which') },
      chips.map(({ button }) => button),
    ),
    chosen: () => chosen,
    clear() {
      search.value = '';
      choose({ search: '' });
    },
    update(counts, groups) {
      for (const { name, count, button, standing } of chips) {
        count.textContent = number(counts[name]);
        button.hidden = counts[name] === 0 && name !== 'all' && chosen.standing !== standing;
      }
      const names = groups.join('\n');
      if (group.dataset.names === names) return;
      group.dataset.names = names;
      group.hidden = groups.length === 0;
      group.replaceChildren(
        make('option', { value: '' }, say('fleet.group.all')),
        ...groups.map((one) => make('option', { value: one }, one)),
      );
      if (!groups.includes(chosen.group)) chosen.group = '';
      group.value = chosen.group;
    },
  };
}
