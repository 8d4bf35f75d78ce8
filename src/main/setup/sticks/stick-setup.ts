import { createHash } from 'node:crypto';
import { wordsOf } from '../../../shared/languages/catalogues.ts';
import type { Language } from '../../../shared/languages/language.ts';
import { type Message, message } from '../../../shared/languages/message.ts';
import { normaliseBaseUrl, readBaseUrl } from '../../config/cms-address.ts';
import type { Config } from '../../config/config.ts';
import { readSetup } from '../../config/setup-file.ts';
import { type Values, valueAt } from '../../config/written.ts';
import { asVitrineError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import { findStick, type Stick, settingsIn, stickFolders, wipe } from '../stick.ts';
import { PluggedSticks, type StickReader } from './plugged.ts';

interface StickSetupNeeds {
  readonly config: Pick<Config, 'setup'>;
  readonly language: Language;
  readonly log: Log;
  readonly sticks: StickReader | null;
  /** The file of a playing player, which is not new. Absent: it has none. */
  current?(): Pick<Config, 'assignment' | 'cms' | 'dataDir'>;
  /** Too late for a choice, or a phone is connected. */
  isSettled(): boolean;
  isVisited(): boolean;
  check(values: Values): Promise<{ readonly values: Values; readonly config: Config }>;
  apply(values: Values, config: Config): Promise<void>;
}

/** Setup by a file on a USB stick or boot partition. */
export class StickSetup {
  readonly #needs: StickSetupNeeds;
  readonly #plugged: PluggedSticks | null;
  /** The last file that was tried. */
  #tried = '';
  #news: string | null = null;
  #refused: Message | null = null;

  constructor(needs: StickSetupNeeds) {
    this.#needs = needs;
    this.#plugged = needs.sticks && new PluggedSticks(needs.sticks, needs.log);
  }

  /** The outcome of the last file, for the screen; null: none yet. */
  get news(): string | null {
    return this.#news;
  }

  /** Why the file that is there now is not used; null: it is, or there is none. */
  get refused(): Message | null {
    return this.#refused;
  }

  /** The player was set up by it, or already follows it. */
  #isOurs(stick: Stick): boolean {
    const config = this.#needs.current?.();
    if (config === undefined) return false;
    if (readSetup(config.dataDir).values.usedFile === hashOf(stick)) return true;
    const values = settingsIn(stick);
    const { cms, assignment } = config;
    const url = valueAt(values, 'cms.url');
    return (
      typeof url === 'string' &&
      'url' in readBaseUrl(url) &&
      normaliseBaseUrl(url) === cms.url &&
      valueAt(values, 'cms.token') === cms.token &&
      String(values[assignment?.kind ?? '']) === assignment?.ref
    );
  }

  async look(): Promise<void> {
    const { config, language, log, isSettled, isVisited, check, apply } = this.#needs;
    const stick = findStick(stickFolders(config.setup.folder)) ?? (await this.#plugged?.look()) ?? null;
    if (stick === null) this.#refused = null;
    if (stick === null || stick.signature === this.#tried || isVisited()) return;
    if (isSettled()) return;
    this.#tried = stick.signature;
    const { say } = wordsOf(language);
    try {
      this.#refused = null;
      if (!stick.isUnreadable && this.#isOurs(stick)) return;
      const values = { ...settingsIn(stick), usedFile: hashOf(stick) };
      const { config: chosen, ...checked } = await check(values);
      if (isSettled()) return;
      await apply(checked.values, chosen);
      const isWiped = chosen.cms.token === null || wipe(stick, chosen.cms.token);
      this.#news = say(isWiped ? 'setup.screen.usb.taken' : 'setup.screen.usb.kept');
      log.info('Set up by a file', { file: stick.path, isWiped });
    } catch (thrown) {
      const error = asVitrineError(thrown);
      // A temporary failure recurs at every check.
      log.state(
        'stick',
        `${stick.signature} ${error.code}`,
        'warn',
        'The setup file on a stick cannot be used',
        {
          file: stick.path,
          error,
        },
      );
      // Retry a temporary failure at the next check.
      if (error.kind === 'temporary') this.#tried = '';
      this.#news = say('setup.screen.usb.refused', { why: error.sentence });
      // Beside a show, a stick without the file is nobody's mistake.
      if (!stick.isUnreadable)
        this.#refused = message('health.setup-file', { file: stick.path, why: error.sentence });
    }
  }
}

const hashOf = ({ text }: Stick): string => createHash('sha256').update(text).digest('hex');
