import { confirm } from './confirm.js';
import { dialog, facts, fill, make } from './element.js';
import { menuButton } from './menu.js';
import { withoutCommands } from './plain-text.js';
import { helpOf, lagOf, mainScreenOf, nameOf, offersOf, primaryOf, sinceOf, standingOf } from './screens.js';
import { openSend } from './send.js';
import { lampOf, sentenceOf } from './tile.js';
import { known, lasted, lastedFor, say, when, write } from './words.js';

/** Opening a player shows a picture that is at most this old. */
const recentMs = 15_000;

/** Everything about one player. `needs`: buttons, isUp(), screen(device), pictures(), commands, closed(device). */
export function openDetails(device, needs) {
  const title = make('span', { id: 'details-name' });
  const verdict = make('div', {});
  const views = make('div', { class: 'views' });
  const todo = make('div', { class: 'stack' });
  const primary = make('span', {});
  const menu = menuButton(say('fleet.actions'), () => menuGroups(), { id: 'more' });
  const answer = make('div', { id: 'answer', role: 'status' });
  const rows = make('div', {});
  const offers = () => offersOf(needs.screen(device), needs.buttons);
  let box = null;
  update();
  box = dialog(
    title,
    say('page.close'),
    make(
      'div',
      { class: 'detail-columns' },
      views,
      make(
        'div',
        { class: 'stack' },
        verdict,
        todo,
        make('div', { class: 'row' }, primary, menu.element),
        answer,
      ),
    ),
    rows,
  );
  box.id = 'details';
  box.addEventListener('close', () => needs.closed(device));

  function run(offer) {
    const those = [needs.screen(device)];
    if (offer.fields) openSend(needs, offer, those, offer.fields(those, needs.commands));
    else if (offer.ask) confirm(offer, () => send(offer));
    else send(offer);
  }

  function send(offer) {
    const { label } = offer;
    answer.replaceChildren(make('p', { class: 'soft' }, say('fleet.sent', { label })));
    needs.commands.send(device, offer, (state, reason, value) => {
      answer.replaceChildren(...answerParts(offer, state, reason, value));
    });
  }

  function menuGroups() {
    const isDown = !needs.isUp();
    return [...Map.groupBy(offers(), ({ group }) => group)].map(([group, some]) => ({
      title: say(`action.group.${group}`),
      items: some.map((offer) => ({
        key: offer.key,
        label: offer.label,
        why: isDown ? say('fleet.no-link') : offer.cannot && write(offer.cannot),
        run: () => run(offer),
      })),
    }));
  }

  function update() {
    const screen = needs.screen(device);
    // Decommissioned while somebody looks at it.
    if (screen === null) return box?.close();
    const now = Date.now();
    const one = { screen, standing: standingOf(screen) };
    title.textContent = withoutCommands(nameOf(screen));
    fill(verdict, [one.standing, sentenceOf(one), lasted(sinceOf(one) ?? now, now)], () =>
      verdictOf(one, now),
    );
    const list = todoOf(one, offers());
    fill(todo, list, () => todoParts(list, screen.state?.edition));
    const best = needs.isUp() ? primaryOf(screen, offers()) : null;
    fill(primary, [best], () =>
      best === null
        ? []
        : make(
            'button',
            {
              type: 'button',
              id: 'primary',
              class: 'primary',
              'data-key': best.key,
              onclick: () => run(best),
            },
            best.label,
          ),
    );
    const table = rowsOf(screen, now);
    fill(rows, table, () => facts(table));
    const screens = screensOf(screen);
    fill(views, screens, () => screens.map((id) => viewOf(id, screens.length)));
    for (const view of views.children) show(view, screen);
  }

  function show(view, screen) {
    const id = view.dataset.screen || null;
    needs.pictures().request(screen, id, view.dataset.requested === 'yes' ? undefined : recentMs);
    view.dataset.requested = 'yes';
    const { kept, why } = needs.pictures().of(screen, id);
    const [frame] = view.children;
    const [none, picture] = frame.children;
    none.textContent = withoutCommands(typeof why === 'string' ? why : write(why));
    frame.classList.toggle('is-there', kept !== null);
    picture.hidden = kept === null;
    if (kept !== null && picture.src !== kept.url) picture.src = kept.url;
    picture.alt = say('fleet.picture.of', { device: nameOf(screen) });
    view.lastChild.textContent = kept === null ? '' : say('fleet.picture.at', { time: when(kept.at) });
  }

  return { update, close: () => box.close() };
}

function verdictOf({ screen, standing }, now) {
  const since = sinceOf({ screen, standing });
  return make(
    'div',
    { class: 'verdict', 'data-verdict': lampOf(standing) },
    make('span', { class: `lamp ${lampOf(standing)}` }),
    make(
      'div',
      {},
      make('p', { class: 'sentence' }, sentenceOf({ screen, standing })),
      since !== null && standing !== 'well'
        ? make('p', { class: 'soft small' }, lastedFor(since, now))
        : null,
    ),
  );
}

/** What to do, one line for each problem: a button where one helps. */
function todoOf({ screen, standing }, offers) {
  const { state, online } = screen;
  const files = state?.edition?.failing ?? [];
  const lines = [...new Set((state?.reasons ?? []).map(({ code }) => code))].flatMap((code) => {
    if (code === 'unplayable') return [say('fleet.files.remedy')];
    const cure =
      cures.includes(code) && offers.find(({ key, cannot }) => key === helpOf(code) && cannot === null);
    if (cure) return [say('fleet.todo.press', { label: cure.label })];
    return known(`health.${code}.remedy`) ? [say(`health.${code}.remedy`)] : [];
  });
  if (standing === 'unread') lines.push(say('fleet.unread.remedy'));
  else if (online !== true) lines.push(say('fleet.offline.remedy'));
  return { lines, files };
}

/** Problems that the button ends. */
const cures = ['off-by-hand', 'sync-paused'];

function todoParts({ lines, files }, edition) {
  if (lines.length === 0 && files.length === 0) return [];
  const rest = Math.max(0, (edition?.failingCount ?? 0) - files.length);
  return [
    lines.length === 0
      ? null
      : make(
          'section',
          { class: 'stack tight', id: 'todo' },
          make('h3', {}, say('fleet.todo')),
          make(
            'ul',
            { class: 'dots' },
            lines.map((line) => make('li', {}, line)),
          ),
        ),
    files.length === 0
      ? null
      : make(
          'section',
          { class: 'stack tight', id: 'failing' },
          make('h3', {}, say('fleet.files')),
          make(
            'ul',
            { class: 'list' },
            files.map(({ name, why }) =>
              make(
                'li',
                {},
                make(
                  'div',
                  { class: 'grow' },
                  make('strong', {}, name),
                  why ? make('p', { class: 'soft small' }, why) : null,
                ),
              ),
            ),
            rest > 0 ? make('li', { class: 'soft' }, say('fleet.failing.more', { count: rest })) : null,
          ),
        ),
  ];
}

function screensOf(screen) {
  const ids = (screen.state?.screens ?? []).map(({ id }) => id);
  return ids.length === 0 ? [mainScreenOf(screen) ?? ''] : ids;
}

function viewOf(id, count) {
  return make(
    'figure',
    { class: 'view', 'data-screen': id },
    make(
      'div',
      { class: 'frame' },
      make('p', { class: 'no-picture' }),
      make('img', { alt: '', hidden: true }),
    ),
    count > 1 ? make('figcaption', {}, say('fleet.screen', { id })) : null,
    make('p', { class: 'soft small' }),
  );
}

function rowsOf({ device, state, online, groups, ...screen }, now) {
  const at = (instant) => (instant === null || instant === undefined ? '–' : when(instant));
  const edition = state?.edition
    ? say(state.edition.isComplete ? 'fleet.edition.complete' : 'fleet.edition.incomplete', {
        id: state.edition.id.slice(0, 12),
      })
    : say('fleet.edition.none');
  const playing = (state?.playing ?? []).map((one) =>
    (state?.screens.length ?? 0) > 1 ? say('fleet.plays.on', one) : one.name,
  );
  return [
    [say('fleet.plays'), playing.join(', ') || say('fleet.plays.nothing')],
    [say('fleet.content'), say(`fleet.lag.${lagOf({ state, ...screen }, now)}`)],
    [say('fleet.cms'), at(state?.lastSync)],
    [say('fleet.link'), say(online === true ? 'fleet.link.up' : 'fleet.link.down')],
    [say('fleet.reported'), at(state?.at)],
    [say('fleet.release'), [state?.version || '–', state?.update].filter(Boolean).join('. ')],
    [say('fleet.edition'), edition],
    [say('fleet.groups'), groups.join(', ') || say('fleet.groups.none')],
    [say('fleet.device'), device],
  ];
}

const refusals = { refused: 'fleet.refused.command' };
const grades = { ok: 'well', warn: 'attention', fail: 'dark' };

/** What became of a command: the texts of its button, and what it reads. */
function answerParts({ label, reads, done }, state, reason, value) {
  if (state === 'accepted') return [make('p', { class: 'soft' }, say('fleet.accepted', { label }))];
  if (state !== 'done')
    return [make('p', { class: 'notice dark' }, say(refusals[state] ?? 'fleet.failed', { label, reason }))];
  const sentence =
    typeof value === 'string' && value !== 'done' ? value : (done ?? say('fleet.done', { label }));
  const notice = make('p', { class: 'notice well' }, sentence);
  if (!reads || !Array.isArray(value)) return [notice];
  return [notice, make('ol', { class: 'log', tabindex: 0, 'aria-label': label }, value.map(line))];
}

/** A line of the log, or what the diagnostics have found. */
function line(value) {
  if (typeof value === 'string') return make('li', {}, value);
  const { result, message, remedy } = value ?? {};
  return make(
    'li',
    { class: 'row plain' },
    make('span', { class: `lamp ${grades[result] ?? ''}` }),
    make('span', { class: 'grow' }, [message, remedy].filter((text) => typeof text === 'string').join(' ')),
  );
}
