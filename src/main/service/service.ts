import { wordsOf } from '../../shared/languages/catalogues.ts';
import { sentencePanel } from '../../shared/service.ts';
import type { Actions } from '../actions/table/actions.ts';
import type { Config } from '../config/config.ts';
import type { ShopDisplays } from '../display/start.ts';
import type { Configured } from '../engine/configured.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { mainFileSystem } from '../ground/main-fs.ts';
import type { Vitals } from '../health/facts.ts';
import type { Host, Touches } from '../host/host.ts';
import { HoldToBegin } from '../setup/hold-to-begin.ts';
import { ownNetwork } from '../setup/network.ts';
import type { PossibleSetup } from '../setup/possible-setup.ts';
import type { Show } from '../show/show.ts';
import { PinAttempts } from './attempts.ts';
import { cornerOf } from './corner.ts';
import type { Offer } from './menu.ts';
import { OpenMenu } from './open-menu.ts';

interface ServiceNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly dataDir: string;
  readonly configured: Pick<Configured, 'config' | 'language' | 'name'>;
  readonly show: Pick<Show, 'places' | 'service'>;
  readonly displays: Pick<ShopDisplays, 'report'>;
  readonly actions: Pick<Actions, 'run'>;
  readonly setup: Pick<PossibleSetup, 'again'>;
  host(): Pick<Host, 'watchTouches' | 'hearKeys'> | null;
  vitals(): Pick<Vitals, 'cms' | 'servicePin'> | null;
  /** What may cover the show, and hold the keyboard. */
  above(): {
    say(screenId: string, text: string | null): void;
    leave(): Promise<void>;
    /** The pages that a person at that screen can log in to. */
    logins(place: Place): readonly { readonly host: string; run(): Promise<void> }[];
  };
  /** Address of the status page; null: not available (yet). */
  page(): string | null;
}

type Place = ReturnType<Show['places']>[number];

interface Corner {
  readonly key: string;
  readonly hold: HoldToBegin;
  /** Null while it is being opened. */
  touches: Touches | null;
}

/** Passers-by who lean on the corner see nothing yet. */
const announcedSeconds = 3;

/** The service menu of the screens: opens by a long press in a corner, where one is configured. */
export class Service {
  readonly #needs: ServiceNeeds;
  /** By screen. */
  readonly #corners = new Map<string, Corner>();
  #attempts: PinAttempts | null = null;
  #menu: OpenMenu | null = null;
  #isStopped = false;

  constructor(needs: ServiceNeeds) {
    this.#needs = needs;
  }

  get isOpen(): boolean {
    return this.#menu !== null;
  }

  /** Null: there is no menu. */
  get corner(): Config['service']['corner'] {
    return this.#needs.configured.config.service.corner ?? (this.#pin === null ? null : 'top-left');
  }

  /** To be called every second or two: screens come and go, and the setting may change. */
  look(): void {
    const { show, host } = this.#needs;
    const { corner } = this;
    const isOff = corner === null || host() === null || this.#menu !== null || this.#isStopped;
    const places = isOff ? [] : show.places();
    const wanted = new Map(places.map((place) => [place.screenId, place]));
    for (const [screenId, { key }] of this.#corners)
      if (key !== keyOf(wanted.get(screenId), corner)) this.#letGo(screenId);
    for (const place of wanted.values())
      if (corner !== null && !this.#corners.has(place.screenId)) this.#watch(place, corner);
  }

  stop(): void {
    this.#isStopped = true;
    for (const screenId of [...this.#corners.keys()]) this.#letGo(screenId);
    this.#menu?.close();
  }

  #watch(place: Place, corner: NonNullable<Config['service']['corner']>): void {
    const { clock, log, configured, host, show, above } = this.#needs;
    const { screenId, display } = place;
    const hold = new HoldToBegin({
      clock,
      countDown: (seconds) => {
        const isAnnounced = seconds !== null && seconds <= announcedSeconds;
        const { language } = configured;
        const title = isAnnounced ? wordsOf(language).say('service.hold', { seconds }) : null;
        show.service(
          screenId,
          title === null ? null : sentencePanel({ language, rotation: place.rotation }, title),
        );
        above().say(screenId, title);
      },
      begin: () => void this.#open(place),
    });
    const watched: Corner = { key: keyOf(place, corner), hold, touches: null };
    this.#corners.set(screenId, watched);
    const area = { ...cornerOf(display, corner), showsPointer: false };
    const forget = (): void => {
      hold.letGo();
      if (this.#corners.get(screenId) === watched) this.#corners.delete(screenId);
    };
    Promise.resolve(host()?.watchTouches(area, ({ isDown }) => hold.heard(isDown)) ?? null)
      .then((touches) => {
        watched.touches = touches;
        // It may not be wanted any more. Without an X server it is never asked for again.
        if (this.#corners.get(screenId) !== watched) touches?.letGo();
        void touches?.ended.then(forget);
      })
      .catch((error: unknown) => {
        log.state('service', 'unwatched', 'warn', 'The service menu cannot be opened at the screen', {
          error,
        });
        forget();
      });
  }

  #letGo(screenId: string): void {
    const corner = this.#corners.get(screenId);
    this.#corners.delete(screenId);
    corner?.hold.letGo();
    corner?.touches?.letGo();
  }

  async #open(place: Place): Promise<void> {
    const { clock, log, dataDir, configured, show, host, above } = this.#needs;
    // The server gives the keyboard to one client at a time.
    await above().leave();
    const found = host();
    if (this.#menu !== null || this.#isStopped || found === null) return;
    log.info('The service menu was opened', { screen: place.screenId });
    this.#attempts ??= new PinAttempts(dataDir, { clock, fs: mainFileSystem });
    this.#menu = new OpenMenu({
      clock,
      log,
      host: found,
      display: place.display,
      words: wordsOf(configured.language),
      rotation: place.rotation,
      pin: this.#pin,
      attempts: this.#attempts,
      lines: this.#lines,
      offers: this.#offers(place, () => this.#menu?.freeKeyboard()),
      shown: (shown) => show.service(place.screenId, shown),
      closed: () => {
        this.#menu = null;
        this.look();
      },
    });
    // The menu receives all touches now.
    this.look();
  }

  /** The PIN of the configuration comes before that of the CMS. */
  get #pin(): string | null {
    const { configured, vitals } = this.#needs;
    return configured.config.service.pin ?? vitals()?.servicePin ?? null;
  }

  get #lines(): readonly string[] {
    const { configured, page, vitals } = this.#needs;
    const { say } = wordsOf(configured.language);
    const network = ownNetwork(configured.config.setup.address);
    const address = page();
    const cms = vitals()?.cms;
    return [
      say('service.name', { name: configured.name }),
      address === null ? say('service.page.none') : say('service.page', { address }),
      'address' in network
        ? say('service.network', { address: network.address })
        : say('service.network.none'),
      ...(cms === undefined || configured.config.cms.url === null
        ? []
        : [say(cms.error === null ? 'service.cms.reached' : 'service.cms.not')]),
    ];
  }

  #offers(place: Place, freeKeyboard: () => Promise<void> | undefined): readonly Offer[] {
    const { configured, displays, actions, setup, above } = this.#needs;
    const { say } = wordsOf(configured.language);
    const run = async (name: string, args: unknown = {}): Promise<void> => {
      const { after } = await actions.run(name, args, { kind: 'screen' });
      after?.();
    };
    const isOff = displays.report().screens.every(({ wanted }) => wanted === 'off');
    return [
      isOff
        ? { label: say('action.display-on'), ask: null, run: () => run('display', { wanted: 'on' }) }
        : {
            label: say('action.display-off'),
            ask: say('action.display-off.ask'),
            run: () => run('display', { wanted: 'off' }),
          },
      {
        label: say('action.restart-player'),
        ask: say('action.restart-player.ask'),
        run: () => run('restart-player'),
      },
      {
        label: say('service.setup'),
        ask: say('service.setup.ask'),
        run: async () => {
          // Setup grabs it, and the server gives it to one client at a time.
          await freeKeyboard();
          await setup.again(true);
        },
      },
      // A login is not for whoever finds the corner.
      ...(this.#pin === null ? [] : above().logins(place)).map(({ host, run: logIn }) => ({
        label: say('service.login', { host }),
        ask: say('service.login.ask'),
        run: async () => {
          await freeKeyboard();
          await logIn();
        },
      })),
    ];
  }
}

const keyOf = (place: Place | undefined, corner: string | null): string =>
  place === undefined ? '' : JSON.stringify([corner, place.display, place.rotation]);
