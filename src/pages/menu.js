import { icon, make } from './element.js';

const gap = 6;
let count = 0;

/**
 * A button that opens a menu. `groups`, called at each opening, returns `{ title, items: [{ key, label, why, run }] }`; `why`: why
 * an item cannot work now, or null.
 */
export function menuButton(label, groups, attributes = {}) {
  const id = `menu-${++count}`;
  const text = make('span', {}, label);
  const menu = make('div', { id, class: 'menu', popover: 'auto', role: 'menu', 'aria-label': label });
  const button = make(
    'button',
    {
      type: 'button',
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      'aria-controls': id,
      popovertarget: id,
      ...attributes,
    },
    text,
    icon('down'),
  );
  const items = () => [...menu.querySelectorAll('button')];
  const close = () => menu.hidePopover();

  menu.addEventListener('beforetoggle', ({ newState }) => {
    if (newState === 'open') menu.replaceChildren(...groups().map((group) => groupOf(group, close, id)));
  });
  menu.addEventListener('toggle', ({ newState }) => {
    const isOpen = newState === 'open';
    button.setAttribute('aria-expanded', String(isOpen));
    if (!isOpen) return;
    place(menu, button);
    items()[0]?.focus();
  });
  menu.addEventListener('keydown', (event) => {
    const all = items();
    const at = all.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') close();
    if (to === undefined) return;
    event.preventDefault();
    // The page behind it takes arrows too.
    event.stopPropagation();
    all.at(to % all.length)?.focus();
  });
  return {
    element: make('span', { class: 'menu-of' }, button, menu),
    button,
    name(next) {
      text.textContent = next;
      menu.setAttribute('aria-label', next);
    },
  };
}

function groupOf({ title, items }, close, id) {
  const heading = `${id}-${title}`.replace(/\W+/g, '-');
  return make(
    'div',
    { role: 'group', 'aria-labelledby': heading },
    make('h3', { id: heading, role: 'presentation' }, title),
    items.map(({ key, label, why, run }) =>
      make(
        'button',
        {
          type: 'button',
          role: 'menuitem',
          tabindex: -1,
          'data-key': key,
          // It keeps the focus, so that its reason is read aloud.
          'aria-disabled': why === null ? null : 'true',
          onclick: () => {
            if (why !== null) return;
            close();
            run();
          },
        },
        make('span', {}, label),
        why === null ? null : make('small', {}, why),
      ),
    ),
  );
}

/** Below its button, or above where there is no room; on a phone its style puts it at the foot of the window. */
function place(menu, button) {
  menu.style.left = '';
  menu.style.top = '';
  if (innerWidth < 700) return;
  const from = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = from.bottom + gap;
  const top = below + height <= innerHeight - gap ? below : Math.max(gap, from.top - gap - height);
  const isAbove = top < from.top;
  menu.style.top = `${isAbove && from.top - gap < height ? Math.max(gap, innerHeight - gap - height) : top}px`;
  menu.style.left = `${Math.max(gap, Math.min(from.right - width, innerWidth - gap - width))}px`;
}
