import { fileURLToPath } from 'node:url';
import { allTexts, type Language, languageIn, wordsOf } from '../../shared/languages/words.ts';
import type { Invitation } from '../../shared/messages.ts';
import type { SealedAsk, SetupProgress } from '../../shared/setup.ts';
import type { Clock } from '../clock.ts';
import type { Values } from '../config/written.ts';
import { type Config, type ConfigSources, readConfig } from '../config.ts';
import { asVitrineError } from '../errors.ts';
import type { AppHandler } from '../host/host.ts';
import type { Log } from '../log.ts';
import { answerTo, parseAsk } from './conversation.ts';
import { Draft } from './draft.ts';
import { invitationOf } from './invitation.ts';
import { type Listener, listen } from './listener.ts';
import { type OwnNetwork, ownNetwork } from './network.ts';
import { Reception } from './reception.ts';
import { findStick, settingsIn, stickFolders, wipe } from './stick.ts';

export interface SetupNeeds {
  readonly config: Config;
  readonly sources: ConfigSources;
  readonly language: Language;
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly files: AppHandler;
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
/** After all is done the phone still wants the first picture. */
const lingerMs = 120_000;

/** Setup of a player that has nothing to show: what its screen says, and who answers the phone. */
export class Setup {
  readonly #needs: SetupNeeds;
  readonly #reception: Reception;
  readonly #draft: Draft;
  readonly #ending = new AbortController();
  #network: OwnNetwork;
  #listener: Listener | null = null;
  #isDone = false;
  #seen = '';
  /** The stick that was looked at last, and what became of it. */
  #stick = '';
  #news: string | null = null;
  #cancelLook: () => void = () => undefined;
  #cancelEnd: () => void = () => undefined;

  constructor(needs: SetupNeeds) {
    this.#needs = needs;
    this.#reception = new Reception(needs.clock);
    this.#draft = new Draft(needs);
    this.#network = this.#ownNetwork();
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
      isVisited: this.#reception.isVisited,
      chosen: this.#draft.chosen,
    });
  }

  /** What became of a stick, for the screen; null where there was none. */
  get news(): string | null {
    return this.#news;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    this.#cancelLook();
    this.#cancelEnd();
    const listener = this.#listener;
    this.#listener = null;
    await listener?.stop();
  }

  /** Another way led to the end: by a stick, or by a terminal. */
  done(): void {
    if (this.#isDone) return;
    this.#isDone = true;
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
      await this.#lookElsewhere().catch((error: unknown) => log.warn('Setup by file failed', { error }));
    this.#tell();
    if (!this.#ending.signal.aborted) this.#cancelLook = clock.after(lookEveryMs, () => void this.#look());
  }

  /** A terminal may have written what is missing, and a stick may be there. */
  async #lookElsewhere(): Promise<void> {
    const { sources, config, language, log } = this.#needs;
    const { config: now, mistake } = readConfig(sources);
    if (now !== null && mistake === null && now.cms.url !== null && now.assignment !== null)
      return this.#apply(null, now);
    const stick = findStick(stickFolders(config.setup.folder));
    if (stick === null || stick.signature === this.#stick || this.#reception.isVisited) return;
    this.#stick = stick.signature;
    const { say } = wordsOf(language);
    try {
      const values = settingsIn(stick);
      const chosen = await this.#draft.check(values);
      await this.#apply(values, chosen);
      const isWiped = chosen.cms.token === null || wipe(stick, chosen.cms.token);
      this.#news = say(isWiped ? 'setup.screen.usb.taken' : 'setup.screen.usb.kept');
      log.info('Set up by a file', { file: stick.path, isWiped });
    } catch (thrown) {
      const error = asVitrineError(thrown);
      log.warn('The file of a stick cannot be used', { file: stick.path, error });
      // What may be mended by itself is tried again at the next look.
      if (error.kind === 'temporary') this.#stick = '';
      this.#news = say('setup.screen.usb.refused', { why: error.message });
    }
  }

  async #listenWhere(network: OwnNetwork): Promise<void> {
    const { config, files, log } = this.#needs;
    const wanted = network.state === 'there' ? network.address : null;
    if ((this.#listener?.authority.split(':')[0] ?? null) === wanted) return;
    await this.#listener?.stop();
    this.#listener = null;
    if (wanted === null || !config.setup.phone) return;
    this.#listener = await listen({
      address: wanted,
      port: config.setup.port,
      files,
      door: (language) => this.#door(languageIn(language) ?? this.#needs.language),
      hear: (ask) => this.#hear(ask),
    });
    log.state('setup', this.#listener.authority, 'info', 'Waiting for a phone to set this player up', {
      at: this.#listener.authority,
    });
  }

  #ownNetwork(): OwnNetwork {
    return ownNetwork(this.#needs.config.setup.address);
  }

  #door(language: Language) {
    const texts = Object.entries(allTexts[language]).filter(([key]) => /^(setup|language)\./.test(key));
    return { language, half: this.#reception.half, texts: Object.fromEntries(texts) };
  }

  async #hear(ask: SealedAsk): Promise<unknown> {
    const heard = this.#reception.hear(ask);
    this.#tell();
    if ('turned' in heard) return heard;
    try {
      const answer = await answerTo(parseAsk(heard.text), {
        config: this.#needs.config,
        name: this.#needs.name,
        draft: this.#draft,
        signal: this.#ending.signal,
        apply: (values, config) => this.#apply(values, config),
        progress: this.#needs.progress,
        changed: () => this.#tell(),
      });
      return { box: heard.seal(JSON.stringify({ answer })) };
    } catch (thrown) {
      const { code, message, remedy } = asVitrineError(thrown);
      return { box: heard.seal(JSON.stringify({ refusal: { code, message, remedy } })) };
    }
  }

  async #apply(values: Values | null, config: Config): Promise<void> {
    await this.#needs.apply(values, config);
    this.done();
  }

  #tell(): void {
    const now = JSON.stringify([this.invitation, this.#news]);
    if (now === this.#seen) return;
    this.#seen = now;
    this.#needs.changed();
  }
}
