import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { Display, HeldKeyboard, Host, InteractivePage, InteractiveWanted } from '../host/host.ts';
import { StuckTouch } from './stuck.ts';

export type Ending = 'left' | 'idle' | 'stuck' | 'show' | 'failed';

interface OpenInteractionNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly host: Pick<Host, 'hearKeys'> & { readonly openInteractive: NonNullable<Host['openInteractive']> };
  readonly display: Display;
  readonly wanted: InteractiveWanted;
  readonly idleMs: number;
  /** The page is there. */
  opened(): void;
  ended(why: Ending, touches: number): void;
  /** A person leaves the page, which stays until this is done. Left out: nothing is. */
  leaving?(page: InteractivePage): Promise<void>;
  /** A press or release of F9. */
  f9(isDown: boolean): void;
  /** A touch has ended: the panel works. */
  released(): void;
}

/** From then on the time left is visible. */
const countDownSeconds = 10;

/** An interactive page on one display, from the touch that opens it to the return of the show. */
export class OpenInteraction {
  readonly #needs: OpenInteractionNeeds;
  readonly #stuck: StuckTouch;
  #page: InteractivePage | null = null;
  #keyboard: HeldKeyboard | null = null;
  #why: Ending | null = null;
  readonly #unwanted = new AbortController();
  #touches = 0;
  #isCounting = false;
  #cancelIdle: () => void = () => undefined;

  constructor(needs: OpenInteractionNeeds) {
    this.#needs = needs;
    const { clock, host, display, wanted, log } = needs;
    this.#stuck = new StuckTouch({ clock, stuck: () => this.close('stuck') });
    host
      .openInteractive(
        display,
        wanted,
        {
          input: (kind) => this.#heard(kind),
          left: () => this.close('left'),
          ended: () => this.close('failed'),
        },
        this.#unwanted.signal,
      )
      .then(
        (page) => this.#opened(page),
        (error: unknown) => {
          if (this.#why !== null) return;
          log.state('interaction', 'fails', 'warn', 'An interactive page could not be opened', { error });
          this.close('failed');
        },
      );
  }

  /** Above the page; null: nothing any more. */
  say(text: string | null): void {
    this.#page?.say(text);
  }

  /** Resolves when other parts can have the keyboard. */
  async leave(): Promise<void> {
    this.close('show');
    await this.#keyboard?.ended;
  }

  close(why: Ending): void {
    if (this.#why !== null) return;
    this.#why = why;
    this.#cancelIdle();
    this.#stuck.released();
    this.#keyboard?.letGo();
    const { leaving, ended, log } = this.#needs;
    const page = this.#page;
    // Until it is there, it holds the display: a message above the show must not wait for it.
    if (page === null) this.#unwanted.abort();
    if (why !== 'left' || page === null || leaving === undefined) page?.close();
    else
      leaving(page)
        .catch((error: unknown) => log.warn('A page was left without its login', { error }))
        .finally(() => page.close());
    ended(why, this.#touches);
  }

  #opened(page: InteractivePage): void {
    if (this.#why !== null) {
      page.close();
      return;
    }
    const { host, log, opened, f9 } = this.#needs;
    this.#page = page;
    opened();
    log.state('interaction', 'works', 'debug', 'An interactive page was opened');
    this.#await();
    // No shortcut of the browser can be pressed.
    host
      .hearKeys(
        (key) => {
          this.#heard('other');
          if ('name' in key && key.name === 'Escape') this.close('left');
          else page.key(key);
        },
        (isDown) => {
          this.#heard('other');
          f9(isDown);
        },
      )
      .then(
        (keyboard) => {
          this.#keyboard = keyboard;
          if (this.#why !== null) keyboard?.letGo();
        },
        (error: unknown) => log.debug('An interactive page has no keyboard', { error }),
      );
  }

  #heard(kind: 'press' | 'drag' | 'release' | 'other'): void {
    if (this.#why !== null || this.#page === null) return;
    if (kind === 'press') this.#touches++;
    if (kind === 'press' || kind === 'drag') this.#stuck.pressed();
    if (kind === 'release') {
      this.#stuck.released();
      this.#needs.released();
    }
    this.#await();
  }

  #await(): void {
    const { clock, idleMs } = this.#needs;
    this.#cancelIdle();
    if (this.#isCounting) this.#page?.countDown(null);
    this.#isCounting = false;
    this.#cancelIdle = clock.after(idleMs - countDownSeconds * 1_000, () => this.#count(countDownSeconds));
  }

  #count(left: number): void {
    if (left === 0) {
      this.close('idle');
      return;
    }
    this.#isCounting = true;
    this.#page?.countDown(left);
    this.#cancelIdle = this.#needs.clock.after(1_000, () => this.#count(left - 1));
  }
}
