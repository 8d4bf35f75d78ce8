import { Broker } from './broker.js';
import { Commands } from './commands.js';
import { openDetails } from './details.js';
import { brand, fill, make } from './element.js';
import { filters } from './filters.js';
import { forms } from './forms.js';
import { loginForm } from './login.js';
import { manyMenu } from './many.js';
import { Pictures } from './pictures.js';
import { Rollout, rolloutDialog, rolloutParts } from './rollout.js';
import { addressOf, countsOf, fits, Screens, sorted } from './screens.js';
import { openWall } from './wall.js';
import { say, translated, when, write } from './words.js';

/** Retained messages of two thousand players take a moment; before that nobody is missing. */
const settleMs = 2_000;
const decoder = new TextDecoder();

const built = async (name) => (await fetch(name)).json();
/** The buttons of every action, as the build has written them, and the forms. `reads`: of one player alone. */
const buttons = [
  ...(await built('actions.json')).map(({ label, ask, done, ...one }) => ({
    ...one,
    label: write(label),
    ask: ask && write(ask),
    done: done && write(done),
  })),
  ...forms(await built('settings.json')),
];

let broker = null;
let screens = new Screens(translated);
let upSince = null;
let downSince = null;
let shown = [];
let details = null;
let isDrawing = false;
let lastMs = 0;

const isUp = () => broker?.isUp === true;
const screen = (device) => screens.get(device);
const commands = new Commands(() => broker);
const pictures = new Pictures({
  isUp,
  screen,
  ask: (device, args, heard, onDenied) =>
    commands.send(device, { name: 'picture', args }, heard, { lifeMs: 30_000, onDenied }),
  changed(device) {
    wall.show(device);
    if (details?.device === device) details.update();
  },
});

const newRollout = () =>
  new Rollout({
    isUp,
    publish: (name, text, onDenied) => broker?.publishRollout(name, text, onDenied),
    changed: () => draw(),
  });
let rollout = newRollout();

const fleetName = make('strong', { id: 'name', class: 'player-name' });
const link = make('span', { id: 'link', class: 'chip', role: 'status' });
const leave = make(
  'button',
  { type: 'button', id: 'leave', class: 'quiet end', onclick: () => stop('') },
  say('page.login.leave'),
);
const down = make('p', { id: 'down', class: 'notice attention', role: 'alert', hidden: true });
const headline = make('section', { id: 'headline', class: 'verdict', role: 'status' });
const progress = make('section', { id: 'rollout', class: 'notice', role: 'status', hidden: true });
const filter = filters(() => draw());
const wall = openWall({ screen, pictures: () => pictures, opened: open });
const many = manyMenu({
  buttons,
  isUp,
  commands,
  shown: () => shown,
  rollout: () => rolloutDialog(filter.chosen().group),
});
const tools = make('div', { class: 'tools' }, filter.element, filter.search, filter.group, many.element);
const page = make(
  'div',
  { id: 'fleet-page', hidden: true },
  make('header', { class: 'top' }, brand(fleetName), link, leave),
  make(
    'main',
    { class: 'page' },
    make('h1', { class: 'unseen' }, say('fleet.title')),
    down,
    headline,
    progress,
    tools,
    wall.element,
  ),
);
const login = loginForm(start);
document.body.append(login.element, page);
document.title = `${say('fleet.title')} · Vitrine`;

function start(to) {
  broker?.stop();
  screens = new Screens(translated);
  wall.clear();
  rollout = newRollout();
  upSince = null;
  downSince = null;
  try {
    broker = new Broker(to, {
      onUp() {
        login.element.hidden = true;
        page.hidden = false;
        login.forget();
        fleetName.textContent = to.fleet;
        document.title = `${to.fleet} · Vitrine`;
        upSince ??= Date.now();
        downSince = null;
        draw();
        setTimeout(draw, settleMs);
      },
      onDown(why) {
        downSince ??= Date.now();
        if (page.hidden) login.say(why);
        draw();
      },
      onRefused: stop,
      onMessage: hear,
    });
  } catch (error) {
    stop(say('fleet.no-address', { why: error.message }));
  }
}

function stop(why) {
  broker?.stop();
  broker = null;
  details?.close();
  page.hidden = true;
  login.element.hidden = false;
  login.say(why);
}

function hear(topic, bytes, properties) {
  const [, , , owner, last] = topic.split('/');
  if (owner === '$rollout') return rollout.hear(last, decoder.decode(bytes));
  const address = addressOf(topic);
  if (address === null) return;
  const { device, name } = address;
  if (name === 'picture') return pictures.hear(device, bytes, properties);
  const text = decoder.decode(bytes);
  if (name !== 'result') return screens.hear(topic, text) && draw();
  try {
    commands.hear(device, translated(JSON.parse(text)));
  } catch {
    // Not of a player: nobody waits for it.
  }
}

/** Two thousand players may report at once: drawing takes at most a part of the time. */
function draw() {
  if (isDrawing) return;
  isDrawing = true;
  const later = () =>
    requestAnimationFrame(() => {
      isDrawing = false;
      const from = performance.now();
      drawNow();
      lastMs = performance.now() - from;
    });
  setTimeout(later, Math.min(1_000, 2 * lastMs));
}

function drawNow() {
  if (page.hidden) return;
  const now = Date.now();
  const isDown = downSince !== null;
  link.className = `chip ${isDown ? 'attention' : 'well'}`;
  link.textContent = say(isDown ? 'fleet.disconnected' : 'fleet.connected');
  down.hidden = !isDown;
  down.textContent = isDown ? say('fleet.down', { time: when(downSince) }) : '';
  const all = sorted(screens.all);
  const counts = countsOf(all);
  fill(headline, [counts, isDown, isSettled(now)], () => headlineParts(counts, now));
  headline.dataset.verdict = counts.all === 0 ? 'none' : worstOf(counts);
  tools.hidden = counts.all === 0;
  const { now: rolled } = rollout;
  progress.hidden = rolled === null;
  fill(progress, rolled, () => (rolled === null ? [] : rolloutParts(rolled, () => rollout.askToStop())));
  progress.className = `notice row ${rolled?.state ?? ''}`;
  filter.update(counts, [...new Set(screens.all.flatMap(({ groups }) => groups))].sort());
  shown = all.filter((one) => fits(one, filter.chosen()));
  many.update();
  wall.draw(shown, now, all.length > 0);
  details?.update();
}

const isSettled = (now) => upSince !== null && now - upSince >= settleMs;

const worstOf = ({ dark, needs }) => (dark > 0 ? 'dark' : needs > 0 ? 'attention' : 'well');

/** Never better than what is known: players that are offline are not called well. */
function headlineParts(counts, now) {
  const { all, needs } = counts;
  const sentence = () => {
    if (all === 0) return say(isSettled(now) ? 'fleet.head.none' : 'fleet.head.waits');
    if (needs === 0) return say('fleet.head.well', { count: all });
    return all === 1 ? say('fleet.head.need.only') : say('fleet.head.need', { count: needs, all });
  };
  const parts = ['dark', 'attention', 'offline', 'well']
    .filter((name) => counts[name] > 0)
    .map((name, at) => [
      at > 0 ? ' · ' : '',
      make('span', { class: 'whole' }, say(`fleet.count.${name}`, { number: counts[name] })),
    ]);
  return [
    make('span', { class: `lamp ${all === 0 ? '' : worstOf(counts)}` }),
    make(
      'div',
      {},
      make('p', { class: 'sentence' }, sentence()),
      needs > 0 ? make('p', { class: 'soft' }, parts) : null,
      all === 0 && isSettled(now) ? make('p', { class: 'soft' }, say('fleet.head.none.why')) : null,
    ),
  ];
}

function open(device) {
  details = {
    device,
    ...openDetails(device, {
      buttons,
      isUp,
      screen,
      commands,
      pictures: () => pictures,
      closed(closed) {
        details = null;
        wall.focus(closed);
      },
    }),
  };
}

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (page.hidden || document.querySelector('dialog[open]')) return;
  if (key === '/' && !target.matches('input, select')) {
    event.preventDefault();
    filter.search.focus();
  }
  if (target !== filter.search) return;
  if (key === 'Escape') filter.clear();
  if (key === 'ArrowDown') {
    event.preventDefault();
    wall.focusFirst();
  }
});

// Lengths of time on the page grow.
setInterval(draw, 30_000);
