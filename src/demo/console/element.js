/**
 * Creates an element from `tag.class.class`, its properties (`on…` for listeners, `data` and `aria` as objects), which
 * may be left out, and its children. Text is never parsed as markup.
 */
export function make(what, ...rest) {
  const [tag, ...classes] = what.split('.');
  const made = document.createElement(tag);
  made.classList.add(...classes);
  const properties = rest[0]?.constructor === Object ? rest.shift() : {};
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (name === 'data') Object.assign(made.dataset, value);
    else if (name === 'aria') {
      for (const [key, text] of Object.entries(value)) made.setAttribute(`aria-${key}`, text);
    } else if (name in made) made[name] = value;
    else made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...rest.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** Gives an element these children. Those that are there already are not taken out: they keep the focus. */
export function arrange(parent, children) {
  for (const child of [...parent.childNodes]) if (!children.includes(child)) child.remove();
  for (const [index, child] of children.entries())
    if (parent.childNodes[index] !== child) parent.insertBefore(child, parent.childNodes[index] ?? null);
}

/** A button with an icon. `focus` identifies it after the page is redrawn; `of` is its object. */
export function signButton(sign, title, { focus, of, label = of ? `${title}: ${of}` : title, ...more } = {}) {
  const data = focus ? { focus } : {};
  return make('button.round', { title, data, aria: { label }, ...more }, icon(sign));
}

const shapes = {
  up: 'M12 19V6M6 12l6-6 6 6',
  down: 'M12 5v13M6 12l6 6 6-6',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  add: 'M12 5v14M5 12h14',
  sound: 'M4 10v4h4l5 4V6L8 10zM16.5 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  clock: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  calendar: 'M5 6h14v14H5zM5 10h14M9 3v4M15 3v4',
  page: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3.5 9h17M3.5 15h17M12 3c-6 6-6 12 0 18 6-6 6-12 0-18',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  film: 'M4 5h16v14H4zM10 9v6l5-3z',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  upload: 'M12 16V5M7 10l5-5 5 5M5 19h14',
  screen: 'M3 5h18v12H3zM9 21h6M12 17v4',
  never: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M5.7 5.700l12.6 12.6',
  broken: 'M12 3 2.500 20h19zM12 10v4M12 17h.01',
};

/** An icon in the colour of the text around it. */
export function icon(name) {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', shapes[name]);
  svg.append(path);
  return svg;
}
