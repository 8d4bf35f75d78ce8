import { dialog, make } from './element.js';
import { menuButton } from './menu.js';
import { nameOf, offersOf } from './screens.js';
import { say, write } from './words.js';

const mostNames = 5;
const mostFailures = 20;

/** Commands to all players that are shown. `needs`: buttons, isUp(), shown(), commands, terminal(). */
export function manyMenu(needs) {
  const menu = menuButton('', () => groups(needs), { id: 'ask-many' });
  return {
    element: menu.element,
    update() {
      const count = needs.shown().length;
      menu.name(say('fleet.many', { count }));
      menu.button.disabled = count === 0 || !needs.isUp();
    },
  };
}

function groups(needs) {
  const screens = needs.shown().map(({ screen }) => screen);
  const choices = needs.buttons
    .filter(({ reads }) => !reads)
    .map((button) => {
      const offers = screens.map((screen) => ({ screen, offer: offersOf(screen, [button])[0] }));
      const those = offers.filter(({ offer }) => offer?.cannot === null).map(({ screen }) => screen);
      return { button, those, cannot: offers.find(({ offer }) => offer?.cannot)?.offer.cannot ?? null };
    })
    // Nothing to do for any of them.
    .filter(({ those, cannot }) => those.length > 0 || cannot !== null);
  const menus = [...Map.groupBy(choices, ({ button }) => button.group)].map(([group, some]) => ({
    title: say(`action.group.${group}`),
    items: some.map(({ button, those, cannot }) => ({
      key: button.key,
      label:
        those.length === screens.length || those.length === 0
          ? button.label
          : say('fleet.many.share', { label: button.label, some: those.length, all: screens.length }),
      why: those.length === 0 ? write(cannot) : null,
      run: () => ask(needs, button, those),
    })),
  }));
  const terminal = {
    title: say('fleet.terminal.title'),
    items: [{ key: 'terminal', label: say('fleet.terminal'), why: null, run: needs.terminal }],
  };
  return [...menus, terminal];
}

/** Names those whom it concerns, and follows the command until each has answered. */
function ask(needs, button, those) {
  const names = those.slice(0, mostNames).map(nameOf);
  const rest = those.length - names.length;
  const list = rest > 0 ? [...names, say('fleet.many.more', { count: rest })] : names;
  const progress = make('p', { id: 'progress', role: 'status' });
  const failures = make('ul', { class: 'list', id: 'failures' });
  const yes = make(
    'button',
    { type: 'button', id: 'yes', class: 'primary', onclick: send },
    say('fleet.many.send', { count: those.length }),
  );
  const box = dialog(
    button.label,
    say('page.close'),
    make('p', { id: 'question' }, say('fleet.question', { count: those.length, names: list })),
    button.ask ? make('p', {}, button.ask) : null,
    progress,
    failures,
    make(
      'div',
      { class: 'row' },
      yes,
      make('button', { type: 'button', onclick: () => box.close() }, say('page.actions.cancel')),
    ),
  );
  // Without a link the command would go nowhere.
  let isSent = false;
  const watch = setInterval(check, 500);
  box.addEventListener('close', () => clearInterval(watch));
  check();

  function check() {
    if (isSent) return;
    yes.disabled = !needs.isUp();
    progress.textContent = needs.isUp() ? '' : say('fleet.no-link');
  }

  function send() {
    isSent = true;
    yes.disabled = true;
    const states = new Map();
    const draw = () => {
      const all = [...states.values()];
      const done = all.filter((state) => state === 'done').length;
      progress.textContent = say('fleet.progress', {
        all: those.length,
        done,
        failed: all.length - done,
      });
    };
    draw();
    for (const screen of those)
      needs.commands.send(screen.device, button, (state, reason) => {
        if (state === 'accepted') return;
        states.set(screen.device, state);
        draw();
        if (state !== 'done' && failures.children.length < mostFailures)
          failures.append(
            make('li', {}, make('strong', {}, nameOf(screen)), make('span', { class: 'grow' }, reason)),
          );
      });
  }
}

/** What needs a terminal, with the commands to copy. */
export function terminalDialog(group) {
  const audience = group === '' ? '--all' : `--group ${group}`;
  const commands = {
    set: `vitrine fleet cmd set ${audience} --args '{"name": "screen.volume", "value": 40}'`,
    message: `vitrine fleet cmd interrupt-show ${audience} --args '{"title": "…", "seconds": 600}'`,
    rollout: 'vitrine fleet rollout start 2.1.0 --steps pilot,10%,100%',
    recall: 'vitrine release recall releases 2.1.0 --keys targets.key --keys online',
  };
  dialog(
    say('fleet.terminal.title'),
    say('page.close'),
    make('p', {}, say('fleet.terminal.why')),
    make(
      'dl',
      { class: 'stack', id: 'terminal' },
      Object.entries(commands).map(([name, text]) => [
        make('dt', {}, say(`fleet.terminal.${name}`)),
        make('dd', {}, make('code', { class: 'line' }, text)),
      ]),
    ),
  );
}
