// The live picture and what the player says of itself. Plain script: nothing is built for it, nothing is fetched
// from anywhere but the player.
const byId = (id) => document.getElementById(id);

function element(tag, text, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function size(bytes) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let step = 0;
  let value = bytes;
  while (value >= 1000 && step < units.length - 1) {
    value /= 1000;
    step++;
  }
  return `${value.toFixed(step > 1 ? 1 : 0)} ${units[step]}`;
}

const clock = (instant) => (instant ? new Date(instant).toLocaleString() : 'never');

function screenCard(screen) {
  let card = byId(`screen-${screen.id}`);
  if (!card) {
    card = element('figure');
    card.id = `screen-${screen.id}`;
    const picture = element('img');
    picture.alt = `Live picture of screen ${screen.id}`;
    const caption = element('figcaption');
    caption.append(element('span'), element('span'));
    card.append(picture, caption);
    byId('screens').append(card);
    const next = () => {
      if (!card.isConnected) return;
      picture.src = `api/screens/${encodeURIComponent(screen.id)}/picture?at=${Date.now()}`;
    };
    picture.onload = () => setTimeout(next, 700);
    picture.onerror = () => setTimeout(next, 3000);
    next();
  }
  const [left, right] = card.querySelectorAll('figcaption span');
  const playing = screen.nowPlaying;
  left.textContent = `Screen ${screen.id}: ${playing ? named(playing) : 'nothing to play'}`;
  right.textContent = screen.alive ? `painted ${clock(screen.lastFrameAt)}` : 'not painting';
}

const named = ({ name, mediaFileId }) => name || `media file ${mediaFileId}`;

const syncStates = {
  idle: 'up to date',
  fetching: 'reads the CMS',
  downloading: 'downloads',
  waiting: 'waits before it tries again',
  paused: 'paused (to go on: vitrine sync resume)',
  stopped: 'stopped',
};

function nextVisit({ state, nextAt }) {
  if (state === 'fetching') return 'now';
  return nextAt ? `at ${new Date(nextAt).toLocaleTimeString()}` : 'none planned';
}

/** What has finally failed is not waited for. */
function complete({ complete: isComplete, missing }) {
  const coming = missing.filter(({ failed }) => !failed).length;
  if (coming > 0) return `waits for ${coming}`;
  return isComplete ? 'yes' : 'no';
}

function facts(status) {
  const rows = [
    ['Running since', clock(status.startedAt)],
    ['Content since', status.edition ? clock(status.edition.activatedAt) : 'none yet'],
    ['Complete', status.edition ? complete(status.edition) : '–'],
    [
      'CMS last reached',
      status.sync.lastSuccessAt ? clock(status.sync.lastSuccessAt) : 'not since the start',
    ],
    ['Sync', syncStates[status.sync.state] ?? status.sync.state],
    ['Next visit', nextVisit(status.sync)],
    ['Downloads', `${status.downloads.active} active, ${status.downloads.queued} waiting`],
    ['Stored', `${status.storage.objects} files, ${size(status.storage.bytes)}`],
    ['Free', size(status.storage.freeBytes)],
    ['Display', displayWords(status.display)],
    ...(status.link ? [['Fleet', linkWords(status.link)]] : []),
    ['Time zone', status.clock.zone],
    ['Version', `${status.version} on ${status.host}`],
    ...(status.update.state === 'off' ? [] : [['Release', status.update.sentence]]),
  ];
  byId('facts').replaceChildren(
    ...rows.flatMap(([name, value]) => [element('dt', name), element('dd', value)]),
  );
  const warnings = [...status.warnings];
  if (status.sync.lastError) {
    const { message, remedy } = status.sync.lastError;
    warnings.unshift(remedy ? `${message} ${remedy}` : message);
  }
  byId('warnings').replaceChildren(...warnings.map((text) => element('li', text)));
}

/** Without a link the show goes on: nobody sees it from afar. */
function linkWords({ state, since, why }) {
  const words = state === 'connected' ? `connected since ${clock(since)}` : `no link since ${clock(since)}`;
  return why ? `${words}: ${why.message} ${why.remedy}` : words;
}

function displayWords({ screens, byHand, switches }) {
  const off = screens.filter((screen) => screen.wanted === 'off').map((screen) => screen.id);
  const words = off.length > 0 ? `off (screen ${off.join(', ')})` : 'on';
  const faults = switches.filter((one) => one.why !== null).map((one) => `${one.name}: ${one.why}`);
  return [`${words}${byHand ? ', by hand' : ''}`, ...faults].join('; ');
}

const longestList = 10;

function outlook({ error, received, nextTryAt, failed }) {
  const tried = error ? `${error.message} ` : '';
  if (failed) return `${tried}Given up: the update does not wait for it.`;
  if (nextTryAt) return `${tried}Tried again at ${clock(nextTryAt)}.`;
  return `${tried}${received > 0 ? 'It is under way.' : 'It starts by itself.'}`;
}

const here = (item) =>
  item.size === null ? size(item.received) : `${size(item.received)} of ${size(item.size)}`;

function file(item, isUnderWay, said) {
  const row = element('li', item.name || `media file ${item.mediaFileId}`);
  if (item.size !== null && isUnderWay) {
    const bar = element('progress');
    bar.max = item.size;
    bar.value = item.received;
    bar.setAttribute('aria-label', here(item));
    row.append(bar);
  }
  row.append(element('small', said));
  return row;
}

function list(id, rows, count) {
  const told = rows.slice(0, longestList);
  const rest = count - told.length;
  byId(id).replaceChildren(...told, ...(rest > 0 ? [element('li', `and ${rest} more`)] : []));
}

function timeLeft(seconds) {
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (minutes === 0) return `${seconds} s`;
  return hours === 0 ? `${minutes} min ${seconds % 60} s` : `${hours} h ${minutes % 60} min`;
}

/** What comes in now, and how fast. */
function downloads({ items }) {
  byId('downloads').hidden = items.length === 0;
  const rows = items.map((item) => {
    const left = item.secondsLeft === null ? '' : `, ${timeLeft(item.secondsLeft)} left`;
    return file(item, true, `${here(item)}, ${size(item.bytesPerSecond)}/s${left}`);
  });
  list('under-way', rows, items.length);
}

/** What an update that is on its way still waits for. */
function update(staged) {
  byId('update').hidden = staged === null;
  if (staged === null) return;
  const { missing, missingCount } = staged;
  const files = missingCount === 1 ? '1 file' : `${missingCount} files`;
  byId('waits').textContent =
    missingCount === 0 ? 'An update is about to play' : `An update waits for ${files}`;
  const rows = missing.map((item) =>
    file(item, item.received > 0 && !item.failed, `${here(item)}. ${outlook(item)}`),
  );
  list('missing', rows, missingCount);
}

/** What is not shown whatever the clock says, and what to do. */
function unplayable(files) {
  byId('faults').hidden = files.length === 0;
  list(
    'unplayable',
    files.map((item) => file({ ...item, size: null }, false, item.detail)),
    files.length,
  );
}

function programmeOf(screenId) {
  const made = byId(`programme-${screenId}`);
  if (made) return made;
  const section = element('section');
  section.id = `programme-${screenId}`;
  section.append(element('h2'), element('ol'), element('h2', 'Not playing, and why'), element('ul'));
  byId('programmes').append(section);
  return section;
}

/** `isOnly`: there is one screen, and nobody asks which. */
function programme({ id, nowPlaying: playing }, isOnly, report) {
  const section = programmeOf(id);
  const [title, without] = section.querySelectorAll('h2');
  title.textContent = isOnly ? 'Programme now' : `Programme of screen ${id} now`;
  without.hidden = report.excluded.length === 0;
  section.querySelector('ol').replaceChildren(
    ...report.cues.slice(0, 100).map((cue) => {
      const row = element('li', named(cue), playing?.entryId === cue.entryId ? 'now' : '');
      row.append(
        element(
          'small',
          `${cue.kind}, ${(cue.durationMs / 1000).toFixed(1)} s${cue.sound ? ', with sound' : ''}`,
        ),
      );
      return row;
    }),
  );
  section.querySelector('ul').replaceChildren(
    ...report.excluded.slice(0, 100).map((entry) => {
      const row = element('li', entry.name ?? `entry ${entry.entryId}`);
      row.append(element('small', entry.detail ? `${entry.meaning}: ${entry.detail}` : entry.meaning));
      return row;
    }),
  );
}

/** What was taken away from the player is taken away here. */
function keepScreens(screens) {
  const ids = new Set(screens.flatMap(({ id }) => [`screen-${id}`, `programme-${id}`]));
  for (const shown of [...byId('screens').children, ...byId('programmes').children])
    if (!ids.has(shown.id)) shown.remove();
}

function headline({ screens, sync }) {
  const playing = screens.filter(({ nowPlaying }) => nowPlaying).length;
  const some = screens.length > 1 ? ` on ${playing} of ${screens.length} screens` : '';
  const show = playing > 0 ? `Playing${some}` : 'Nothing to play now';
  if (!sync.lastError) return show;
  const since = sync.lastSuccessAt ? `since ${clock(sync.lastSuccessAt)}` : 'since the start';
  return `${show}. The CMS could not be read ${since}.`;
}

let answeredAt = null;

async function refresh() {
  try {
    const status = await (await fetch('api/status')).json();
    keepScreens(status.screens);
    for (const screen of status.screens) screenCard(screen);
    facts(status);
    downloads(status.downloads);
    unplayable(status.edition?.unplayable ?? []);
    update(status.staged);
    for (const screen of status.screens) {
      const report = await fetch(`api/schedule?limit=100&screen=${encodeURIComponent(screen.id)}`);
      if (report.ok) programme(screen, status.screens.length === 1, await report.json());
    }
    byId('summary').textContent = headline(status);
    const { verdict, sentence, since } = status.health;
    byId('health').className = verdict;
    byId('health').textContent = `${sentence} (${verdict} since ${clock(since)})`;
    answeredAt = Date.now();
    document.body.classList.remove('old');
  } catch {
    const from = answeredAt === null ? '' : ` What is here is from ${clock(answeredAt)}.`;
    byId('summary').textContent = `The player does not answer.${from}`;
    byId('health').textContent = '';
    document.body.classList.add('old');
  }
  setTimeout(refresh, 2000);
}
void refresh();
