import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { wordsOf } from '../../shared/languages/catalogues.ts';
import { type Message, message } from '../../shared/languages/message.ts';
import type { SetupNow } from '../../shared/setup.ts';
import type { Config, ConfigSources } from '../config/config.ts';
import type { Configured } from '../engine/configured.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { Once } from '../ground/once.ts';
import type { Host, Picture, WatchedKey } from '../host/host.ts';
import { createAppFiles } from '../show/app-files.ts';
import type { Show } from '../show/show.ts';
import type { Lead } from './conversation.ts';
import { HoldToBegin } from './hold-to-begin.ts';
import type { Setup } from './setup.ts';
import { StandbyScreen } from './standby-screen.ts';
import { pluggedIn, sticksOf } from './sticks/ask.ts';
import type { StickReader } from './sticks/plugged.ts';
import type { StickSetup } from './sticks/stick-setup.ts';

interface PossibleSetupNeeds {
  /** Undefined: setup at the screen is disabled. */
  readonly sources: ConfigSources | undefined;
  readonly configured: Pick<Configured, 'config' | 'language' | 'use' | 'change' | 'undo' | 'sourceFixedBy'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly show: Pick<Show, 'sights' | 'capture' | 'standby'>;
  /** The configured screens: the phone shows a screenshot of the first one. */
  readonly planned: readonly string[];
  /** `VITRINE_STICKS`: the kiosk's reader of sticks listens there. */
  readonly env: NodeJS.ProcessEnv;
  host(): Pick<Host, 'hearKeys' | 'watchKey'> | null;
  /** Called with the id of the active edition; null: none, or not known yet. */
  vitals(): { readonly edition: string | null } | null;
  /** Address of the status page; null: not available (yet). */
  page(): string | null;
  /** Opens that page to the network. */
  readonly open: Lead['open'];
}

/** What covers the show, and holds the keyboard. */
interface Above {
  say(text: string | null): void;
  leave(): Promise<void>;
}

/** The phone's page in the built folder. */
const phonePage = fileURLToPath(new URL('../setup/', import.meta.url));
/** Interval of the checks for key and sticks. */
const lookEveryMs = 5_000;

/** Setup of a player that is unconfigured, or that plays and shall follow another source; the standby screen invites to it. */
export class PossibleSetup {
  readonly standby: StandbyScreen;
  readonly #needs: PossibleSetupNeeds;
  #setup: Setup | null = null;
  /** The active edition when setup began again: a different one is the new show. */
  #before: string | null = null;
  #isAgain = false;
  readonly #hold: HoldToBegin;
  #key: WatchedKey | null = null;
  #above: Above | null = null;
  readonly #stick = new Once(() => this.#openStick());
  #stickOpened: StickSetup | null = null;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isLooking = false;
  #isStopped = false;

  constructor(needs: PossibleSetupNeeds) {
    this.#needs = needs;
    const { show, page } = needs;
    this.standby = new StandbyScreen({ show, setup: () => this.#setup, page });
    this.#hold = new HoldToBegin({
      clock: needs.clock,
      countDown: (seconds) => {
        this.standby.countDown(seconds);
        const { say } = wordsOf(needs.configured.language);
        this.#above?.say(seconds === null ? null : say('setup.again.hold', { seconds }));
      },
      begin: () => void this.#beginAtScreen(),
    });
  }

  /** Null: no setup is running. */
  get now(): Setup | null {
    return this.#setup;
  }

  /** The invitation on the screens, with the form; null: none. */
  get shown(): SetupNow | null {
    const { invitation = null, form = null } = this.#setup ?? {};
    return invitation && { ...invitation, form };
  }

  /** Why a playing player does not use the file that would set it up again. */
  get refusedFile(): Message | null {
    return this.#setup === null ? (this.#stickOpened?.refused ?? null) : null;
  }

  async prepare(): Promise<void> {
    const { sources, configured } = this.#needs;
    if (sources && (await canBeSetUp(configured.config))) this.#setup = await this.#from(sources);
  }

  /** One check at a time: a stick, or the CMS that it names, may answer slowly. */
  start(): void {
    const { log } = this.#needs;
    this.#setup?.start().catch((error: unknown) => log.error('Nobody can set this player up', { error }));
  }

  /** Starts setup of a playing player; the show goes on. Returns the address of the guide. */
  async again(isAtScreen: boolean): Promise<{ readonly address: string | null }> {
    const { sources, configured } = this.#needs;
    if (this.#setup?.isOver === false) return { address: this.#setup.phones.link };
    const fixed = configured.sourceFixedBy;
    if (fixed !== null)
      throw new VitrineError('usage', message(`setup-again-not.${fixed.kind}`, { name: fixed.name }));
    if (sources === undefined) throw new VitrineError('usage', message('setup-again-not.off'));
    await this.#setup?.stop();
    this.#key?.letGo();
    // The screen knows first: vitals may be unread for ten seconds after a start.
    const shown = this.#needs.show.sights().find(({ plays }) => plays);
    this.#before = shown?.edition ?? this.#edition;
    this.#isAgain = true;
    const setup = await this.#from(sources, isAtScreen);
    this.#setup = setup;
    await setup.start();
    this.standby.show();
    if (setup.phones.link !== null || isAtScreen) return { address: setup.phones.link };
    await setup.stop();
    throw new VitrineError('temporary', message('setup-again-not.network'));
  }

  /** F9, as long as it can begin setup. */
  heardKey(isDown: boolean, above: Above | null): void {
    if (this.#key === null) return;
    this.#above = above;
    this.#hold.heard(isDown);
  }

  /** For a playing player, to be called every second or two. */
  look(): void {
    const { clock, log, configured, sources } = this.#needs;
    if (this.#setup !== null || this.#isLooking || this.#isStopped) return;
    if (!configured.config.setup.again || !sources || configured.sourceFixedBy !== null) return;
    if (clock.monotonic() - this.#lookedAt < lookEveryMs) return;
    this.#lookedAt = clock.monotonic();
    this.#isLooking = true;
    Promise.all([this.#watchKey(), this.#stick.get().then((stick) => stick?.look())])
      .catch((error: unknown) => log.state('setup', 'unwatched', 'warn', 'Cannot look for setup', { error }))
      .finally(() => {
        this.#isLooking = false;
      });
  }

  ports(): readonly number[] {
    return this.#setup?.phones.ports() ?? [];
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#hold.letGo();
    this.#key?.letGo();
    await this.#setup?.stop();
  }

  async #beginAtScreen(): Promise<void> {
    const { log } = this.#needs;
    log.info('Setup begins again, by the key at the screen');
    try {
      // The server gives the keyboard to one client at a time.
      this.#key?.letGo();
      await Promise.all([this.#key?.ended, this.#above?.leave()]);
      await this.again(true);
    } catch (error) {
      log.warn('Cannot set this player up again', { error });
    }
  }

  async #watchKey(): Promise<void> {
    const { configured, host } = this.#needs;
    if (this.#key !== null || !configured.config.setup.keyboard) return;
    const key = (await host()?.watchKey((isDown) => this.heardKey(isDown, null))) ?? null;
    this.#key = key;
    void key?.ended.then(() => {
      if (this.#key === key) this.#key = null;
      this.#hold.letGo();
    });
    if (this.#isStopped) key?.letGo();
  }

  /** Loaded only where a stick can be plugged in. */
  async #openStick(): Promise<StickSetup | null> {
    const { sources, configured, log, env } = this.#needs;
    if (sources === undefined) return null;
    const { Draft } = await import('./draft.ts');
    const { StickSetup: Sticks } = await import('./sticks/stick-setup.ts');
    const draft = new Draft({ sources, log });
    this.#stickOpened = new Sticks({
      config: configured.config,
      language: configured.language,
      log,
      sticks: stickReader(env.VITRINE_STICKS),
      current: () => configured.config,
      isSettled: () => this.#setup !== null || this.#isStopped,
      isVisited: () => false,
      check: (values) => draft.check(values),
      apply: (values, chosen) => configured.use(values, chosen),
    });
    return this.#stickOpened;
  }

  /** Loaded lazily: it pulls in the client of the CMS, which main otherwise never loads. */
  async #from(sources: ConfigSources, isAtScreen: boolean | null = null): Promise<Setup> {
    const { clock, log, show, planned, env, host, configured } = this.#needs;
    const { config } = configured;
    const { Setup } = await import('./setup.ts');
    const { NetworkManagerWifi } = await import('./wifi.ts');
    const setup: Setup = new Setup({
      config,
      sources,
      language: configured.language,
      name: config.name ?? hostname(),
      clock,
      log,
      files: createAppFiles(phonePage),
      sticks: stickReader(env.VITRINE_STICKS),
      wifi: new NetworkManagerWifi(),
      hearKeys: async (heard) => (await host()?.hearKeys(heard)) ?? null,
      apply: (values, chosen) => configured.use(values, chosen),
      progress: async () => {
        // The engine has the new edition before a screen shows it.
        const shown = show.sights().filter((sight) => sight.plays && sight.edition !== this.#before);
        const plays = shown.length > 0 && this.#isNewShow;
        const { title, lines } = this.standby.text;
        return {
          plays,
          title,
          lines,
          picture: plays ? addressOf(await show.capture(planned[0] ?? '1')) : null,
        };
      },
      changed: () => this.standby.show(),
      lead: {
        set: (name, value) => configured.change(name, { value }, { kind: 'screen' }),
        open: () => this.#needs.open(),
      },
      // Also after the first setup: touch pages, sticks and the key wait for its end.
      over: () => {
        if (this.#setup === setup) this.#setup = null;
        this.standby.show();
      },
      ...(isAtScreen === null
        ? {}
        : {
            again: {
              isAtScreen,
              undo: async () => {
                if (!this.#isNewShow) await configured.undo({ kind: 'screen' });
              },
            },
          }),
    });
    return setup;
  }

  get #edition(): string | null {
    return this.#needs.vitals()?.edition ?? null;
  }

  get #isNewShow(): boolean {
    const edition = this.#edition;
    return !this.#isAgain || (edition !== null && edition !== this.#before);
  }
}

function stickReader(socketPath: string | undefined): StickReader | null {
  return socketPath === undefined ? null : { pluggedIn, read: () => sticksOf(socketPath) };
}

/** Not configured, and nothing cached. */
async function canBeSetUp({
  cms,
  assignment,
  dataDir,
}: Pick<Config, 'cms' | 'assignment' | 'dataDir'>): Promise<boolean> {
  if (cms.url !== null && assignment !== null) return false;
  const { hasActiveEdition } = await import('../store/read.ts');
  return !hasActiveEdition(dataDir);
}

function addressOf({ mimeType, bytes }: Picture): string {
  return `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`;
}
