import { fileURLToPath } from 'node:url';
import { allTexts, wordsOf } from '../../shared/languages/catalogues.ts';
import { type Language, languageIn } from '../../shared/languages/language.ts';
import { readable } from '../../shared/languages/message.ts';
import type { Invitation, SetupForm, Standby } from '../../shared/messages.ts';
import type { SealedRequest, SetupProgress, SetupRequest } from '../../shared/setup.ts';
import { type Config, type ConfigSources, readConfig } from '../config/config.ts';
import type { Values } from '../config/written.ts';
import type { Clock } from '../ground/clock.ts';
import { asVitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { SharedRun } from '../ground/shared-run.ts';
import type { AppHandler, HeldKeyboard, Host, Key } from '../host/host.ts';
import { answerTo, parseAsk } from './conversation.ts';
import { Desk } from './desk/desk.ts';
import { Draft } from './draft.ts';
import { invitationOf } from './invitation.ts';
import { type Listener, listen } from './listener.ts';
import { type OwnNetwork, ownNetwork } from './network.ts';
import { Reception } from './reception.ts';
import { findStick, settingsIn, stickFolders, wipe } from './stick.ts';
import { PluggedSticks, type StickReader } from './sticks/plugged.ts';
import type { Wifi } from './wifi.ts';

export interface SetupNeeds {
  readonly config: Config;
  readonly sources: ConfigSources;
  readonly language: Language;
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly files: AppHandler;
  /** Null where there is no host yet, or none that has a keyboard. */
  readonly hearKeys: Host['hearKeys'];
  /** Who reads sticks that are not mounted; null: nobody. */
  readonly sticks: StickReader | null;
  /** Null: nobody may choose one. */
  readonly wifi: Wifi | null;
  /** Writes what was chosen, unless it is written already, and the player goes on with it. */
  readonly apply: (values: Values | null, config: Config) => Promise<void>;
  readonly progress: () => Promise<SetupProgress>;
  /** The invitation is another one now. */
  readonly changed: () => void;
}

/** The phone's page, beside this program in the built folder. */
export const setupPageFolder = fileURLToPath(new URL('../setup/', import.meta.url));

/** A cable may be plugged in at any time, and a phone may go away. */
const lookEveryMs = 3_000;
/** Somebody at a desktop wants the keyboard back for a while. */
const keyboardFreeMs = 60_000;
/** After all is done the phone still wants the first picture. */
const lingerMs = 120_000;

/** Setup of a player that has nothing to show: what its screen says, and who answers the phone. */
export class Setup {
  readonly #needs: SetupNeeds;
  readonly #reception: Reception;
  readonly #draft: Draft;
  readonly #plugged: PluggedSticks | null;
  readonly #ending = new AbortController();
  #network: OwnNetwork;
  #listener: Listener | null = null;
  #isDone = false;
  /** The player is going on with what was chosen; null: it is not, or not yet. */
  readonly #applying = new SharedRun<void>();
  #seen = '';
  /** The stick that was looked at last, and what became of it. */
  #stick = '';
  #news: string | null = null;
  #rotation: NonNullable<Standby['rotation']>;
  #keyboard: HeldKeyboard | null = null;
  /** By the steady clock: until then the keyboard is everybody's. */
  #keyboardFreeUntil = Number.NEGATIVE_INFINITY;
  #desk: Desk | null = null;
  /** The session of the phone that was heard last; null: none was, or somebody at a keyboard since. */
  #lastPhone: string | null = null;
  #cancelLook: () => void = () => undefined;
  #cancelEnd: () => void = () => undefined;

  constructor(needs: SetupNeeds) {
    this.#needs = needs;
    this.#reception = new Reception(needs.clock);
    this.#draft = new Draft(needs);
    this.#plugged = needs.sticks && new PluggedSticks(needs.sticks, needs.log);
    this.#network = this.#ownNetwork();
    this.#rotation = needs.config.screen.rotation ?? 0;
  }

  async start(): Promise<void> {
    await this.#look();
  }

  /** Null once all is done: then the screen tells how the show is coming. */
  get invitation(): Invitation | null {
    if (this.#isDone) return null;
    return invitationOf(wordsOf(this.#needs.language), {
      network: this.#network,
      authority: this.#listener?.authority ?? null,
      key: this.#reception.codeKey,
      pin: this.#reception.pinIsSpent ? null : this.#reception.pin,
      isOpen: this.#reception.isOpen,
      visitor: this.#reception.check,
      chosen: this.#draft.chosen,
      hasKeyboard: this.#keyboard !== null,
      hasWifi: this.#wifi !== null,
    });
  }

  /** On which phones are answered. */
  ports(): readonly number[] {
    const port = this.#listener?.authority.split(':').at(-1);
    return port === undefined ? [] : [Number(port)];
  }

  /** What somebody at a keyboard is filling in. */
  get form(): SetupForm | null {
    return this.#isDone ? null : (this.#desk?.form ?? null);
  }

  /** As somebody at the screen wants to read it. */
  get rotation(): NonNullable<Standby['rotation']> {
    return this.#desk?.rotation ?? this.#rotation;
  }

  /** What became of a stick, for the screen; null where there was none. */
  get news(): string | null {
    return this.#news;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    this.#cancelLook();
    this.#cancelEnd();
    this.#leaveKeyboard();
    const listener = this.#listener;
    this.#listener = null;
    await listener?.stop();
  }

  /** Another way led to the end: by a stick, or by a terminal. */
  done(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#leaveKeyboard();
    this.#cancelEnd = this.#needs.clock.after(lingerMs, () => void this.stop());
  }

  /** Follows the network, and closes when nobody has come. */
  async #look(): Promise<void> {
    if (this.#ending.signal.aborted) return;
    const { clock, log } = this.#needs;
    this.#network = this.#ownNetwork();
    try {
      await this.#listenWhere(this.#isDone || this.#reception.isOpen ? this.#network : { state: 'none' });
    } catch (error) {
      log.state('setup', 'deaf', 'warn', 'Phones cannot be heard', { error });
    }
    if (!this.#isDone)
      await this.#holdKeyboard().catch((error: unknown) =>
        log.state('keyboard', 'deaf', 'debug', 'No keyboard can be heard', { error }),
      );
    if (!this.#isDone)
      await this.#lookElsewhere().catch((error: unknown) => log.warn('Setup by file failed', { error }));
    this.#tell();
    if (!this.#ending.signal.aborted) this.#cancelLook = clock.after(lookEveryMs, () => void this.#look());
  }

  /** What is chosen now would come too late. */
  get #isSettled(): boolean {
    return this.#isDone || this.#applying.running !== null || this.#ending.signal.aborted;
  }

  /** A terminal may have written what is missing, and a stick may be there. */
  async #lookElsewhere(): Promise<void> {
    // What is being applied is on the disk already, and is not what a terminal has written.
    if (this.#isSettled) return;
    const { sources, config, language, log } = this.#needs;
    const { config: now, mistake } = readConfig(sources);
    if (now !== null && mistake === null && now.cms.url !== null && now.assignment !== null)
      return this.#apply(null, now);
    const stick = findStick(stickFolders(config.setup.folder)) ?? (await this.#plugged?.look()) ?? null;
    if (stick === null || stick.signature === this.#stick || this.#reception.isVisited) return;
    if (this.#isSettled) return;
    this.#stick = stick.signature;
    const { say } = wordsOf(language);
    try {
      const values = settingsIn(stick);
      const chosen = await this.#draft.check(values);
      if (this.#isSettled) return;
      await this.#apply(values, chosen);
      const isWiped = chosen.cms.token === null || wipe(stick, chosen.cms.token);
      this.#news = say(isWiped ? 'setup.screen.usb.taken' : 'setup.screen.usb.kept');
      log.info('Set up by a file', { file: stick.path, isWiped });
    } catch (thrown) {
      const error = asVitrineError(thrown);
      log.warn('The file of a stick cannot be used', { file: stick.path, error });
      // What may be mended by itself is tried again at the next look.
      if (error.kind === 'temporary') this.#stick = '';
      this.#news = say('setup.screen.usb.refused', { why: error.said });
    }
  }

  /** What is typed at the screen comes here and to nobody else, from the first moment on. */
  async #holdKeyboard(): Promise<void> {
    const { clock, config } = this.#needs;
    if (this.#keyboard !== null || !config.setup.keyboard) return;
    if (clock.monotonic() < this.#keyboardFreeUntil) return;
    const keyboard = await this.#needs.hearKeys((key) => this.#typed(key));
    if (keyboard === null) return;
    // Somebody may have ended setup meanwhile.
    if (this.#isDone || this.#ending.signal.aborted) return keyboard.letGo();
    this.#keyboard = keyboard;
    void keyboard.ended.then(() => {
      if (this.#keyboard !== keyboard) return;
      this.#keyboard = null;
      this.#desk?.close();
    });
  }

  #leaveKeyboard(): void {
    this.#desk?.close();
    this.#keyboard?.letGo();
    this.#keyboard = null;
  }

  #typed(key: Key): void {
    const desk = this.#desk;
    desk?.press(key);
    // While a form is on its way, somebody is at the keyboard without one.
    if (desk === null && !this.#reception.isAtKeyboard && 'name' in key && key.name === 'Escape') {
      this.#keyboardFreeUntil = this.#needs.clock.monotonic() + keyboardFreeMs;
      this.#leaveKeyboard();
      this.#tell();
      return;
    }
    const begins = desk === null && 'name' in key && key.name === 'Enter';
    if (!begins || this.#isDone || this.#reception.isVisited || this.#reception.isAtKeyboard) return;
    this.#reception.isAtKeyboard = true;
    this.#lastPhone = null;
    this.#draft.forgetChoice();
    Desk.open({
      words: wordsOf(this.#needs.language),
      clock: this.#needs.clock,
      rotation: this.rotation,
      ask: (ask) => this.#answer(ask),
      wifi: this.#wifi,
      arrange: async (layout) => (await this.#keyboard?.arrange(layout)) ?? false,
      changed: () => this.#deskChanged(),
    }).then(
      (desk) => {
        this.#desk = desk;
        this.#deskChanged();
      },
      (error: unknown) => {
        this.#reception.isAtKeyboard = false;
        this.#needs.log.warn('Setup by keyboard failed', { error });
      },
    );
  }

  #deskChanged(): void {
    if (this.#desk?.isOpen === false) this.#desk = null;
    this.#reception.isAtKeyboard = this.#desk !== null;
    this.#tell();
  }

  async #listenWhere(network: OwnNetwork): Promise<void> {
    const { config, files, log } = this.#needs;
    const wanted = network.state === 'there' ? network.address : null;
    if ((this.#listener?.authority.split(':')[0] ?? null) === wanted) return;
    await this.#listener?.stop();
    this.#listener = null;
    if (wanted === null || !config.setup.phone) return;
    const listener = await listen({
      address: wanted,
      port: config.setup.port,
      files,
      door: (language) => this.#door(languageIn(language) ?? this.#needs.language),
      offer: (from) => (this.#isDone ? { turned: 'closed' } : this.#reception.offer(from)),
      hear: (ask) => this.#hear(ask),
    });
    // Somebody may have ended setup meanwhile.
    if (this.#ending.signal.aborted) return listener.stop();
    this.#listener = listener;
    log.state('setup', listener.authority, 'info', 'Waiting for a phone to set this player up', {
      at: listener.authority,
    });
  }

  #ownNetwork(): OwnNetwork {
    return ownNetwork(this.#needs.config.setup.address);
  }

  /** Null: nobody needs it, as there is a network, or there is no radio. */
  get #wifi(): Wifi | null {
    const { wifi } = this.#needs;
    return this.#network.state !== 'there' && wifi?.isThere ? wifi : null;
  }

  #door(language: Language) {
    const texts = Object.entries(allTexts[language]).filter(([key]) => !/^(page|stage|fleet)\./.test(key));
    return { language, texts: Object.fromEntries(texts) };
  }

  async #hear(ask: SealedRequest): Promise<unknown> {
    const heard = this.#reception.hear(ask);
    if (!('turned' in heard) && ask.session !== this.#lastPhone) {
      this.#lastPhone = ask.session;
      this.#draft.forgetChoice();
    }
    this.#tell();
    if ('turned' in heard) return heard;
    try {
      const answer = await this.#answer(parseAsk(heard.text));
      return { box: heard.seal(JSON.stringify(readable({ answer }))) };
    } catch (thrown) {
      const refusal = asVitrineError(thrown).report;
      return { box: heard.seal(JSON.stringify(readable({ refusal }))) };
    }
  }

  async #answer(ask: SetupRequest) {
    // Said again: the login is the engine's by now, and must not be written once more.
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
      changed: () => this.#tell(),
    });
  }

  /** Once at a time: whoever comes meanwhile, or says it again, gets what becomes of the first one. */
  #apply(values: Values | null, config: Config): Promise<void> {
    if (this.#isDone) return Promise.resolve();
    return this.#applying.of(() => this.#applyFirst(values, config));
  }

  async #applyFirst(values: Values | null, config: Config): Promise<void> {
    await this.#needs.apply(values, config);
    this.#rotation = config.screen.rotation ?? 0;
    this.done();
    this.#tell();
  }

  #tell(): void {
    const now = JSON.stringify([this.invitation, this.form, this.rotation, this.#news]);
    if (now === this.#seen) return;
    this.#seen = now;
    this.#needs.changed();
  }
}
