import { say } from './words.js';

/** Over the broker and back, for an answer to a command that was about to expire. */
const wayMs = 5_000;
/** A release that a player has accepted takes its time to download. */
const longestMs = 3_600_000;

/** Commands that were sent, and what became of them. */
export class Commands {
  #requests = new Map();
  #broker;

  /** `broker()`: the current link. */
  constructor(broker) {
    this.#broker = broker;
  }

  /** `heard(state, reason, answer)`: accepted, then done or failed; or refused. Silence counts as failed. */
  send(device, { name, args }, heard, more = {}) {
    const id = this.#broker().ask(device, name, args, {
      ...more,
      onDenied: () => {
        this.#requests.delete(id);
        more.onDenied?.();
        heard('refused', say('fleet.denied'));
      },
    });
    this.#requests.set(id, { device, heard, isAccepted: false });
    const silent = (why) => this.#requests.delete(id) && heard('failed', say(why));
    setTimeout(
      () => {
        if (this.#requests.get(id)?.isAccepted) setTimeout(() => silent('fleet.unfinished'), longestMs);
        else silent('fleet.unanswered');
      },
      (more.lifeMs ?? 120_000) + wayMs,
    );
  }

  hear(device, result) {
    const one = this.#requests.get(result?.id);
    if (one === undefined || one.device !== device) return;
    const { state, reason, answer } = result;
    // `accepted` may arrive after the result.
    if (state === 'accepted') one.isAccepted = true;
    else this.#requests.delete(result.id);
    one.heard(String(state), typeof reason === 'string' ? reason : '', answer);
  }
}
