import { icon, make } from './element.js';
import { withoutCommands } from './plain-text.js';
import { lagOf, nameOf, sinceOf } from './screens.js';
import { lasted, say, when, write } from './words.js';

/** How many files a tile names. */
const mostNamed = 2;

/** The files that cannot be shown, by name. */
export function failingText({ failing, failingCount }, most = Number.POSITIVE_INFINITY) {
  const names = failing.slice(0, most).map(({ name }) => say('fleet.quoted', { name }));
  const rest = Math.max(failing.length, failingCount) - names.length;
  return say('fleet.failing', {
    count: Math.max(failing.length, failingCount),
    names: rest > 0 ? [...names, say('fleet.failing.more', { count: rest })] : names,
  });
}

/** What is wrong in a sentence or two; of a player that is offline, that this is its last report. */
export function sentenceOf({ screen, standing }) {
  const { state } = screen;
  if (state === null) return say('fleet.unread');
  const { edition, reasons, sentence } = state;
  const files = edition !== null && edition.failing.length > 0 ? failingText(edition, mostNamed) : null;
  const isAboutFiles = files !== null && reasons[0]?.code === 'unplayable';
  const whole = isAboutFiles ? files : [sentence, files].filter(Boolean).join(' ');
  return standing === 'offline' && state.at !== null
    ? say('fleet.last-report', { time: when(state.at), sentence: whole })
    : whole;
}

export const lampOf = (standing) =>
  standing === 'unread' || standing === 'offline' ? 'attention' : standing;

const template = make(
  'li',
  {},
  make(
    'button',
    { type: 'button', class: 'tile', tabindex: -1 },
    make('span', { class: 'frame' }, make('span', { class: 'no-picture' })),
    make(
      'span',
      { class: 'about' },
      make(
        'span',
        { class: 'head' },
        make('span', { class: 'lamp' }),
        make('strong'),
        make('span', { class: 'time' }),
      ),
      make('span', { class: 'report' }),
      make('small', {}, make('span', { class: 'lag' }), make('span', { class: 'version' })),
    ),
    make('span', { class: 'chip offline', hidden: true }, icon('offline'), make('span')),
  ),
);

/** One player of the wall. `update` touches only what has changed: two thousand may change at once. */
export function tileOf(device) {
  const element = template.cloneNode(true);
  const [button] = element.children;
  const [frame, about, offline] = button.children;
  const [none] = frame.children;
  const [head, report, foot] = about.children;
  const [lamp, name, time] = head.children;
  const [lag, version] = foot.children;
  button.dataset.device = device;
  offline.lastChild.textContent = say('fleet.filter.offline');
  let drawn = '';
  let picture = null;

  return {
    element,
    button,
    update(one, now) {
      const { screen, standing } = one;
      const { state, online } = screen;
      const behind = lagOf(screen, now);
      const since = sinceOf(one);
      const lasts = standing === 'well' || since === null ? '' : lasted(since, now);
      const sentence = withoutCommands(sentenceOf(one));
      const facts = [sentence, behind, lasts, standing, online, state?.version, nameOf(screen)].join('\n');
      if (facts === drawn) return;
      drawn = facts;
      button.className = `tile ${standing}`;
      lamp.className = `lamp ${lampOf(standing)}`;
      name.textContent = withoutCommands(nameOf(screen));
      time.textContent = lasts;
      report.textContent = sentence;
      lag.className = `lag ${behind}`;
      lag.textContent = say(`fleet.lag.${behind}`);
      version.textContent = withoutCommands(state?.version ?? '');
      offline.hidden = online === true;
    },
    show({ kept, why, isOver }) {
      none.textContent = withoutCommands(typeof why === 'string' ? why : write(why));
      frame.classList.toggle('is-there', kept !== null);
      frame.classList.toggle('is-old', kept !== null && isOver);
      if (kept === null) {
        picture?.remove();
        picture = null;
        return;
      }
      if (picture === null) {
        // The tile says in words how the player is.
        picture = make('img', { alt: '' });
        frame.append(picture);
      }
      if (picture.src !== kept.url) picture.src = kept.url;
    },
  };
}
