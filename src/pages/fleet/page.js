import { Broker } from './broker.js';
import { addressOf, fits, lagOf, lasting, offersOf, rolloutOf, Screens, sorted } from './screens.js';
import { language, say, translated, write, writeTexts } from './words.js';

writeTexts();

const byId = (id) => document.getElementById(id);
const decoder = new TextDecoder();

/** The buttons of every action, as the build has written them. `asks`: only after a confirmation. `reads`: of one player alone. */
const buttons = (await (await fetch('actions.json')).json()).map((one) => ({
  ...one,
  label: write(one.label),
}));

let broker = null;
let screens = new Screens(translated);
let downSince = null;
let shown = [];
let open = null;
/** What the buttons of the open player were drawn from. */
let drawnActions = '';
const tiles = new Map();
/** Commands that were sent, by their id. */
const requests = new Map();
let isDrawing = false;
/** The command to several players has been sent. */
let isAsked = false;

for (const id of ['url', 'fleet', 'user'])
  byId(id).value = localStorage.getItem(`vitrine ${id}`) ?? byId(id).value;

byId('login').addEventListener('submit', (event) => {
  event.preventDefault();
  const login = Object.fromEntries(
    ['url', 'fleet', 'user', 'password'].map((id) => [id, byId(id).value.trim()]),
  );
  // The password is not kept.
  for (const id of ['url', 'fleet', 'user']) localStorage.setItem(`vitrine ${id}`, login[id]);
  byId('login-fault').textContent = say('connecting');
  broker?.stop();
  screens = new Screens(translated);
  drawRollout(null);
  const refused = (why) => {
    broker?.stop();
    broker = null;
    byId('fleet-page').hidden = true;
    byId('login').hidden = false;
    byId('login-fault').textContent = why;
  };
  try {
    broker = new Broker(login, {
      onUp() {
        byId('login').hidden = true;
        byId('fleet-page').hidden = false;
        byId('name').textContent = login.fleet;
        downSince = null;
        // The broker forgets the subscriptions of a page that was disconnected.
        if (open !== null) broker?.follow(open);
        draw();
      },
      onDown(why) {
        downSince ??= Date.now();
        if (byId('fleet-page').hidden) byId('login-fault').textContent = why;
        draw();
      },
      onRefused: refused,
      onMessage: hear,
    });
  } catch (error) {
    refused(say('no-address', { why: error.message }));
  }
});

function hear(topic, bytes) {
  if (topic.endsWith('/$rollout/progress')) return drawRollout(rolloutOf(decoder.decode(bytes), translated));
  const address = addressOf(topic);
  if (address === null) return;
  if (address.name === 'result') return heardResult(address.device, decoder.decode(bytes));
  if (address.name === 'picture') return heardPicture(address.device, bytes);
  if (screens.hear(topic, decoder.decode(bytes)) !== null) draw();
}

function drawRollout(rollout) {
  const line = byId('rollout');
  line.hidden = rollout === null;
  if (rollout === null) return;
  const { state, version, step, steps, counts, sentence } = rollout;
  line.className = state;
  line.textContent = say('rollout', {
    version,
    step,
    steps,
    ...counts,
    sentence,
    state: say(`rollout.${state}`),
  });
}

/** Such as 5 min, 3 h or 2 days. */
function lasted(since, now) {
  if (since === null) return '';
  const [key, number] = lasting(since, now);
  return say(key, { number, count: number });
}

/** Two thousand players may report at once: the page is drawn once in a frame. */
function draw() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    drawNow();
  });
}

function drawNow() {
  const now = Date.now();
  const { all } = screens;
  const count = (holds) => all.filter(holds).length;
  const isDown = downSince !== null;
  byId('link').className = isDown ? 'down' : '';
  byId('link').textContent = isDown
    ? say('down', { time: new Date(downSince).toLocaleTimeString(language) })
    : say('connected');
  byId('counts').textContent = [
    say('players', { count: all.length }),
    say('count.dark', { number: count(({ state }) => state?.verdict === 'dark') }),
    say('count.attention', { number: count(({ state }) => state?.verdict === 'attention') }),
    say('count.unlinked', { number: count(({ online }) => online !== true) }),
  ].join(', ');
  drawGroups(all);
  const filter = {
    search: byId('search').value,
    group: byId('group').value,
    verdict: byId('verdict').value,
    unlinked: byId('unlinked').checked,
  };
  shown = sorted(all.filter((screen) => fits(screen, filter)));
  byId('none').hidden = shown.length > 0;
  byId('ask-many').textContent = say('ask', { count: shown.length });
  byId('ask-many').disabled = isDown || shown.length === 0;
  byId('yes').disabled = isDown || isAsked;
  if (!isAsked) byId('progress').textContent = isDown ? byId('link').textContent : '';
  const wanted = shown.map((screen) => tileOf(screen, now));
  const list = byId('tiles');
  // A tile that stays in its place is not touched: it would lose the focus.
  wanted.forEach((tile, at) => {
    if (list.children[at] !== tile) list.insertBefore(tile, list.children[at] ?? null);
  });
  while (list.children.length > wanted.length) list.lastChild.remove();
  wanted.forEach((tile, at) => {
    tile.tabIndex = tile === document.activeElement || at === 0 ? 0 : -1;
  });
  if (open !== null) drawDetails(now);
}

function drawGroups(all) {
  const select = byId('group');
  const names = [...new Set(all.flatMap(({ groups }) => groups))].sort();
  if (names.join('\n') === select.dataset.names) return;
  select.dataset.names = names.join('\n');
  const { value } = select;
  const option = (name, label) =>
    Object.assign(document.createElement('option'), { value: name, textContent: label });
  select.replaceChildren(option('', say('group.all')), ...names.map((name) => option(name, name)));
  select.value = names.includes(value) ? value : '';
}

function tileOf(screen, now) {
  const { device, state, online } = screen;
  let tile = tiles.get(device);
  if (tile === undefined) {
    tile = document.createElement('li');
    tile.dataset.device = device;
    tile.setAttribute('role', 'button');
    const small = document.createElement('small');
    small.append(
      ...['lag', 'version', 'unlinked'].map((name) =>
        Object.assign(document.createElement('span'), { className: name }),
      ),
    );
    tile.append(document.createElement('strong'), document.createElement('p'), small);
    tiles.set(device, tile);
  }
  const lag = lagOf(screen, now);
  const lasts = state !== null && state.verdict !== 'well' ? ` (${lasted(state.since, now)})` : '';
  const sentence = state === null ? say('unread') : `${state.sentence}${lasts}`;
  const drawn = [sentence, lag, state?.version, online, state?.verdict].join('\n');
  if (tile.dataset.drawn === drawn) return tile;
  tile.dataset.drawn = drawn;
  tile.className = `tile ${state?.verdict ?? ''}`;
  const [name, text, small] = tile.children;
  name.textContent = device;
  text.textContent = sentence;
  const [dot, version, link] = small.children;
  dot.className = `lag ${lag}`;
  dot.textContent = say(`lag.${lag}`);
  version.textContent = state?.version ?? '';
  link.textContent = online === true ? '' : say('unlinked');
  return tile;
}

function drawDetails(now) {
  const screen = screens.get(open);
  if (screen === null) return;
  const { device, state, online, groups } = screen;
  byId('details-name').textContent = device;
  byId('details-sentence').textContent = state === null ? say('unread') : state.sentence;
  const at = (instant) =>
    instant === null || instant === undefined ? '–' : new Date(instant).toLocaleString(language);
  const rows = [
    [
      say('verdict'),
      state === null
        ? '–'
        : say('verdict.since', { verdict: say(`verdict.${state.verdict}`), time: lasted(state.since, now) }),
    ],
    [say('link'), say(online === true ? 'link.up' : 'link.down')],
    [say('reported'), at(state?.at)],
    [say('plays'), state?.playing.map((one) => say('plays.on', one)).join(', ') || say('plays.nothing')],
    [
      say('edition'),
      state?.edition
        ? say(state.edition.isComplete ? 'edition.complete' : 'edition.incomplete', {
            id: state.edition.id.slice(0, 12),
          })
        : say('edition.none'),
    ],
    [say('cms'), at(state?.lastSync)],
    [say('release'), `${state?.version ?? '–'}. ${state?.update ?? ''}`],
    [say('groups'), groups.join(', ') || say('groups.none')],
  ];
  const element = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
  byId('facts').replaceChildren(
    ...rows.flatMap(([name, value]) => [element('dt', name), element('dd', value)]),
  );
  drawActions(screen);
}

function showDetails(device) {
  open = device;
  broker?.follow(device);
  byId('picture').hidden = true;
  byId('answer').textContent = '';
  drawnActions = '';
  drawDetails(Date.now());
  byId('details').showModal();
}

/** Drawn anew only when something has changed: a button that is asked for confirmation stays as it is. */
function drawActions(screen) {
  const offers = offersOf(screen, buttons);
  const isDown = downSince !== null;
  const drawn = JSON.stringify([offers, isDown]);
  if (drawn === drawnActions) return;
  drawnActions = drawn;
  const element = (tag, more, ...content) => {
    const made = Object.assign(document.createElement(tag), more);
    made.append(...content);
    return made;
  };
  byId('commands').replaceChildren(
    ...[...Map.groupBy(offers, ({ group }) => group)].map(([group, some]) =>
      element(
        'section',
        {},
        element('h3', { textContent: write({ code: `action.group.${group}` }) }),
        ...some.map((one) => {
          const button = buttonOf(screen.device, one);
          button.disabled = isDown || one.cannot !== null;
          if (one.cannot === null) return button;
          const why = element('small', { id: `cannot-${one.key}`, textContent: write(one.cannot) });
          button.setAttribute('aria-describedby', why.id);
          return element('span', {}, button, why);
        }),
      ),
    ),
  );
}

function buttonOf(device, { name, label, args, asks }) {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: label });
  button.addEventListener('click', () => {
    if (asks && button.dataset.sure !== 'yes') {
      button.dataset.sure = 'yes';
      button.textContent = say('sure', { label });
      return;
    }
    button.dataset.sure = '';
    button.textContent = label;
    byId('answer').textContent = say('sent', { label });
    requests.set(broker.ask(device, name, args), {
      device,
      label,
      heard: (said) => (byId('answer').textContent = said),
    });
  });
  return button;
}

function heardResult(device, text) {
  let result;
  try {
    result = translated(JSON.parse(text));
  } catch {
    return;
  }
  const one = requests.get(result?.id);
  if (one === undefined || (one.device !== device && one.devices?.has(device) !== true)) return;
  // `accepted` may arrive after the result.
  if (one.isOver && result.state === 'accepted') return;
  one.isOver = result.state !== 'accepted';
  const answer =
    result.answer === undefined
      ? ''
      : `\n${Array.isArray(result.answer) ? result.answer.map(lineOf).join('\n') : lineOf(result.answer)}`;
  one.heard(
    `${one.label}: ${say(`result.${String(result.state)}`)}${result.reason ? `. ${String(result.reason)}` : ''}${answer}`,
    result.state,
    device,
  );
}

/** Of what doctor finds, the sentences. */
function lineOf(value) {
  if (typeof value === 'string') return value;
  const { check, message, remedy } = value ?? {};
  return check && message
    ? `${check}: ${[message, remedy].filter(Boolean).join(' ')}`
    : JSON.stringify(value);
}

function heardPicture(device, bytes) {
  if (device !== open || bytes.length > 200_000) return;
  const picture = byId('picture');
  if (picture.src) URL.revokeObjectURL(picture.src);
  picture.src = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
  picture.alt = say('picture.of', { device });
  picture.hidden = false;
}

byId('details').addEventListener('close', () => {
  if (open !== null) broker?.leave(open);
  const tile = tiles.get(open);
  open = null;
  tile?.focus();
});
byId('close').addEventListener('click', () => byId('details').close());

byId('ask-many').addEventListener('click', () => {
  const devices = shown.map(({ device }) => device);
  // To those of them that can do it now.
  const choices = buttons
    .filter(({ reads }) => !reads)
    .map((button) => ({
      ...button,
      those: devices.filter((device) => {
        const [offer] = offersOf(screens.get(device), [button]);
        return offer !== undefined && offer.cannot === null;
      }),
    }));
  byId('many-command').replaceChildren(
    ...choices.map(({ label, those }, at) =>
      Object.assign(document.createElement('option'), {
        value: at,
        textContent: those.length === devices.length ? label : `${label} (${those.length})`,
        disabled: those.length === 0,
      }),
    ),
  );
  byId('question').textContent = say('question', {
    count: devices.length,
    names: `${devices.slice(0, 5).join(', ')}${devices.length > 5 ? ' …' : ''}`,
  });
  byId('progress').textContent = '';
  isAsked = false;
  byId('yes').disabled = downSince !== null;
  byId('yes').onclick = () => {
    isAsked = true;
    byId('yes').disabled = true;
    const { name, label, args, those } = choices[Number(byId('many-command').value)];
    const states = new Map();
    const tell = () => {
      const count = (state) => [...states.values()].filter((one) => one === state).length;
      byId('progress').textContent = say('progress', {
        done: count('done'),
        all: those.length,
        failed: count('failed') + count('refused'),
      });
    };
    tell();
    for (const device of those)
      requests.set(broker.ask(device, name, args), {
        device,
        label,
        heard: (_, state) => {
          if (state !== 'accepted') states.set(device, state);
          tell();
        },
      });
  };
  byId('confirm').showModal();
});

for (const id of ['search', 'group', 'verdict', 'unlinked']) byId(id).addEventListener('input', draw);

byId('tiles').addEventListener('click', ({ target }) => {
  const tile = target.closest('.tile');
  if (tile) showDetails(tile.dataset.device);
});

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (document.querySelector('dialog[open]') || byId('fleet-page').hidden) return;
  if (key === '/' && target !== byId('search')) {
    event.preventDefault();
    byId('search').focus();
    return;
  }
  if (key === 'Escape' && target === byId('search')) {
    byId('search').value = '';
    draw();
  }
  if (key === 'ArrowDown' && target === byId('search')) {
    event.preventDefault();
    byId('tiles').firstElementChild?.focus();
    return;
  }
  if (!target.classList?.contains('tile')) return;
  const list = [...byId('tiles').children];
  const columns = getComputedStyle(byId('tiles')).gridTemplateColumns.split(' ').length;
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key];
  if (step !== undefined) {
    event.preventDefault();
    list[Math.max(0, Math.min(list.length - 1, list.indexOf(target) + step))]?.focus();
  }
  if (key === 'Enter' || key === ' ') {
    event.preventDefault();
    showDetails(target.dataset.device);
  }
});

// Lengths of time on the page grow.
setInterval(draw, 30_000);

// The texts load after the page: until now Enter would have had no effect.
byId('login').querySelector('button').disabled = false;
