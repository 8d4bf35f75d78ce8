import { allTexts } from '../../shared/languages/catalogues.ts';
import { type Language, languageIn } from '../../shared/languages/language.ts';
import { type Message, readable } from '../../shared/languages/message.ts';
import type { SealedRequest, SetupRequest } from '../../shared/setup.ts';
import type { Config } from '../config/config.ts';
import { asVitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import type { AppHandler } from '../host/host.ts';
import { parseAsk } from './conversation.ts';
import { type Listener, listen } from './listener.ts';
import type { OwnNetwork } from './network.ts';
import type { Reception } from './reception.ts';

interface PhoneWayNeeds {
  readonly config: Pick<Config, 'setup'>;
  readonly language: Language;
  readonly log: Log;
  readonly files: AppHandler;
  readonly reception: Reception;
  /** The settings are written. */
  isDone(): boolean;
  /** Setup has ended. */
  isOver(): boolean;
  /** Another phone has taken over. */
  begin(): void;
  answer(ask: SetupRequest): Promise<unknown>;
  changed(): void;
}

/** Setup by phone: follows this machine's address in the local network, and answers the requests of phones. */
export class PhoneWay {
  readonly #needs: PhoneWayNeeds;
  #listener: Listener | null = null;
  /** Session of the last phone; null after keyboard input. */
  #last: string | null = null;

  constructor(needs: PhoneWayNeeds) {
    this.#needs = needs;
  }

  /** Host and port; null: nothing listens. */
  get authority(): string | null {
    return this.#listener?.authority ?? null;
  }

  /** Address of the guide with its key, for logged-in users. Null: no network. */
  get link(): string | null {
    if (this.authority === null) return null;
    return `http://${this.authority}/setup#${Buffer.from(this.#needs.reception.codeKey).toString('base64url')}`;
  }

  ports(): readonly number[] {
    const port = this.authority?.split(':').at(-1);
    return port === undefined ? [] : [Number(port)];
  }

  /** Somebody sets the player up by other means. */
  leave(): void {
    this.#last = null;
  }

  async follow(network: OwnNetwork): Promise<void> {
    const { config, files, log, language, reception } = this.#needs;
    const wanted = network.state === 'there' ? network.address : null;
    if ((this.authority?.split(':')[0] ?? null) === wanted) return;
    await this.stop();
    if (wanted === null || !config.setup.phone) return;
    const listener = await listen({
      address: wanted,
      port: config.setup.port,
      files,
      door: (preferred) => door(languageIn(preferred) ?? language),
      offer: (from) => (this.#needs.isDone() ? { turned: 'closed' } : reception.offer(from)),
      hear: (ask) => this.#receive(ask),
    });
    // Setup may have ended while the port was opened.
    if (this.#needs.isOver()) return listener.stop();
    this.#listener = listener;
    log.state('setup', listener.authority, 'info', 'Waiting for a phone to set this player up', {
      at: listener.authority,
    });
  }

  async stop(): Promise<void> {
    const listener = this.#listener;
    this.#listener = null;
    await listener?.stop();
  }

  async #receive(ask: SealedRequest): Promise<unknown> {
    const received = this.#needs.reception.hear(ask);
    if (!('turned' in received) && ask.session !== this.#last) {
      this.#last = ask.session;
      this.#needs.begin();
    }
    this.#needs.changed();
    if ('turned' in received) return received;
    try {
      const answer = await this.#needs.answer(parseAsk(received.text));
      return { box: received.seal(JSON.stringify(readable({ answer }))) };
    } catch (thrown) {
      const { report } = asVitrineError(thrown);
      const refusal = { ...report, cure: cureOf(report.message) };
      return { box: received.seal(JSON.stringify(readable({ refusal }))) };
    }
  }
}

/** The address that diagnosis found instead. */
function cureOf(sentence: Message): string | null {
  if (sentence.code !== 'cms.check.meant') return null;
  return String(sentence.values?.meant ?? '') || null;
}

function door(language: Language) {
  const texts = Object.entries(allTexts[language]).filter(([key]) => !/^(page|stage|fleet)\./.test(key));
  return { language, texts: Object.fromEntries(texts) };
}
