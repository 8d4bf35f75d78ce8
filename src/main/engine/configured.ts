import type { Config } from '../config/config.ts';
import { writeSetup } from '../config/setup-file.ts';
import type { Values } from '../config/written.ts';
import type { Log } from '../ground/log.ts';
import { mainFileSystem } from '../ground/main-fs.ts';
import type { PageReach } from '../net/page-reach.ts';
import { reachFromConfig } from '../net/reach-from-config.ts';
import type { EngineThread } from './engine-thread.ts';
import type { EngineData } from './protocol.ts';

interface ConfiguredNeeds {
  readonly config: Config;
  readonly log: Log;
  readonly engine: Pick<EngineThread, 'reopen'>;
  readonly pageReach: Pick<PageReach, 'use'>;
  engineData(config: Config): EngineData;
  /** The engine has it. */
  onUsed(config: Config): void;
}

/** The configuration of the player: another one once somebody has set it up, or has mended it. */
export class Configured {
  readonly #needs: ConfiguredNeeds;
  #config: Config;

  constructor(needs: ConfiguredNeeds) {
    this.#needs = needs;
    this.#config = needs.config;
  }

  get config(): Config {
    return this.#config;
  }

  /** What is on the screens stays there until the engine has something else. `values`: to be written down. */
  async use(values: Values | null, chosen: Config): Promise<void> {
    const { config, log, engine, pageReach, engineData, onUsed } = this.#needs;
    if (values !== null) await writeSetup(mainFileSystem, config.dataDir, values);
    this.#config = chosen;
    pageReach.use(reachFromConfig(chosen));
    log.info('The player is set up', { cms: chosen.cms.url, assignment: chosen.assignment });
    await engine.reopen(engineData(chosen), 3_000);
    onUsed(chosen);
  }
}
