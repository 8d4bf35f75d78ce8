// What the broker has of the players of a fleet, as plain values. All of it is hostile text: it is cut, and never HTML.

const longest = 300;
/** A name in a list of a tile. */
const longestName = 80;
const staleMs = 3 * 3600_000;

const words = (value, otherwise = '') => (typeof value === 'string' ? value.slice(0, longest) : otherwise);
const list = (value) => (Array.isArray(value) ? value.slice(0, 50) : []);
const object = (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {});

function parsed(text, translated = (value) => value) {
  try {
    return object(translated(JSON.parse(text)));
  } catch {
    return null;
  }
}

/** `DEVICE` and what it is about; null where the topic is no player's. */
export function addressOf(topic) {
  const [, , , device = '', name = ''] = topic.split('/');
  return device === '' || device.startsWith('$') ? null : { device, name };
}

/** What the broker keeps of each player, and this page reads. */
const retained = ['online', 'state', 'about'];

export class Screens {
  #screens = new Map();
  #translated;

  constructor(translated) {
    this.#translated = translated;
  }

  /** The player that has changed; null: none. One of which the broker keeps nothing any more is gone. */
  hear(topic, text) {
    const address = addressOf(topic);
    if (address === null || !retained.includes(address.name)) return null;
    const { device, name } = address;
    const before = this.#screens.get(device) ?? {
      device,
      online: null,
      state: null,
      kept: [],
      ...aboutOf(''),
    };
    const others = before.kept.filter((one) => one !== name);
    const now = { ...before, kept: text === '' ? others : [...others, name] };
    if (now.kept.length === 0) return this.#screens.delete(device) ? now : null;
    if (name === 'online') now.online = text === 'true' ? true : text === 'false' ? false : null;
    else if (name === 'state') now.state = stateOf(text, this.#translated);
    else Object.assign(now, aboutOf(text));
    this.#screens.set(device, now);
    return now;
  }

  get all() {
    return [...this.#screens.values()];
  }

  get(device) {
    return this.#screens.get(device) ?? null;
  }
}

/** `commands`: null for a player of before, which does not say which ones it takes. */
function aboutOf(text) {
  const reported = parsed(text) ?? {};
  return {
    groups: list(reported.groups).map((group) => words(group)),
    commands: Array.isArray(reported.commands) ? list(reported.commands).map((name) => words(name)) : null,
    isSigned: reported.signed === true,
  };
}

/**
 * The buttons of an action for that player, without those that have nothing to do; `cannot`: the message that says why one is
 * disabled. Null: the player is not known.
 */
export function offersOf(screen, buttons) {
  if (screen === null) return [];
  const { commands, isSigned, state } = screen;
  return buttons
    .filter(({ key, name }) => !state?.already.includes(key) && (commands?.includes(name) ?? true))
    .map((button) => {
      const cannot = isSigned ? unsigned : state?.cannot[button.like ?? button.key];
      return { ...button, cannot: typeof cannot?.code === 'string' ? cannot : null };
    });
}

/** This page has no key to sign with. */
const unsigned = { code: 'command-refused.unsigned' };

function stateOf(text, translated) {
  const reported = text.length > 8192 ? null : parsed(text, translated);
  if (reported === null || !['well', 'attention', 'dark'].includes(reported.verdict)) return null;
  // A state that was cut to fit lacks it: such a player is not behind.
  const edition =
    reported.edition === null || reported.edition === undefined ? null : object(reported.edition);
  const lastSync = Date.parse(words(object(reported.sync).lastSuccessAt));
  return {
    name: words(reported.name).slice(0, longestName),
    verdict: reported.verdict,
    sentence: words(reported.sentence),
    reasons: list(reported.reasons).map((one) => ({
      code: words(object(one).code),
      screen: words(object(one).screenId) || null,
    })),
    screens: list(reported.screens).map((one) => ({
      id: words(object(one).id),
      isOff: object(one).wanted === 'off',
      seen: words(object(one).seen),
    })),
    since: Date.parse(words(reported.since)) || null,
    at: Date.parse(words(reported.at)) || null,
    playing: list(reported.playing).map((one) => ({
      name: words(object(one).name),
      screen: words(object(one).screenId),
    })),
    edition: edition && {
      id: words(edition.id),
      isComplete: edition.complete === true,
      failing: list(edition.failing).map((name, at) => ({
        name: words(name),
        why: words(list(edition.why)[at]),
      })),
      failingCount: Number.isSafeInteger(edition.unplayable) ? edition.unplayable : 0,
    },
    isStaged: reported.staged !== null && reported.staged !== undefined && isWaiting(object(reported.staged)),
    // Earlier players do not report `coming`: then assume that an incomplete edition is on its way.
    isComing: object(reported.sync).coming !== false,
    lastSync: Number.isNaN(lastSync) ? null : lastSync,
    version: words(reported.version),
    update: words(object(reported.update).sentence),
    cannot: object(reported.cannot),
    already: list(reported.already),
  };
}

/** How far the fleet's rollout is, as its runner reports; null: there is none, or it cannot be read. */
export function rolloutOf(text, translated) {
  const reported = text.length > 8192 ? null : parsed(text, translated);
  if (reported === null || !['running', 'stopped', 'done'].includes(reported.state)) return null;
  const number = (value) => (Number.isSafeInteger(value) ? value : 0);
  const { asked, kept, failed } = object(reported.counts);
  return {
    state: reported.state,
    version: words(reported.version),
    step: number(reported.step),
    steps: number(reported.steps),
    counts: { asked: number(asked), kept: number(kept), failed: number(failed) },
    sentence: words(reported.sentence),
  };
}

/** Whether an update still waits for a file, or is about to play: one that has only failed files does neither. */
const isWaiting = ({ missing, failed = 0 }) => missing === undefined || missing === 0 || missing > failed;

/** How far a player is behind: green, yellow: on its way, orange: files have failed, red: it has not seen the CMS for hours. */
export function lagOf({ state }, now) {
  if (state === null || state.edition === null) return 'none';
  if (state.lastSync === null || now - state.lastSync > staleMs) return 'red';
  if (state.isStaged || (!state.edition.isComplete && state.isComing)) return 'yellow';
  return state.edition.isComplete ? 'green' : 'orange';
}

/** All of its screens are off by plan, as it last reported. */
export const isOff = ({ state }) =>
  state !== null && state.screens.length > 0 && state.screens.every((screen) => screen.isOff);

/** How a player is to whoever looks at the wall. One that was switched off by plan may be without power. */
export function standingOf(screen) {
  const { state, online } = screen;
  if (state === null) return 'unread';
  if (state.verdict !== 'well') return state.verdict;
  return online === true || isOff(screen) ? 'well' : 'offline';
}

const ranks = ['dark', 'attention', 'unread', 'offline', 'well'];

/** Those that need attention: the worst first and, of those, what lasts longest. Then all others by name. */
export function sorted(screens) {
  return screens
    .map((screen) => ({ screen, standing: standingOf(screen) }))
    .toSorted(
      (one, other) =>
        ranks.indexOf(one.standing) - ranks.indexOf(other.standing) ||
        (one.standing === 'well' ? 0 : (sinceOf(one) ?? 0) - (sinceOf(other) ?? 0)) ||
        nameOrder.compare(nameOf(one.screen), nameOf(other.screen)),
    );
}

const nameOrder = new Intl.Collator('en', { numeric: true });

/** Since when it is so; of a player that is offline, its last report. */
export const sinceOf = ({ screen: { state }, standing }) =>
  (standing === 'offline' ? state?.at : state?.since) ?? null;

/** The name that people have given it, else the one at the broker. */
export const nameOf = ({ device, state }) => state?.name || device;

/** `standing`: one of them, `offline` also of a player that has another problem, or empty. */
export function fits({ screen, standing }, { search, group, standing: wanted }) {
  const { device, state, groups, online } = screen;
  if (group !== '' && !groups.includes(group)) return false;
  if (wanted === 'offline' ? online === true : wanted !== '' && kinds[wanted]?.includes(standing) !== true)
    return false;
  if (search === '') return true;
  const names = [...(state?.playing ?? []), ...(state?.edition?.failing ?? [])].map(({ name }) => name);
  return [device, state?.name, state?.sentence, state?.version, ...groups, ...names]
    .join(' ')
    .toLowerCase()
    .includes(search.toLowerCase());
}

/** A player without a readable report counts as one with a warning. */
const kinds = { dark: ['dark'], attention: ['attention', 'unread'], well: ['well'] };

/** How many are in each state, for the headline and the filter. */
export function countsOf(all) {
  const count = (holds) => all.filter(holds).length;
  return {
    all: all.length,
    needs: count(({ standing }) => standing !== 'well'),
    dark: count(({ standing }) => standing === 'dark'),
    attention: count(({ standing }) => kinds.attention.includes(standing)),
    well: count(({ standing }) => standing === 'well'),
    offline: count(({ screen }) => screen.online !== true),
  };
}

/** The screen that a tile shows: the one with a problem, else the first. */
export function mainScreenOf({ state }) {
  const troubled = state?.reasons.find(({ screen }) => screen !== null)?.screen;
  return troubled ?? state?.screens[0]?.id ?? null;
}

/** What helps most with a problem, by its code. */
const helps = {
  'off-by-hand': 'display-auto',
  'display-not-switched': 'display-auto',
  'sync-paused': 'sync-resume',
  'safe-mode': 'safe-mode-off',
  'not-painting': 'restart-browser',
  'loop-late': 'restart-player',
  'release-lost': 'update-now',
  unplayable: 'sync',
  unassigned: 'sync',
  'playlist-empty': 'sync',
  'no-show': 'sync',
};

export const helpOf = (code) => helps[code] ?? 'doctor';

/** The offer to show first; null: none of them can work now. */
export function primaryOf({ state }, offers) {
  const reasons = state?.reasons ?? [];
  const wanted = [
    ...reasons.map(({ code }) => helpOf(code)),
    ...(reasons.length === 0 ? ['sync', 'identify', 'picture'] : ['doctor', 'sync']),
  ];
  const possible = offers.filter(({ cannot }) => cannot === null);
  return wanted.map((key) => possible.find((offer) => offer.key === key)).find(Boolean) ?? null;
}
