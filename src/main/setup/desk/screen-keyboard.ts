import type { SetupForm } from '../../../shared/messages.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import type { HeldKeyboard, Host, Key } from '../../host/host.ts';
import type { Reception } from '../reception.ts';
import type { Desk } from './desk.ts';

interface ScreenKeyboardNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly isEnabled: boolean;
  readonly hearKeys: Host['hearKeys'];
  readonly reception: Pick<Reception, 'isVisited' | 'isAtKeyboard'>;
  isOver(): boolean;
  /** Escape, with no form open. */
  left(): void;
  /** A person starts a form. */
  begin(): void;
  open(keyboard: ScreenKeyboard): Promise<Desk>;
  changed(): void;
}

/** A desktop user gets the keyboard back for so long after Escape. */
const releasedMs = 60_000;

/** The keyboard at the screen: grabs it for setup, opens a form on Enter, and releases it on Escape. */
export class ScreenKeyboard {
  readonly #needs: ScreenKeyboardNeeds;
  #keyboard: HeldKeyboard | null = null;
  /** Monotonic time until which other programs have the keyboard. */
  #releasedUntil = Number.NEGATIVE_INFINITY;
  #desk: Desk | null = null;

  constructor(needs: ScreenKeyboardNeeds) {
    this.#needs = needs;
  }

  get isHeld(): boolean {
    return this.#keyboard !== null;
  }

  get form(): SetupForm | null {
    return this.#desk?.form ?? null;
  }

  get rotation(): Desk['rotation'] | null {
    return this.#desk?.rotation ?? null;
  }

  /** From now on all keys at the screen go to setup. */
  async hold(): Promise<void> {
    const { clock, isEnabled, hearKeys, isOver } = this.#needs;
    if (this.#keyboard !== null || !isEnabled) return;
    if (clock.monotonic() < this.#releasedUntil) return;
    const keyboard = await hearKeys((key) => this.#typed(key));
    if (keyboard === null) return;
    // Setup may have ended while the keyboard was grabbed.
    if (isOver()) return keyboard.letGo();
    this.#keyboard = keyboard;
    void keyboard.ended.then(() => {
      if (this.#keyboard !== keyboard) return;
      this.#keyboard = null;
      this.#desk?.close();
    });
  }

  release(): void {
    this.#desk?.close();
    this.#keyboard?.letGo();
    this.#keyboard = null;
  }

  async arrange(layout: string): Promise<boolean> {
    return (await this.#keyboard?.arrange(layout)) ?? false;
  }

  /** To be called when the desk has changed. */
  deskChanged(): void {
    if (this.#desk?.isOpen === false) this.#desk = null;
    this.#needs.reception.isAtKeyboard = this.#desk !== null;
    this.#needs.changed();
  }

  #typed(key: Key): void {
    const { clock, log, reception } = this.#needs;
    const desk = this.#desk;
    desk?.press(key);
    // While the form opens, `isAtKeyboard` is true and there is no desk yet: Escape must not release the keyboard.
    if (desk === null && !reception.isAtKeyboard && 'name' in key && key.name === 'Escape') {
      this.#releasedUntil = clock.monotonic() + releasedMs;
      this.release();
      this.#needs.left();
      this.#needs.changed();
      return;
    }
    const begins = desk === null && 'name' in key && key.name === 'Enter';
    if (!begins || this.#needs.isOver() || reception.isVisited || reception.isAtKeyboard) return;
    reception.isAtKeyboard = true;
    this.#needs.begin();
    this.#needs.open(this).then(
      (opened) => {
        this.#desk = opened;
        this.deskChanged();
      },
      (error: unknown) => {
        reception.isAtKeyboard = false;
        log.warn('Setup by keyboard failed', { error });
      },
    );
  }
}
