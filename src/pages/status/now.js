import { actionsCard } from './actions.js';
import { ask, now } from './ask.js';
import { card, facts, fill, icon, make } from './element.js';
import { clock, clockSeconds, length, share, size, when } from './format.js';
import { interruptsCard } from './interrupts.js';
import { livePicture } from './picture.js';
import { withoutCommands } from './plain-text.js';
import { playerFacts, playerRows } from './player-rows.js';
import { named, screenName } from './sentences.js';
import { say } from './words.js';

/** Length of the list of upcoming items. */
const mostNext = 6;
const scheduleEveryMs = 15_000;

/** The items on the screens, the upcoming ones, and the state of the player. */
export function openNow(root, { session }) {
  const verdict = make('section', { class: 'verdict', role: 'status' });
  const screens = make('div', { class: 'screens' });
  const side = make('div', { class: 'side stack' });
  const [content, player] = [make('div', { class: 'stack' }), make('div', {})];
  const actions = session.mayAct ? actionsCard() : null;
  const interrupts = session.mayAct ? interruptsCard() : null;
  side.append(
    content,
    ...(actions ? [actions.element] : []),
    ...(interrupts ? [interrupts.element] : []),
    player,
  );
  root.append(verdict, screens, side);
  const cards = new Map();

  return {
    update(status) {
      fill(verdict, [status.health.verdict, status.health.sentence, status.health.since], () =>
        verdictParts(status.health),
      );
      verdict.dataset.verdict = status.health.verdict;
      void actions?.update();
      void interrupts?.update(status.screens.map(({ id }) => id));
      for (const screen of status.screens) {
        const known = cards.get(screen.id) ?? screenCard(screen.id);
        cards.set(screen.id, known);
        if (!known.element.isConnected) screens.append(known.element);
        known.update(screen, status);
      }
      for (const [id, one] of cards)
        if (!status.screens.some((screen) => screen.id === id)) {
          one.stop();
          one.element.remove();
          cards.delete(id);
        }
      screens.classList.toggle('many', cards.size > 1);
      fill(content, contentFacts(status), () => contentParts(status));
      fill(player, playerFacts(status), () => card(say('page.now.player'), facts(playerRows(status))));
    },
    stop: () => {
      for (const one of cards.values()) one.stop();
    },
  };
}

function verdictParts({ verdict, since, reasons, sentence }) {
  const others = (reasons ?? []).slice(1, 4);
  return [
    make('span', { class: `lamp ${verdict}` }),
    make(
      'div',
      {},
      make('p', { class: 'sentence' }, sentence),
      others.map((other) => make('p', { class: 'soft' }, other.sentence)),
      make('p', { class: 'soft small' }, say('page.now.since', { time: when(since) })),
    ),
    verdict === 'well' ? null : make('a', { class: 'button end', href: '#trouble' }, say('page.now.more')),
  ];
}

function screenCard(id) {
  const picture = livePicture(id);
  const name = make('h2', { class: 'playing' });
  const line = make('p', { class: 'soft' });
  const plan = make('p', { class: 'soft', hidden: true });
  const bar = make('progress', { class: 'bar', max: 1, 'aria-label': say('page.now.progress') });
  const next = make('ol', { class: 'list next' });
  const beside = make('ul', { class: 'list next' });
  const label = make('p', { class: 'label' });
  const element = make(
    'section',
    { class: 'card screen', 'aria-label': screenName(id) },
    picture.element,
    make('div', { class: 'stack' }, make('div', {}, label, name, line, plan), bar, next, beside),
  );
  let report = null;
  let requestedAt = 0;
  let requestedFor = '';
  let playing = null;
  let latest = null;
  const tick = setInterval(() => progress(bar, playing, report), 500);

  const learn = async (screen) => {
    const key = screen.nowPlaying?.cueId ?? '';
    if (key === requestedFor && Date.now() - requestedAt < scheduleEveryMs) return;
    [requestedAt, requestedFor] = [Date.now(), key];
    // Without an edition nothing is upcoming.
    report = await ask(`api/schedule?limit=200&screen=${encodeURIComponent(id)}`).catch(() => null);
  };

  const draw = () => {
    const [screen, status] = latest;
    playing = screen.nowPlaying;
    const seen = status.health.screens.find((one) => one.id === id);
    const isOff = seen?.wanted === 'off';
    const off = status.display.byHand?.wanted === 'off' ? 'page.now.display-off-open' : 'page.now.off';
    picture.say(say(isOff ? off : 'page.now.no-picture'));
    const [, zone] = playing?.screenId.split('/') ?? [];
    const place = status.screens.length > 1 ? screenName(id) : say('page.now.now');
    label.textContent = zone === undefined ? place : `${place} · ${zone}`;
    const others = screen.zones?.filter((one) => one.id !== zone) ?? [];
    beside.hidden = others.length === 0;
    fill(beside, others, () => others.map(zoneRow));
    name.textContent = playing ? withoutCommands(named(playing)) : say(isOff ? off : 'page.now.nothing');
    line.textContent = playing
      ? [
          say(`page.kind.${playing.kind}`),
          say('page.now.started', { time: clockSeconds(playing.startedAt) }),
          sound(report?.cues[cueOf(report, playing)], screen),
        ]
          .filter(Boolean)
          .join(' · ')
      : withoutCommands(seen?.why ?? '');
    const until = status.display.screens.find((one) => one.id === id)?.until ?? null;
    plan.hidden = until === null;
    if (until !== null)
      plan.textContent = say(`page.now.switches-${isOff ? 'on' : 'off'}`, { time: when(until) });
    bar.hidden = playing === null;
    progress(bar, playing, report);
  };
  return {
    element,
    /** The current item is known at once; the upcoming ones need another request. */
    async update(screen, status) {
      latest = [screen, status];
      draw();
      await learn(screen);
      draw();
      fill(next, upcoming(report, playing), () => nextRows(report, playing));
    },
    stop() {
      clearInterval(tick);
      picture.stop();
    },
  };
}

/** What another zone of the screen plays. */
function zoneRow({ id, nowPlaying }) {
  return make(
    'li',
    {},
    nowPlaying && icon(nowPlaying.kind),
    make('span', { class: 'grow' }, nowPlaying ? named(nowPlaying) : say('page.now.nothing')),
    make('span', { class: 'soft small' }, id),
  );
}

const loud = ['video', 'audio', 'page'];

/** Sound and volume; empty for silent media. */
function sound(cue, { volume }) {
  if (!cue || !loud.includes(cue.kind)) return null;
  if (!cue.sound) return say('page.now.mute');
  return volume === null ? null : say('page.now.sound', { volume: share(volume / 100) });
}

const cueOf = (report, playing) => report?.cues.findIndex((cue) => cue.entryId === playing?.entryId) ?? -1;

function progress(bar, playing, report) {
  const cue = report?.cues[cueOf(report, playing)];
  if (!playing || !cue) return bar.removeAttribute('value');
  bar.value = Math.min(Math.max((now() - Date.parse(playing.startedAt)) / cue.durationMs, 0), 1);
}

/** The cues after the current one, each with its start. */
function upcoming(report, playing) {
  const index = cueOf(report, playing);
  if (!report || report.cues.length < 2 || index < 0 || report.shuffled) return [];
  let at = Date.parse(playing.startedAt);
  const count = Math.min(mostNext, report.cues.length - 1);
  return Array.from({ length: count }, (_, step) => {
    const cue = report.cues[(index + 1 + step) % report.cues.length];
    at += report.cues[(index + step) % report.cues.length].durationMs;
    return { at, name: named(cue), kind: cue.kind, durationMs: cue.durationMs };
  }).filter((one) => !report.nextChangeAt || one.at < Date.parse(report.nextChangeAt));
}

function nextRows(report, playing) {
  const rows = upcoming(report, playing).map(({ at, name, kind, durationMs }, index) =>
    make(
      'li',
      {},
      make('span', { class: 'time' }, clockSeconds(at)),
      icon(kind),
      make(
        'span',
        { class: 'grow' },
        index === 0 ? make('span', { class: 'unseen' }, `${say('page.now.next')} `) : null,
        name,
      ),
      make('span', { class: 'soft small' }, length(durationMs)),
    ),
  );
  if (report?.shuffled && report.cues.length > 1)
    rows.push(make('li', { class: 'soft' }, say('page.now.shuffled', { count: report.cues.length })));
  if (playing && report?.cues.length === 1) rows.push(make('li', { class: 'soft' }, say('page.now.only')));
  if (report?.nextChangeAt)
    rows.push(make('li', { class: 'soft' }, say('page.now.changes', { time: when(report.nextChangeAt) })));
  return rows;
}

const contentFacts = ({ source, sync, staged, downloads, edition, update }) => [
  source,
  [sync.state, sync.lastSuccessAt, sync.lastError?.message, update.sentence, edition?.unplayable.length],
  [
    staged?.missingCount,
    staged?.failedCount,
    staged?.isEmpty,
    downloads.goal,
    downloads.items.map(({ received }) => received),
  ],
];

/** Whether the show is up to date with the CMS, and what is pending. */
function contentParts({ source, sync, staged, downloads, edition, update, warnings }) {
  const isStale = sync.lastError !== null;
  const coming = staged === null ? 0 : staged.missingCount - staged.failedCount;
  const isStuck = coming === 0 && (staged?.failedCount ?? 0) > 0;
  const isEmpty = staged?.isEmpty === true;
  const lamp = isStale || isStuck || isEmpty || edition === null ? 'attention' : 'well';
  const goal = downloads.goal;
  const failing = edition?.unplayable.length ?? 0;
  const fresh =
    edition === null
      ? 'health.no-show'
      : isEmpty
        ? 'page.now.empty'
        : isStuck
          ? 'page.now.stuck'
          : 'page.now.fresh';
  const sentence = isStale
    ? say('page.now.cms-silent', { time: when(sync.lastSuccessAt) })
    : coming > 0
      ? say('page.now.coming', { count: coming })
      : say(sync.state === 'paused' ? 'page.now.paused' : fresh);
  return [
    make(
      'section',
      { class: 'card stack' },
      make('h2', {}, say('page.now.content')),
      make(
        'p',
        { class: 'row plain' },
        make('span', { class: `lamp ${lamp}` }),
        make('span', { class: 'grow' }, sentence),
      ),
      goal?.bytes
        ? make(
            'label',
            { class: 'soft small' },
            make('progress', { class: 'bar', max: goal.bytes, value: goal.bytesHere }),
            say('page.now.goal', { here: size(goal.bytesHere), all: size(goal.bytes) }),
          )
        : null,
      isStale ? make('p', { class: 'soft' }, sync.lastError.message, ' ', sync.lastError.remedy) : null,
      isStale && edition ? make('p', {}, say('page.now.plays-on')) : null,
      failing > 0
        ? make('p', {}, make('a', { href: '#files' }, say('page.now.failing', { count: failing })))
        : null,
      facts([
        [say('page.now.last-sync'), when(sync.lastSuccessAt)],
        [say('page.now.next-visit'), sync.nextAt ? clock(sync.nextAt) : null],
        [say('page.now.shown-since'), edition ? when(edition.activatedAt) : null],
        [say('page.now.playlist'), source?.playlists.join(', ') || null],
        [source && say(`page.now.${source.kind}`), source && source.kind !== 'playlist' ? source.name : null],
        [say('page.now.cms'), source?.cms],
        [say('page.now.release'), releaseWords(update)],
      ]),
      (warnings ?? []).map((text) => make('p', { class: 'notice attention' }, text)),
    ),
  ];
}

const releaseWords = ({ state, sentence }) => (state === 'off' ? null : sentence);
