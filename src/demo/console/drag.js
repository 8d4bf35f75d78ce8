import { make } from './element.js';

/** A press becomes a drag beyond this distance. */
const clickWithin = 8;
/** Within this distance of the edge the list scrolls. */
const edge = 70;

/**
 * Makes an element draggable into the list of entries by mouse, pen and touch. `drop` receives the position among the
 * entries. Touch scrolls, except on a grip, and sideways on a tile.
 */
export function carries(name, drop) {
  return ({ currentTarget, target, button, pointerId, pointerType, clientX, clientY }) => {
    if (button !== 0 || (pointerType === 'touch' && !target.closest('.grip, .tile'))) return;
    const pointer = { x: clientX, y: clientY };
    const listening = new AbortController();
    let ghost = null;

    const begin = () => {
      ghost = make('div.ghost', currentTarget.querySelector('.thumbnail').cloneNode(true), name);
      document.body.append(ghost);
      currentTarget.setPointerCapture(pointerId);
      currentTarget.closest('li').classList.add('dragged');
      follow();
    };
    const follow = () => {
      if (listening.signal.aborted) return;
      ghost.style.transform = `translate(${pointer.x}px, ${pointer.y}px)`;
      scroll(pointer.y);
      mark(positionAt(pointer));
      requestAnimationFrame(follow);
    };
    const end = (dropped) => {
      listening.abort();
      if (!ghost) return;
      ghost.remove();
      mark(null);
      currentTarget.closest('li').classList.remove('dragged');
      swallowClick();
      const position = dropped ? positionAt(pointer) : null;
      if (position !== null) drop(position);
    };
    const on = (event, listener) => window.addEventListener(event, listener, { signal: listening.signal });
    on('pointermove', (event) => {
      if (event.pointerId !== pointerId) return;
      pointer.x = event.clientX;
      pointer.y = event.clientY;
      if (!ghost && Math.hypot(pointer.x - clientX, pointer.y - clientY) > clickWithin) begin();
    });
    on('pointerup', (event) => event.pointerId === pointerId && end(true));
    on('pointercancel', (event) => event.pointerId === pointerId && end(false));
    on('keydown', ({ key }) => key === 'Escape' && end(false));
  };
}

/** The entry before which the item would be inserted; null = outside the list. */
function positionAt({ x, y }) {
  const list = document.querySelector('.entries');
  const box = list?.getBoundingClientRect();
  if (!box || x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
  const middles = [...list.children].map((row) => row.getBoundingClientRect());
  const below = middles.findIndex(({ top, height }) => y < top + height / 2);
  return below < 0 ? middles.length : below;
}

function mark(position) {
  const rows = [...document.querySelectorAll('.entry')];
  for (const [index, row] of rows.entries()) {
    row.classList.toggle('drop-before', index === position);
    row.classList.toggle('drop-after', index === rows.length - 1 && position === rows.length);
  }
}

/** In a wide window the list scrolls, in a narrow one the page. */
function scroll(y) {
  const step = y < edge ? y - edge : Math.max(0, y - (window.innerHeight - edge));
  if (step === 0) return;
  for (const one of [document.getElementById('playlist'), window]) one.scrollBy(0, step / 4);
}

/** A drag must not end with a click. */
function swallowClick() {
  const swallow = (event) => event.stopPropagation();
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}
