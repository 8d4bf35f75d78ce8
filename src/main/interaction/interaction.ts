import { randomUUID } from 'node:crypto';
import { wordsOf } from '../../shared/languages/catalogues.ts';
import { sentencePanel } from '../../shared/service.ts';
import type { ShopDisplays } from '../display/start.ts';
import type { TouchPages } from '../edition/touch-pages.ts';
import type { Configured } from '../engine/configured.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { Host, Touch, Touches } from '../host/host.ts';
import { cornerOf } from '../service/corner.ts';
import type { Service } from '../service/service.ts';
import type { PossibleSetup } from '../setup/possible-setup.ts';
import type { Showing } from '../show/events.ts';
import type { Show } from '../show/show.ts';
import { areasOf } from './areas.ts';
import type { KeptLogins } from './kept-logins.ts';
import { OfferedPages } from './offered.ts';
import { type Ending, OpenInteraction } from './open-interaction.ts';
import type { OperatorLogin } from './operator-login.ts';
import { StuckTouch } from './stuck.ts';

interface InteractionNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly configured: Pick<Configured, 'config' | 'language'>;
  readonly show: Pick<Show, 'places' | 'zoneAt' | 'service' | 'isInterrupted' | 'status'>;
  readonly displays: Pick<ShopDisplays, 'wanted'>;
  readonly notices: { showing(showing: Showing): void };
  readonly service: Pick<Service, 'corner' | 'isOpen'>;
  readonly setup: Pick<PossibleSetup, 'now' | 'heardKey'>;
  readonly login: Pick<OperatorLogin, 'isOpen' | 'offers' | 'say' | 'leave' | 'look' | 'stop'>;
  readonly logins: Pick<KeptLogins, 'cookiesOf'>;
  host(): Pick<Host, 'watchTouches' | 'hearKeys' | 'openInteractive'> | null;
}

type Place = ReturnType<Show['places']>[number];

/** One screen whose touches open the page, or on which it is open. */
interface Watched {
  readonly key: string;
  readonly touches: Set<Touches>;
  readonly stuck: StuckTouch;
  open: OpenInteraction | null;
  /** Where the last touch began. */
  zone: string | null;
  isOver: boolean;
}

/** A browser that fails is not started by every touch, and a stuck panel does not open the page again at once. */
const restMs: Readonly<Record<Ending, number>> = { left: 0, idle: 0, show: 0, failed: 10_000, stuck: 60_000 };

/** Touches of the screens open the configured page above the show. */
export class Interaction {
  readonly #needs: InteractionNeeds;
  readonly #offered: OfferedPages;
  /** By screen. */
  readonly #watched = new Map<string, Watched>();
  readonly #restUntil = new Map<string, number>();
  /** Screens whose last touch did not end. */
  readonly #stuck = new Set<string>();
  #isStopped = false;

  constructor(needs: InteractionNeeds) {
    this.#needs = needs;
    this.#offered = new OfferedPages(needs.configured);
  }

  /** The screens whose touch panel has reported no end of a touch, until one ends. */
  get stuck(): readonly string[] {
    return [...this.#stuck];
  }

  /** What the CMS has a touch open. */
  offer(pages: TouchPages): void {
    this.#offered.take(pages);
  }

  /** Above the page of that screen, which covers the show; null: nothing any more. */
  say(screenId: string, text: string | null): void {
    this.#watched.get(screenId)?.open?.say(text);
    this.#needs.login.say(screenId, text);
  }

  /** Ends all pages. Resolves when other parts can have the keyboard. */
  async leave(): Promise<void> {
    const { login } = this.#needs;
    await Promise.all([login.leave(), ...[...this.#watched.values()].map(({ open }) => open?.leave())]);
  }

  /** The pages that a person at that screen can log in to. */
  logins(place: Place): ReturnType<OperatorLogin['offers']> {
    return this.#needs.login.offers(place);
  }

  /** To be called every second or two: the display may be off, a message may come, and the setting may change. */
  look(): void {
    const { show, displays, host, service, setup, login, log } = this.#needs;
    login.look();
    const isBusy = service.isOpen || setup.now !== null || login.isOpen;
    const isOff = !this.#offered.isAny || host() === null || this.#isStopped;
    const isMissing = !isOff && host()?.openInteractive === null;
    if (isOff) this.#stuck.clear();
    if (isMissing) log.state('interaction', 'none', 'warn', 'This browser opens no interactive pages');
    const places = isOff || isMissing || isBusy ? [] : show.places();
    const wanted = new Map(
      places
        .filter(({ screenId }) => displays.wanted(screenId) === 'on' && !show.isInterrupted(screenId))
        .map((place) => [place.screenId, place]),
    );
    for (const [screenId, { key }] of this.#watched) {
      const place = wanted.get(screenId);
      if (place === undefined || key !== this.#keyOf(place)) this.#end(screenId, 'show');
    }
    for (const place of wanted.values())
      if (!this.#watched.has(place.screenId) && this.#rests(place.screenId) <= 0) this.#watch(place);
  }

  stop(): void {
    this.#isStopped = true;
    this.#needs.login.stop();
    for (const screenId of [...this.#watched.keys()]) this.#end(screenId, 'show');
  }

  #rests(screenId: string): number {
    return (this.#restUntil.get(screenId) ?? 0) - this.#needs.clock.monotonic();
  }

  #keyOf({ display, rotation }: Place): string {
    const { configured, service } = this.#needs;
    return JSON.stringify([display, rotation, this.#offered.version, configured.language, service.corner]);
  }

  #watch(place: Place): void {
    const { clock, log, host, service } = this.#needs;
    const { screenId } = place;
    const stuck = new StuckTouch({
      clock,
      stuck: () => {
        this.#isStuck(screenId);
        this.#end(screenId, 'stuck');
      },
    });
    const watched: Watched = {
      key: this.#keyOf(place),
      touches: new Set(),
      stuck,
      open: null,
      zone: null,
      isOver: false,
    };
    this.#watched.set(screenId, watched);
    const { corner } = service;
    for (const area of areasOf(place.display, corner && cornerOf(place.display, corner)))
      Promise.resolve(
        host()?.watchTouches({ ...area, showsPointer: false }, (touch) =>
          this.#touched(place, watched, touch),
        ) ?? null,
      )
        .then((touches) => {
          if (touches === null) return;
          watched.touches.add(touches);
          if (watched.isOver || watched.open !== null) touches.letGo();
          void touches.ended.then(() => {
            watched.touches.delete(touches);
            if (watched.open === null && !watched.isOver) this.#end(screenId, 'show');
          });
        })
        .catch((error: unknown) => {
          log.state('interaction', 'unwatched', 'warn', 'Touches of the screen open no page', { error });
          if (watched.isOver) return;
          this.#rest(screenId, 'failed');
          this.#end(screenId, 'show');
        });
  }

  #touched(place: Place, watched: Watched, { x, y, isDown }: Touch): void {
    const { stuck } = watched;
    if (isDown) {
      // Drags come as further presses.
      if (!stuck.isPressed) watched.zone = this.#needs.show.zoneAt(place.screenId, x, y);
      stuck.pressed();
    } else if (stuck.isPressed) {
      stuck.released();
      this.#stuck.delete(place.screenId);
      // Not before the release: the finger must not press what appears below it.
      this.#open(place, watched);
    }
  }

  #open(place: Place, watched: Watched): void {
    const { clock, log, host, configured, show, setup, logins } = this.#needs;
    const { openInteractive = null, hearKeys } = host() ?? {};
    const { hosts, bar, withLogins } = configured.config.interaction;
    const isLate = watched.isOver || watched.open !== null;
    if (isLate || openInteractive === null || hearKeys === undefined) return;
    const { screenId, display, rotation } = place;
    const status = show.status().find(({ id }) => id === screenId);
    const page = this.#offered.on(status ?? { nowPlaying: null }, watched.zone);
    if (page === null) return;
    const { idleMs, ...opened } = page;
    const { language } = configured;
    log.info('A touch opens the interactive page', { screen: screenId });
    // The browser takes a moment to start.
    const opening = wordsOf(language).say('stage.interactive.opening');
    show.service(screenId, sentencePanel({ language, rotation }, opening));
    const proof = this.#proofOf(screenId);
    watched.open = new OpenInteraction({
      clock,
      log,
      host: { openInteractive, hearKeys: async (...heard) => (await host()?.hearKeys(...heard)) ?? null },
      display,
      wanted: {
        ...opened,
        hosts,
        cookies: withLogins ? logins.cookiesOf(opened.address) : [],
        language,
        rotation,
        hasBar: bar,
      },
      idleMs,
      opened: () => {
        show.service(screenId, null);
        for (const touches of watched.touches) touches.letGo();
        proof.began();
      },
      f9: (isDown) =>
        setup.heardKey(isDown, { say: (text) => this.say(screenId, text), leave: () => this.leave() }),
      released: () => this.#stuck.delete(screenId),
      ended: (why, touches) => {
        show.service(screenId, null);
        proof.ended(touches);
        if (why === 'stuck') this.#isStuck(screenId);
        log.info('The interactive page is closed', { screen: screenId, why, touches });
        this.#rest(screenId, why);
        this.#end(screenId, why);
        this.look();
      },
    });
  }

  #isStuck(screenId: string): void {
    this.#stuck.add(screenId);
    this.#needs.log.warn('The touch panel seems to be stuck: no release for ten minutes', {
      screen: screenId,
    });
    this.#rest(screenId, 'stuck');
  }

  #rest(screenId: string, why: Ending): void {
    this.#restUntil.set(screenId, this.#needs.clock.monotonic() + restMs[why]);
  }

  #end(screenId: string, why: Ending): void {
    const watched = this.#watched.get(screenId);
    if (watched === undefined) return;
    this.#watched.delete(screenId);
    watched.isOver = true;
    watched.stuck.released();
    for (const touches of watched.touches) touches.letGo();
    watched.open?.close(why);
  }

  /** Its length and the number of touches, never what was typed. */
  #proofOf(screenId: string): { began(): void; ended(touches: number): void } {
    const { clock, notices } = this.#needs;
    const key = {
      showingId: randomUUID(),
      screenId,
      entryId: 'interaction',
      mediaFileId: 'interaction',
      editionId: null,
      isInterrupt: true,
    } as const;
    let isOpen = false;
    return {
      began: () => {
        isOpen = true;
        notices.showing({ ...key, type: 'started', at: clock.now() });
      },
      ended: (touches) => {
        const reason = `touches ${touches}`;
        if (isOpen) notices.showing({ ...key, type: 'ended', at: clock.now(), outcome: 'completed', reason });
      },
    };
  }
}
