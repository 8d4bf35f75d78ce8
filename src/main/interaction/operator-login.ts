import { wordsOf } from '../../shared/languages/catalogues.ts';
import type { Message } from '../../shared/languages/message.ts';
import { message } from '../../shared/languages/message.ts';
import { sentencePanel } from '../../shared/service.ts';
import type { ShopDisplays } from '../display/start.ts';
import type { Configured } from '../engine/configured.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import type { Host, InteractivePage } from '../host/host.ts';
import type { PossibleSetup } from '../setup/possible-setup.ts';
import type { Show } from '../show/show.ts';
import type { KeptLogins } from './kept-logins.ts';
import { OpenInteraction } from './open-interaction.ts';

interface OperatorLoginNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly configured: Pick<Configured, 'config' | 'language'>;
  readonly show: Pick<Show, 'service' | 'isInterrupted'>;
  readonly displays: Pick<ShopDisplays, 'wanted'>;
  readonly setup: Pick<PossibleSetup, 'now' | 'heardKey'>;
  readonly logins: Pick<KeptLogins, 'keep' | 'settled'>;
  host(): Pick<Host, 'hearKeys' | 'openInteractive'> | null;
}

type Place = ReturnType<Show['places']>[number];

/** A second factor may have to be fetched. */
const idleMs = 300_000;
const resultMs = 5_000;

/** An operator logs in to a page at the screen. Its browser runs for this alone; what is left of it are the login's cookies. */
export class OperatorLogin {
  readonly #needs: OperatorLoginNeeds;
  #screenId: string | null = null;
  #open: OpenInteraction | null = null;

  constructor(needs: OperatorLoginNeeds) {
    this.#needs = needs;
  }

  get isOpen(): boolean {
    return this.#screenId !== null;
  }

  /** The pages that a person at the screen can log in to. */
  offers(place: Place): readonly { readonly host: string; run(): Promise<void> }[] {
    const { configured, host } = this.#needs;
    if ((host()?.openInteractive ?? null) === null) return [];
    return configured.config.interaction.logins.map((address) => ({
      host: new URL(address).host,
      run: async () => this.#begin(place, address),
    }));
  }

  say(screenId: string, text: string | null): void {
    if (screenId === this.#screenId) this.#open?.say(text);
  }

  async leave(): Promise<void> {
    await this.#open?.leave();
  }

  /** To be called every second or two: a message above the show comes first. */
  look(): void {
    const { show, displays, setup } = this.#needs;
    const screenId = this.#screenId;
    if (screenId === null) return;
    const isUnwanted = show.isInterrupted(screenId) || displays.wanted(screenId) !== 'on';
    if (isUnwanted || setup.now !== null) this.stop();
  }

  stop(): void {
    this.#open?.close('show');
  }

  #begin({ screenId, display, rotation }: Place, address: string): void {
    const { clock, log, host, configured, show, setup } = this.#needs;
    const { openInteractive = null, hearKeys } = host() ?? {};
    if (this.isOpen || openInteractive === null || hearKeys === undefined)
      throw new VitrineError('temporary', message('host-stopping'));
    const { language, config } = configured;
    const { hosts } = config.interaction;
    const panel = (text: string) => show.service(screenId, sentencePanel({ language, rotation }, text));
    log.info('An operator logs in to a page', { screen: screenId, host: new URL(address).host });
    this.#screenId = screenId;
    this.#open = new OpenInteraction({
      clock,
      log,
      host: { openInteractive, hearKeys: async (...heard) => (await host()?.hearKeys(...heard)) ?? null },
      display,
      // Without the login that is kept so far.
      wanted: {
        address,
        headers: {},
        isFromCms: false,
        cookies: [],
        hosts,
        language,
        rotation,
        hasBar: true,
      },
      idleMs,
      opened: () => show.service(screenId, null),
      f9: (isDown) =>
        setup.heardKey(isDown, { say: (text) => this.say(screenId, text), leave: () => this.leave() }),
      released: () => undefined,
      leaving: async (page) => {
        panel(wordsOf(language).message(await this.#keep(address, page)));
        clock.after(resultMs, () => show.service(screenId, null));
      },
      ended: (why) => {
        this.#screenId = null;
        this.#open = null;
        show.service(screenId, null);
        log.info('The login page is closed', { screen: screenId, why });
      },
    });
    // The menu, which closes now, clears the panel.
    clock.after(0, () => {
      if (this.isOpen) panel(wordsOf(language).say('stage.interactive.opening'));
    });
  }

  async #keep(address: string, page: InteractivePage): Promise<Message> {
    const { logins, log } = this.#needs;
    const { host } = new URL(address);
    const left = await page.login().catch((error: unknown) => {
      log.warn('A page was left without its login', { error });
      return null;
    });
    if (left === null) return message('service.login.failed', { host });
    const outcome = logins.keep(address, left);
    const isSaved = outcome !== 'kept' || (await logins.settled());
    return message(isSaved ? `service.login.${outcome}` : 'service.login.unsaved', { host });
  }
}
