import { withoutCommands } from './plain-text.js';

const svgNames = new Set(['svg', 'path', 'rect', 'line', 'circle', 'g', 'text', 'title']);

/**
 * Creates an element: attributes by name, listeners as `onclick`, children as text or elements; null and false are left
 * out. Text is never parsed as markup: it comes from the CMS.
 */
export function make(name, attributes = {}, ...content) {
  const made = svgNames.has(name)
    ? document.createElementNS('http://www.w3.org/2000/svg', name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : plain(value));
  }
  made.append(
    ...content
      .flat(Number.POSITIVE_INFINITY)
      .filter((part) => part !== null && part !== undefined && part !== false)
      .map(plain),
  );
  return made;
}

const plain = (part) => (typeof part === 'string' ? withoutCommands(part) : part);

/** Replaces the content only if its data has changed: focus and selection stay. */
export function fill(target, facts, ...content) {
  const key = JSON.stringify(facts);
  if (target.dataset.facts === key) return;
  target.dataset.facts = key;
  const parts = content
    .map((one) => (typeof one === 'function' ? one() : one))
    .flat(Number.POSITIVE_INFINITY);
  target.replaceChildren(
    ...parts.filter((part) => part !== null && part !== undefined && part !== false).map(plain),
  );
}

const paths = {
  now: 'M3 5h18v12H3z M8 21h8 M12 17v4',
  day: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z M12 7v5l3.5 2',
  files: 'M3 7a2 2 0 0 1 2-2h4l2 2.5h8a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  proof: 'M4 20V10 M10 20V4 M16 20v-7 M21 20H3',
  trouble: 'M3 12h4l2.5-7l5 14l2.5-7h4',
  settings: 'M4 7h9 M17 7h3 M13 4.5v5 M4 17h3 M11 17h9 M11 14.5v5',
  image: 'M3 5h18v14H3z M3 16l5-5l4 4l3-3l6 5',
  video: 'M4 5h16v14H4z M10 9l5 3l-5 3z',
  audio:
    'M9 18V6l11-2v12 M9 18a2.5 2.5 0 1 1-5 0a2.5 2.5 0 0 1 5 0z M20 16a2.5 2.5 0 1 1-5 0a2.5 2.5 0 0 1 5 0z',
  page: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18z M3 12h18 M12 3c3 3 3 15 0 18 M12 3c-3 3-3 15 0 18',
  pdf: 'M6 3h8l4 4v14H6z M14 3v4h4 M9 13h6 M9 17h6',
  text: 'M5 6h14 M5 11h14 M5 16h9',
  playlist: 'M4 6h16 M4 11h10 M4 16h10 M18 12v7 M15 19h3',
  download: 'M12 4v11 M7 11l5 5l5-5 M4 20h16',
  back: 'M14 6l-6 6l6 6',
  on: 'M10 6l6 6l-6 6',
  down: 'M6 9l6 6l6-6',
  offline: 'M4 4l16 16 M8.5 8.500a9 9 0 0 0-4 2.500 M12 12a4 4 0 0 0-4 2 M12 8a9 9 0 0 1 7.500 3 M12 18h.01',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13z M15.5 15.5L20 20',
  close: 'M6 6l12 12 M18 6L6 18',
  key: 'M14.5 9.5a4.5 4.5 0 1 0-3 4.2L13 15h2v2h2v2h3v-3l-5.6-5.6',
};

export function icon(name) {
  return make(
    'svg',
    { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    make('path', { d: paths[name] ?? paths.text }),
  );
}

export function card(title, ...content) {
  return make('section', { class: 'card stack' }, title && make('h2', {}, title), ...content);
}

export function facts(rows) {
  return make(
    'dl',
    { class: 'facts' },
    rows
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]),
  );
}

/** The product's sign, and what stands beside it. */
export const brand = (...beside) =>
  make(
    'div',
    { class: 'brand' },
    make('img', { src: 'icon.svg', alt: '', width: 28, height: 28 }),
    ...beside,
  );

let dialogs = 0;

/** Shows a dialog over the page until it is closed. One may open above another. */
export function dialog(title, closing, ...content) {
  const id = `dialog-${++dialogs}`;
  const box = make('dialog', { 'aria-labelledby': id });
  const close = make('button', { type: 'button', class: 'quiet', 'aria-label': closing }, icon('close'));
  close.addEventListener('click', () => box.close());
  box.addEventListener('close', () => box.remove());
  // A click beside the box closes it too.
  box.addEventListener('click', (event) => {
    if (event.target === box) box.close();
  });
  box.append(
    make(
      'div',
      { class: 'stack' },
      make('div', { class: 'row plain' }, make('h2', { id, class: 'grow' }, title), close),
      ...content,
    ),
  );
  document.body.append(box);
  box.showModal();
  return box;
}
