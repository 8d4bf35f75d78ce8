// What the broker has of the players of a fleet, as plain values. All of it is hostile text: it is cut, and never HTML.

const longest = 300;
const staleMs = 3 * 3600_000;

const words = (value, otherwise = '') => (typeof value === 'string' ? value.slice(0, longest) : otherwise);
const list = (value) => (Array.isArray(value) ? value.slice(0, 50) : []);
const object = (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {});

function parsed(text, translated = (reported) => reported) {
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

export class Screens {
  #screens = new Map();
  #translated;

  constructor(translated) {
    this.#translated = translated;
  }

  /** The player that has changed; null: none. */
  hear(topic, text) {
    const address = addressOf(topic);
    if (address === null) return null;
    const { device, name } = address;
    const before = this.#screens.get(device) ?? { device, online: null, state: null, ...aboutOf('') };
    const now = { ...before };
    if (name === 'online') now.online = text === 'true' ? true : text === 'false' ? false : null;
    else if (name === 'state') now.state = stateOf(text, this.#translated);
    else if (name === 'about') Object.assign(now, aboutOf(text));
    else return null;
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
  const said = parsed(text) ?? {};
  return {
    groups: list(said.groups).map((group) => words(group)),
    commands: Array.isArray(said.commands) ? list(said.commands).map((name) => words(name)) : null,
    isSigned: said.signed === true,
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
      const cannot = isSigned ? unsigned : state?.cannot[button.key];
      return { ...button, cannot: typeof cannot?.code === 'string' ? cannot : null };
    });
}

/** This page has no key to sign with. */
const unsigned = { code: 'command-refused.unsigned' };

function stateOf(text, translated) {
  const said = text.length > 8192 ? null : parsed(text, translated);
  if (said === null || !['well', 'attention', 'dark'].includes(said.verdict)) return null;
  // A state that was cut to fit lacks it: such a player is not behind.
  const edition = said.edition === null || said.edition === undefined ? null : object(said.edition);
  const lastSync = Date.parse(words(object(said.sync).lastSuccessAt));
  return {
    verdict: said.verdict,
    sentence: words(said.sentence),
    since: Date.parse(words(said.since)) || null,
    at: Date.parse(words(said.at)) || null,
    playing: list(said.playing).map((one) => ({
      name: words(object(one).name),
      screen: words(object(one).screenId),
    })),
    edition: edition && {
      id: words(edition.id),
      isComplete: edition.complete === true,
      failing: list(edition.failing).map((name) => words(name)),
    },
    isStaged: said.staged !== null && said.staged !== undefined && isWaiting(object(said.staged)),
    // A player of before does not tell: then an incomplete edition is on its way.
    isComing: object(said.sync).coming !== false,
    lastSync: Number.isNaN(lastSync) ? null : lastSync,
    version: words(said.version),
    update: words(object(said.update).sentence),
    cannot: object(said.cannot),
    already: list(said.already),
  };
}

/** How far the fleet's rollout is, as its runner reports; null: there is none, or it cannot be read. */
export function rolloutOf(text, translated) {
  const said = text.length > 8192 ? null : parsed(text, translated);
  if (said === null || !['running', 'stopped', 'done'].includes(said.state)) return null;
  const number = (value) => (Number.isSafeInteger(value) ? value : 0);
  const { asked, kept, failed } = object(said.counts);
  return {
    state: said.state,
    version: words(said.version),
    step: number(said.step),
    steps: number(said.steps),
    counts: { asked: number(asked), kept: number(kept), failed: number(failed) },
    sentence: words(said.sentence),
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

const rank = { dark: 0, attention: 1, well: 2 };

/** The worst first and, of those, what lasts longest. */
export function sorted(screens) {
  const rankOf = ({ state }) => (state === null ? 1 : rank[state.verdict]);
  return screens.toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      (rankOf(one) < 2 ? (one.state?.since ?? 0) - (other.state?.since ?? 0) : 0) ||
      one.device.localeCompare(other.device, 'en', { numeric: true }),
  );
}

export function fits({ device, state, groups, online }, { search, group, verdict, unlinked }) {
  const text =
    `${device} ${state?.sentence ?? ''} ${state?.version ?? ''} ${state?.playing.map(({ name }) => name).join(' ') ?? ''}`.toLowerCase();
  return (
    text.includes(search.toLowerCase()) &&
    (group === '' || groups.includes(group)) &&
    (verdict === '' || state?.verdict === verdict) &&
    (!unlinked || online !== true)
  );
}

/** As a text's key with a number: minutes, hours or days. */
export function lasting(since, now) {
  const minutes = Math.max(0, Math.floor((now - since) / 60_000));
  if (minutes < 60) return ['minutes', minutes];
  return minutes < 48 * 60 ? ['hours', Math.floor(minutes / 60)] : ['days', Math.floor(minutes / 1440)];
}
