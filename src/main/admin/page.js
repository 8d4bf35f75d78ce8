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
      picture.src = `api/screens/${encodeURIComponent(screen.id)}/picture?at=${Date.now()}`;
    };
    picture.onload = () => setTimeout(next, 700);
    picture.onerror = () => setTimeout(next, 3000);
    next();
  }
  const [left, right] = card.querySelectorAll('figcaption span');
  const playing = screen.nowPlaying;
  left.textContent = `Screen ${screen.id}: ${playing ? `${playing.kind}, entry ${playing.entryId}` : 'nothing to play'}`;
  right.textContent = screen.alive ? `painted ${clock(screen.lastFrameAt)}` : 'not painting';
}

function nextVisit({ state, nextAt }) {
  if (state === 'fetching') return 'now';
  return nextAt ? `at ${new Date(nextAt).toLocaleTimeString()}` : 'none planned';
}

function facts(status) {
  const rows = [
    ['Showing since', clock(status.startedAt)],
    ['Host', status.host],
    ['Edition', status.edition ? status.edition.id.slice(0, 12) : 'none yet'],
    [
      'Complete',
      status.edition ? (status.edition.complete ? 'yes' : `waits for ${status.edition.missing.length}`) : '–',
    ],
    [
      'CMS last reached',
      status.sync.lastSuccessAt ? clock(status.sync.lastSuccessAt) : 'not since the start',
    ],
    ['Sync', status.sync.state === 'paused' ? 'paused (to go on: vitrine sync resume)' : status.sync.state],
    ['Next visit', nextVisit(status.sync)],
    ['Downloads', `${status.downloads.active} active, ${status.downloads.queued} waiting`],
    ['Stored', `${status.storage.objects} files, ${size(status.storage.bytes)}`],
    ['Free', size(status.storage.freeBytes)],
    ['Time zone', status.clock.zone],
    ['Version', status.version],
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

function programme(report, playing) {
  byId('cues').replaceChildren(
    ...report.cues.slice(0, 100).map((cue) => {
      const row = element(
        'li',
        `${cue.name ?? cue.mediaFileId}`,
        playing?.entryId === cue.entryId ? 'now' : '',
      );
      row.append(
        element(
          'small',
          `${cue.kind}, ${(cue.durationMs / 1000).toFixed(1)} s${cue.sound ? ', with sound' : ''}`,
        ),
      );
      return row;
    }),
  );
  byId('excluded').replaceChildren(
    ...report.excluded.slice(0, 100).map((entry) => {
      const row = element('li', entry.name ?? `entry ${entry.entryId}`);
      row.append(element('small', entry.detail ? `${entry.reason}: ${entry.detail}` : entry.reason));
      return row;
    }),
  );
}

async function refresh() {
  try {
    const status = await (await fetch('api/status')).json();
    for (const screen of status.screens) screenCard(screen);
    facts(status);
    downloads(status.downloads);
    update(status.staged);
    const { verdict, sentence, since } = status.health;
    byId('summary').textContent = status.nowPlaying ? 'Playing' : 'Nothing to play now';
    byId('health').className = verdict;
    byId('health').textContent = `${sentence} (${verdict} since ${clock(since)})`;
    const report = await fetch('api/schedule?limit=100');
    if (report.ok) programme(await report.json(), status.nowPlaying);
  } catch {
    byId('summary').textContent = 'The player does not answer.';
    byId('health').textContent = '';
  }
  setTimeout(refresh, 2000);
}
void refresh();
