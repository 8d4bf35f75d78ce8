import { dialog, make } from './element.js';
import { nameOf } from './screens.js';
import { say } from './words.js';

const mostNames = 5;
const mostFailures = 20;

/**
 * Sends a command to these players once they have been named, and follows it until each has answered. `fields`: what it asks for
 * first, `{ element, read() }`; `read` gives the arguments, or null. `needs`: isUp(), commands.
 */
export function openSend(needs, offer, those, fields = null) {
  const names = those.slice(0, mostNames).map(nameOf);
  const rest = those.length - names.length;
  const list = rest > 0 ? [...names, say('fleet.many.more', { count: rest })] : names;
  const progress = make('p', { id: 'progress', role: 'status' });
  const failures = make('ul', { class: 'list', id: 'failures' });
  const yes = make(
    'button',
    { type: 'submit', id: 'yes', class: 'primary' },
    say('fleet.many.send', { count: those.length }),
  );
  // Without a link the command would go nowhere, and it goes once unless something else is entered.
  let isSent = false;
  let sendings = 0;
  const form = make(
    'form',
    { class: 'stack', onsubmit: send, oninput: changed, onchange: changed },
    make('p', { id: 'question' }, say('fleet.question', { count: those.length, names: list })),
    offer.ask ? make('p', {}, offer.ask) : null,
    fields?.element,
    progress,
    failures,
    make(
      'div',
      { class: 'row' },
      yes,
      make('button', { type: 'button', onclick: () => box.close() }, say('page.actions.cancel')),
    ),
  );
  const box = dialog(offer.label, say('page.close'), form);
  const watch = setInterval(check, 500);
  box.addEventListener('close', () => clearInterval(watch));
  check();

  function check() {
    yes.disabled = isSent || !needs.isUp();
    if (!isSent) progress.textContent = needs.isUp() ? '' : say('fleet.no-link');
  }

  function changed() {
    isSent = false;
    failures.replaceChildren();
    check();
  }

  function send(event) {
    event.preventDefault();
    const args = fields === null ? offer.args : fields.read();
    if (args === null) return;
    isSent = true;
    const mine = ++sendings;
    check();
    const states = new Map();
    const count = () => {
      const all = [...states.values()];
      const done = all.filter((state) => state === 'done').length;
      progress.textContent = say('fleet.progress', {
        all: those.length,
        done,
        failed: all.length - done,
      });
    };
    count();
    for (const screen of those)
      needs.commands.send(screen.device, { name: offer.name, args }, (state, reason) => {
        if (state === 'accepted' || !isSent || mine !== sendings) return;
        states.set(screen.device, state);
        count();
        if (state !== 'done' && failures.children.length < mostFailures)
          failures.append(
            make('li', {}, make('strong', {}, nameOf(screen)), make('span', { class: 'grow' }, reason)),
          );
      });
  }
}
