import { make } from './element.js';
import { tileOf } from './tile.js';
import { number, say } from './words.js';

/** The tiles of the players: those that need attention, then all others. `opened(device)`: somebody chose one. */
export function openWall({ screen, pictures, opened }) {
  const tiles = new Map();
  const inSight = new Set();
  const lists = ['needs', 'well'].map((name) => {
    const list = make('ul', { class: 'wall' });
    const count = make('span', { class: 'soft' });
    const section = make(
      'section',
      { class: 'stack part', 'data-part': name },
      make('h2', {}, `${say(`fleet.part.${name}`)} `, count),
      list,
    );
    return { section, list, count };
  });
  const none = make('p', { id: 'none', class: 'card empty', hidden: true }, say('fleet.none'));
  const element = make(
    'div',
    { id: 'wall', class: 'stack' },
    none,
    lists.map(({ section }) => section),
  );
  /** The one tile that Tab reaches. */
  let reached = null;

  const sight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const { device } = target.dataset;
        if (!isIntersecting) inSight.delete(device);
        else {
          inSight.add(device);
          show(device);
        }
      }
      pictures().want(inSight);
    },
    { rootMargin: '120px' },
  );

  function show(device) {
    const known = screen(device);
    if (known !== null) tiles.get(device)?.show(pictures().of(known));
  }

  function tileFor(one, now) {
    const { device } = one.screen;
    let tile = tiles.get(device);
    if (tile === undefined) {
      tile = tileOf(device);
      tiles.set(device, tile);
      sight.observe(tile.button);
    }
    tile.update(one, now);
    if (inSight.has(device)) show(device);
    return tile;
  }

  /** Tiles of players that are gone. */
  function forget() {
    for (const [device, { button }] of tiles)
      if (screen(device) === null) {
        sight.unobserve(button);
        inSight.delete(device);
        tiles.delete(device);
      }
  }

  function fill(list, wanted) {
    // A tile that stays in its place is not touched: it would lose the focus.
    wanted.forEach(({ element: tile }, at) => {
      if (list.children[at] !== tile) list.insertBefore(tile, list.children[at] ?? null);
    });
    while (list.children.length > wanted.length) list.lastChild.remove();
  }

  /** Arrows follow what is seen: the rows of both lists, one below the other. */
  function rows() {
    return lists.flatMap(({ list }) => {
      const all = [...list.querySelectorAll('.tile')];
      const columns = getComputedStyle(list).gridTemplateColumns.split(' ').length;
      return Array.from({ length: Math.ceil(all.length / columns) }, (_, at) =>
        all.slice(at * columns, (at + 1) * columns),
      );
    });
  }

  function reach(tile) {
    if (reached !== null) reached.tabIndex = -1;
    reached = tile;
    if (tile !== null) tile.tabIndex = 0;
  }

  element.addEventListener('focusin', ({ target }) => {
    if (target.classList.contains('tile')) reach(target);
  });
  element.addEventListener('click', ({ target }) => {
    const tile = target.closest('.tile');
    if (tile) opened(tile.dataset.device);
  });
  element.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (!target.classList.contains('tile')) return;
    const table = rows();
    const row = table.findIndex((one) => one.includes(target));
    const column = table[row].indexOf(target);
    const all = table.flat();
    const next = {
      ArrowRight: () => all[all.indexOf(target) + 1],
      ArrowLeft: () => all[all.indexOf(target) - 1],
      ArrowDown: () => table[row + 1]?.[Math.min(column, table[row + 1].length - 1)],
      ArrowUp: () => table[row - 1]?.[Math.min(column, table[row - 1].length - 1)],
      Home: () => all[0],
      End: () => all.at(-1),
    }[key];
    if (next === undefined) return;
    event.preventDefault();
    next()?.focus();
  });

  return {
    element,
    show,
    /** `isFiltered`: there are players, whether they are shown or not. */
    draw(shown, now, isFiltered) {
      const needs = shown.filter(({ standing }) => standing !== 'well');
      const well = shown.filter(({ standing }) => standing === 'well');
      [needs, well].forEach((some, at) => {
        const { section, list, count } = lists[at];
        section.hidden = some.length === 0;
        count.textContent = number(some.length);
        fill(
          list,
          some.map((one) => tileFor(one, now)),
        );
      });
      none.hidden = shown.length > 0 || !isFiltered;
      forget();
      if (reached === null || document.activeElement !== reached) reach(element.querySelector('.tile'));
    },
    focusFirst: () => element.querySelector('.tile')?.focus(),
    focus: (device) => tiles.get(device)?.button.focus(),
    /** Of another fleet. */
    clear() {
      sight.disconnect();
      for (const { list } of lists) list.replaceChildren();
      tiles.clear();
      inSight.clear();
      reach(null);
    },
  };
}
