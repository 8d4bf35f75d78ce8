import { hostname } from 'node:os';
import type { Language } from '../../shared/languages/language.ts';
import { message } from '../../shared/languages/message.ts';
import type { Requester, SettingGiven, SettingsReport } from '../actions/table/port.ts';
import { ChosenSettings, type SettingNow } from '../config/chosen-settings.ts';
import { type Config, type ConfigSources, playerName } from '../config/config.ts';
import { ReadAgain } from '../config/read-again.ts';
import { type Values, valueAt } from '../config/written.ts';
import type { ShopDisplays } from '../display/start.ts';
import { systemZone } from '../edition/system-zone.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { mainFileSystem } from '../ground/main-fs.ts';
import { shopLanguage } from '../ground/shop-language.ts';
import type { PageReach } from '../net/page-reach.ts';
import { interruptReach, reachFromConfig } from '../net/reach-from-config.ts';
import type { PlayerEngine } from './start.ts';

interface ConfiguredNeeds {
  readonly config: Config;
  readonly sources: ConfigSources;
  readonly clock: Clock;
  readonly log: Log;
  readonly engine: Pick<PlayerEngine, 'reopen'>;
  readonly pageReach: Pick<PageReach, 'use'>;
  readonly hasMistake: boolean;
  /** Null while the configuration has a mistake. Left out: it cannot change. */
  readonly readAgain?: (() => Config | null) | undefined;
  later(): {
    readonly displays: Pick<ShopDisplays, 'configured'>;
    readonly fleet: { join(settings: Config['fleet']): void };
  };
}

/** The configuration of the player: another one once somebody has set it up, corrected a mistake or changed a setting. */
export class Configured {
  readonly #needs: ConfiguredNeeds;
  readonly #chosen: ChosenSettings;
  readonly #reading: ReadAgain | null;
  #config: Config;
  #isWhole: boolean;
  /** What names CMS and content, if setup cannot change it. */
  readonly sourceFixedBy: ChosenSettings['sourceFixedBy'];

  constructor(needs: ConfiguredNeeds) {
    this.#needs = needs;
    this.#config = needs.config;
    this.#isWhole = !needs.hasMistake;
    this.#chosen = new ChosenSettings({
      sources: needs.sources,
      dataDir: needs.config.dataDir,
      fs: mainFileSystem,
      now: () => needs.clock.now(),
      use: (config) => this.#use(config),
    });
    this.sourceFixedBy = this.#chosen.sourceFixedBy;
    const { clock, log, config, hasMistake, readAgain: read } = needs;
    const take = (mended: Config): Promise<void> => this.use(null, mended);
    this.#reading = read
      ? new ReadAgain({ clock, log: log.named('config'), config, hasMistake, read, take })
      : null;
  }

  get config(): Config {
    return this.#config;
  }

  /** False: settings are left out because of a mistake, so what is not configured may be so by mistake. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  get language(): Language {
    return shopLanguage(this.#config.language);
  }

  /** The player's name for people. */
  get name(): string {
    return playerName(this.#config);
  }

  /** Call every few seconds. `isWrong`: health reports the configuration. */
  look(isWrong: boolean): void {
    this.#reading?.look(isWrong);
  }

  /** What is on the screens stays there until the engine has something else. `values`: to be written down. */
  async use(values: Values | null, chosen: Config): Promise<void> {
    const { cms, assignment } = chosen;
    this.#needs.log.info('The player is set up', { cms: cms.url, assignment });
    await (values === null ? this.#use(chosen) : this.#chosen.replace(values, { kind: 'screen' }));
  }

  async change(name: string, given: SettingGiven, by: Requester): Promise<SettingsReport> {
    const before = this.#valueOf(name);
    await this.#chosen.change(name, given, by);
    this.#needs.log.info('A setting was changed', { setting: name, before, now: this.#valueOf(name), by });
    return this.report();
  }

  async undo(by: Requester): Promise<SettingsReport> {
    const { name, at } = await this.#chosen.undo();
    this.#needs.log.info('The last change of the settings was undone', { setting: name, of: at, by });
    return this.report();
  }

  report(): SettingsReport {
    const { lastChange } = this.#chosen;
    return {
      settings: this.#chosen
        .now(this.#config)
        .map((setting) => ({ ...setting, otherwise: otherwise(setting) })),
      changed: lastChange && {
        name: lastChange.name,
        before: valueAt(lastChange.before, lastChange.name) ?? null,
        at: lastChange.at,
        by: lastChange.by as Requester,
      },
      cannot:
        this.sourceFixedBy &&
        message(`setup-again-not.${this.sourceFixedBy.kind}`, { name: this.sourceFixedBy.name }),
    };
  }

  #valueOf(name: string): unknown {
    return valueAt(this.#config as unknown as Values, name) ?? null;
  }

  async #use(config: Config): Promise<void> {
    const { engine, pageReach, later } = this.#needs;
    this.#config = config;
    this.#isWhole = true;
    pageReach.use(reachFromConfig(config), interruptReach(config));
    later().displays.configured();
    try {
      await engine.reopen(config);
    } finally {
      // An engine that could not be opened is tried again without this.
      later().fleet.join(config.fleet);
    }
  }
}

/** What holds while a setting has no value; null: the CMS decides, or there is no limit. */
function otherwise({ name }: SettingNow): unknown {
  if (name === 'name') return hostname();
  if (name === 'timeZone') return systemZone();
  return name === 'language' ? shopLanguage(null) : null;
}
