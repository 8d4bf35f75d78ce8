import type { ServiceShown } from '../../shared/service.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { Display, HeldKeyboard, Host, Touches } from '../host/host.ts';
import { type MenuNeeds, ServiceMenu } from './menu.ts';
import { panelPoint } from './panel.ts';

interface OpenMenuNeeds extends Omit<MenuNeeds, 'changed' | 'closed'> {
  readonly clock: Clock;
  readonly log: Log;
  readonly host: Pick<Host, 'watchTouches' | 'hearKeys'>;
  readonly display: Display;
  /** What the screen shows now; null: nothing any more. */
  shown(shown: ServiceShown | null): void;
  closed(): void;
}

/** A forgotten menu closes after so long. */
const idleMs = 60_000;

/** The menu on one display: all touches and keys there go to it until it closes. */
export class OpenMenu {
  readonly #needs: OpenMenuNeeds;
  readonly #menu: ServiceMenu;
  #touches: Touches | null = null;
  #keyboard: HeldKeyboard | null = null;
  #isOpen = true;
  #cancelIdle: () => void = () => undefined;

  constructor(needs: OpenMenuNeeds) {
    this.#needs = needs;
    this.#menu = new ServiceMenu({
      ...needs,
      changed: () => {
        if (this.#isOpen) needs.shown(this.#menu.shown);
      },
      closed: () => this.close(),
    });
    needs.shown(this.#menu.shown);
    this.#stillThere();
    const { host, log, display } = needs;
    const failed = (error: unknown): void => {
      log.warn('The service menu receives no touches', { error });
      this.close();
    };
    host
      .watchTouches({ ...display, showsPointer: true }, ({ x, y, isDown }) => {
        this.#stillThere();
        const [left, top] = [x - display.left, y - display.top];
        if (isDown) this.#menu.touch(panelPoint(display, needs.rotation, left, top));
      })
      .then((touches) => {
        this.#touches = touches;
        if (!this.#isOpen) touches?.letGo();
        void touches?.ended.then(() => this.close());
      }, failed);
    host
      .hearKeys((key) => {
        this.#stillThere();
        this.#menu.key(key);
      })
      .then(
        (keyboard) => {
          this.#keyboard = keyboard;
          if (!this.#isOpen) keyboard?.letGo();
        },
        (error: unknown) => log.debug('The service menu has no keyboard', { error }),
      );
  }

  /** Resolves when other parts can have it. */
  async freeKeyboard(): Promise<void> {
    this.#keyboard?.letGo();
    await this.#keyboard?.ended;
    this.#keyboard = null;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#cancelIdle();
    this.#touches?.letGo();
    this.#keyboard?.letGo();
    this.#needs.shown(null);
    this.#needs.closed();
  }

  #stillThere(): void {
    this.#cancelIdle();
    if (this.#isOpen) this.#cancelIdle = this.#needs.clock.after(idleMs, () => this.close());
  }
}
