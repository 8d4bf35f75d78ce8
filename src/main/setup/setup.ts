import { wordsOf } from '../../shared/languages/catalogues.ts';
import type { Language } from '../../shared/languages/language.ts';
import type { Invitation, SetupForm, Standby } from '../../shared/messages.ts';
import type { SetupProgress, SetupRequest } from '../../shared/setup.ts';
import { type Config, type ConfigSources, readConfig } from '../config/config.ts';
import type { Values } from '../config/written.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { SharedRun } from '../ground/shared-run.ts';
import type { AppHandler, Host } from '../host/host.ts';
import { answerTo, type Lead } from './conversation.ts';
import { Desk } from './desk/desk.ts';
import { ScreenKeyboard } from './desk/screen-keyboard.ts';
import { Draft } from './draft.ts';
import { invitationOf } from './invitation.ts';
import { type OwnNetwork, ownNetwork } from './network.ts';
import { PhoneWay } from './phone-way.ts';
import { Reception } from './reception.ts';
import type { StickReader } from './sticks/plugged.ts';
import { StickSetup } from './sticks/stick-setup.ts';
import type { Wifi } from './wifi.ts';

export interface SetupNeeds {
  readonly config: Pick<Config, 'cms' | 'screen' | 'setup' | 'timeZone'>;
  readonly sources: ConfigSources;
  readonly language: Language;
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly files: AppHandler;
  /** Resolves with null without a host or without a keyboard. */
  readonly hearKeys: Host['hearKeys'];
  /** Reads sticks that are not mounted; null: not available. */
  readonly sticks: StickReader | null;
  /** Null: Wi-Fi cannot be chosen. */
  readonly wifi: Wifi | null;
  /** Writes `values` unless they are null, and continues with the new configuration. */
  readonly apply: (values: Values | null, config: Config) => Promise<void>;
  readonly progress: () => Promise<SetupProgress>;
  /** After setup: changes a setting, and opens the page to the network. Absent: not offered. */
  readonly lead?: Lead;
  /** The content of the setup screen has changed. */
  readonly changed: () => void;
  /** Setup has ended, with or without a change. */
  readonly over?: () => void;
  /** Present when the player plays and is set up again. */
  readonly again?: SetAgain;
}

interface SetAgain {
  /** A person is at the screen; otherwise setup is reachable only by the address on the page. */
  readonly isAtScreen: boolean;
  /** Undoes `apply` while nothing of the new show has been seen. */
  undo(): Promise<void>;
}

/** How often network, keyboard, terminal and sticks are checked. */
const lookEveryMs = 3_000;
/** The phone still shows the first screenshot after setup. */
const lingerMs = 120_000;
/** Without input, setup covers the show for at most this long. */
const unattendedMs = 120_000;

/** Setup of an unconfigured player, by phone, keyboard, stick or terminal. */
export class Setup {
  readonly #needs: SetupNeeds;
  readonly #reception: Reception;
  readonly #draft: Draft;
  readonly #ending = new AbortController();
  #network: OwnNetwork;
  readonly phones: PhoneWay;
  #isDone = false;
  readonly #applying = new SharedRun<void>();
  #seen = '';
  #attendedAt: number;
  readonly #stick: StickSetup;
  #rotation: NonNullable<Standby['rotation']>;
  readonly #keyboard: ScreenKeyboard;
  #cancelLook: () => void = () => undefined;
  #cancelEnd: () => void = () => undefined;

  constructor(needs: SetupNeeds) {
    this.#needs = needs;
    this.#reception = new Reception(needs.clock);
    this.#draft = new Draft(needs);
    this.#network = ownNetwork(needs.config.setup.address);
    this.#rotation = needs.config.screen.rotation ?? 0;
    this.#attendedAt = needs.clock.monotonic();
    this.#stick = new StickSetup({
      config: needs.config,
      language: needs.language,
      log: needs.log,
      sticks: needs.sticks,
      isSettled: () => this.#isSettled,
      isVisited: () => this.#reception.isVisited,
      check: (values) => this.#draft.check(values),
      apply: (values, config) => this.#apply(values, config),
    });
    this.phones = new PhoneWay({
      config: needs.config,
      language: needs.language,
      log: needs.log,
      files: needs.files,
      reception: this.#reception,
      isDone: () => this.#isDone,
      isOver: () => this.#ending.signal.aborted,
      begin: () => this.#draft.forgetChoice(),
      answer: (ask) => this.#answer(ask),
      changed: () => this.#reportChange(),
    });
    this.#keyboard = new ScreenKeyboard({
      clock: needs.clock,
      log: needs.log,
      isEnabled: needs.config.setup.keyboard && needs.again?.isAtScreen !== false,
      left: () => {
        if (needs.again !== undefined && !this.#isDone) void this.stop();
      },
      hearKeys: (onKey) => needs.hearKeys(onKey),
      reception: this.#reception,
      isOver: () => this.isOver,
      begin: () => {
        this.phones.leave();
        this.#draft.forgetChoice();
      },
      open: (keyboard) =>
        Desk.open({
          words: wordsOf(needs.language),
          clock: needs.clock,
          rotation: this.rotation,
          ask: (ask) => this.#answer(ask),
          wifi: this.#wifi,
          arrange: (layout) => keyboard.arrange(layout),
          changed: () => keyboard.deskChanged(),
        }),
      changed: () => this.#reportChange(),
    });
  }

  /** Whether setup covers the show. */
  get isInFront(): boolean {
    return !this.isOver && this.#needs.again?.isAtScreen === true;
  }

  get isOver(): boolean {
    return this.#isDone || this.#ending.signal.aborted;
  }

  async start(): Promise<void> {
    await this.#look();
  }

  /** Null once setup is done: then the screen shows the progress of the show. */
  get invitation(): Invitation | null {
    if (this.#isDone) return null;
    return invitationOf(wordsOf(this.#needs.language), {
      network: this.#network,
      authority: this.phones.authority,
      key: this.#reception.codeKey,
      pin: this.#reception.pinIsSpent ? null : this.#reception.pin,
      isOpen: this.#reception.isOpen,
      visitor: this.#reception.check,
      chosen: this.#draft.chosen,
      hasKeyboard: this.#keyboard.isHeld,
      hasWifi: this.#wifi !== null,
    });
  }

  get form(): SetupForm | null {
    return this.#isDone ? null : this.#keyboard.form;
  }

  /** Follows the form, so that its reader sees the chosen rotation at once. */
  get rotation(): NonNullable<Standby['rotation']> {
    return this.#keyboard.rotation ?? this.#rotation;
  }

  get news(): string | null {
    return this.#stick.news;
  }

  async stop(): Promise<void> {
    if (!this.#ending.signal.aborted) this.#needs.over?.();
    this.#ending.abort();
    this.#cancelLook();
    this.#cancelEnd();
    this.#keyboard.release();
    await this.phones.stop();
  }

  /** Also called when the player was configured by other means. */
  done(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#keyboard.release();
    this.#cancelEnd = this.#needs.clock.after(lingerMs, () => void this.stop());
  }

  async #cancel(): Promise<void> {
    const { again, clock } = this.#needs;
    if (this.#isDone) await again?.undo();
    // After the answer has been sent.
    else if (again !== undefined) clock.after(0, () => void this.stop());
  }

  /** Ends an abandoned setup. */
  get #isLeft(): boolean {
    const { again, clock } = this.#needs;
    if (again === undefined || this.#isDone || this.#applying.running !== null) return false;
    if (this.#reception.isVisited || this.#keyboard.form !== null) this.#attendedAt = clock.monotonic();
    if (!this.#reception.isOpen) return true;
    return again.isAtScreen && clock.monotonic() - this.#attendedAt >= unattendedMs;
  }

  /** Follows the network, and stops listening when no phone connects in time. */
  async #look(): Promise<void> {
    if (this.#ending.signal.aborted) return;
    const { clock, log, config } = this.#needs;
    if (this.#isLeft) return this.stop();
    this.#network = ownNetwork(config.setup.address);
    try {
      await this.phones.follow(this.#isDone || this.#reception.isOpen ? this.#network : { state: 'none' });
    } catch (error) {
      log.state('setup', 'unavailable', 'warn', 'Cannot listen for phones', { error });
    }
    if (!this.#isDone)
      await this.#keyboard
        .hold()
        .catch((error: unknown) =>
          log.state('keyboard', 'unavailable', 'debug', 'Cannot grab a keyboard', { error }),
        );
    if (!this.#isDone)
      await this.#lookForFile().catch((error: unknown) => log.warn('Setup by file failed', { error }));
    this.#reportChange();
    if (!this.#ending.signal.aborted) this.#cancelLook = clock.after(lookEveryMs, () => void this.#look());
  }

  /** Further choices would come too late. */
  get #isSettled(): boolean {
    return this.isOver || this.#applying.running !== null;
  }

  /** Checks for settings from a terminal and for a file on a stick. */
  async #lookForFile(): Promise<void> {
    // Settings that are being applied are already on disk: do not take them for a terminal's.
    // A playing player checks for sticks, whether it is being set up or not.
    if (this.#isSettled || this.#needs.again !== undefined) return;
    const { config: now, mistake } = readConfig(this.#needs.sources);
    if (now !== null && mistake === null && now.cms.url !== null && now.assignment !== null)
      return this.#apply(null, now);
    await this.#stick.look();
  }

  /** Null: connected already, or no radio. */
  get #wifi(): Wifi | null {
    const { wifi } = this.#needs;
    const isAway = ['none', 'no-address'].includes(this.#network.state);
    return isAway && wifi?.isThere ? wifi : null;
  }

  async #answer(ask: SetupRequest) {
    // A repeated request: the engine owns the login by now, so it must not be written again.
    if (ask.act === 'finish' && (this.#isDone || this.#applying.running !== null)) {
      await this.#applying.running;
      return {};
    }
    return answerTo(ask, {
      config: this.#needs.config,
      name: this.#needs.name,
      draft: this.#draft,
      signal: this.#ending.signal,
      apply: (values, config) => this.#apply(values, config),
      progress: this.#needs.progress,
      isAgain: this.#needs.again !== undefined,
      lead: this.#isDone ? (this.#needs.lead ?? null) : null,
      cancel: () => this.#cancel(),
      changed: () => this.#reportChange(),
    });
  }

  /** Runs once: concurrent and repeated calls share the first outcome. */
  #apply(values: Values | null, config: Config): Promise<void> {
    if (this.#isDone) return Promise.resolve();
    return this.#applying.of(() => this.#applyFirst(values, config));
  }

  async #applyFirst(values: Values | null, config: Config): Promise<void> {
    await this.#needs.apply(values, config);
    this.#rotation = config.screen.rotation ?? 0;
    this.done();
    this.#reportChange();
  }

  #reportChange(): void {
    const now = JSON.stringify([this.invitation, this.form, this.rotation, this.#stick.news]);
    if (now === this.#seen) return;
    this.#seen = now;
    this.#needs.changed();
  }
}
