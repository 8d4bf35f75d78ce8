import { mainScreenOf } from './screens.js';

const everyMs = 5 * 60_000;
const lookMs = 1_000;
const silentMs = 20_000;
/** After a failure: a player that cannot take one now is left alone for a while. */
const againMs = 60_000;
/** Several players answer at once; more would slow down a phone's line. */
const mostUnderWay = 6;
/** Two screens full of tiles, at up to 100 KB each. */
const mostKept = 240;
const largest = 200_000;

/**
 * The last picture of each player whose tile is in sight, as the players publish them: the page requests one when a tile comes
 * into sight, and again every five minutes. `ask(device, args, heard, denied)` sends the command.
 */
export class Pictures {
  #needs;
  /** By device and screen: `{ url, at }`, the latest last. */
  #kept = new Map();
  /** By device and screen: `{ at, why }`, why the last request brought no picture; null while it is under way. */
  #requests = new Map();
  #wanted = new Set();
  #mayAsk = true;

  /** `needs`: ask, isUp(), screen(device), changed(device). */
  constructor(needs) {
    this.#needs = needs;
    setInterval(() => this.look(), lookMs);
  }

  /** The devices whose tiles are in sight. */
  want(devices) {
    this.#wanted = devices;
    this.look();
  }

  /** The picture of a screen, and why there is none in its place; `isOver`: none comes at the moment. */
  of(screen, screenId = mainScreenOf(screen)) {
    const key = keyOf(screen.device, screenId);
    const kept = this.#kept.get(key) ?? null;
    const reason = whyNone(screen, screenId);
    if (reason !== null) return { kept, why: reason, isOver: true };
    if (!this.#mayAsk) return { kept, why: { code: 'fleet.no-picture.reader' }, isOver: true };
    const why = this.#requests.get(key)?.why ?? { code: 'fleet.no-picture.coming' };
    return { kept, why, isOver: false };
  }

  look() {
    if (document.hidden || !this.#needs.isUp() || !this.#mayAsk) return;
    const now = Date.now();
    let underWay = 0;
    for (const [key, request] of this.#requests) {
      if (request.why !== null) continue;
      if (now - request.at < silentMs) underWay++;
      else this.#failed(key, { code: 'fleet.no-picture.silent' });
    }
    for (const device of this.#wanted) {
      if (underWay >= mostUnderWay) return;
      const screen = this.#needs.screen(device);
      if (screen !== null && this.request(screen, mainScreenOf(screen))) underWay++;
    }
  }

  /** Requests one unless a recent one is there or on its way; answers whether it did. `age`: what counts as recent. */
  request(screen, screenId, age = everyMs) {
    const key = keyOf(screen.device, screenId);
    const now = Date.now();
    const last = this.#requests.get(key);
    if (whyNone(screen, screenId) !== null || !this.#mayAsk || !this.#needs.isUp()) return false;
    if (last && (last.why === null ? now - last.at < silentMs : now - last.at < Math.min(age, againMs)))
      return false;
    if (now - (this.#kept.get(key)?.at ?? 0) < age) return false;
    this.#requests.set(key, { at: now, why: null });
    const args = screenId === null ? {} : { screenId };
    this.#needs.ask(
      screen.device,
      args,
      (state, reason) => {
        // Of an earlier request whose time is over.
        if (this.#requests.get(key)?.at !== now) return;
        if (state === 'failed' || state === 'refused') this.#failed(key, reason);
      },
      () => {
        this.#mayAsk = false;
        this.#needs.changed(screen.device);
      },
    );
    return true;
  }

  hear(device, bytes, { screenId = null }) {
    const screen = this.#needs.screen(device);
    if (screen === null || bytes.length > largest) return;
    const key = keyOf(device, typeof screenId === 'string' ? screenId : mainScreenOf(screen));
    this.#forget(key);
    this.#kept.set(key, {
      url: URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' })),
      at: Date.now(),
    });
    this.#requests.delete(key);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept) this.#forget(oldest);
    this.#needs.changed(device);
    this.look();
  }

  #forget(key) {
    const kept = this.#kept.get(key);
    if (kept) URL.revokeObjectURL(kept.url);
    this.#kept.delete(key);
  }

  #failed(key, why) {
    this.#requests.set(key, { at: Date.now(), why });
    this.#needs.changed(key.split('\n')[0]);
  }
}

const keyOf = (device, screenId) => `${device}\n${screenId ?? ''}`;

/** Why no picture is requested from a player; null: one is. */
function whyNone({ online, state, commands, isSigned }, screenId) {
  if (online !== true) return { code: 'fleet.no-picture.offline' };
  if (isSigned) return { code: 'fleet.no-picture.signed' };
  if (commands?.includes('picture') === false) return { code: 'fleet.no-picture.not-allowed' };
  const screen = state?.screens.find(({ id }) => id === screenId);
  if (screen?.isOff) return { code: 'fleet.no-picture.off' };
  if (screen?.seen === 'no-display') return { code: 'fleet.no-picture.no-display' };
  const cannot = state?.cannot.picture;
  return typeof cannot?.code === 'string' ? cannot : null;
}
