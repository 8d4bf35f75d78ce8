import type { Message } from '../shared/languages/message.ts';
import type { Config, ConfigSources } from './config/config.ts';
import type { EngineData } from './engine/protocol.ts';
import type { Finding } from './ground/finding.ts';
import type { KeptFile } from './ground/kept-file.ts';
import type { Log } from './ground/log.ts';
import type { Starts } from './supervise/starts.ts';
import type { Launched } from './update/launched.ts';

export interface Player {
  readonly adminAddress: string | null;
  /** Resolves with the exit code: after a request to stop, or when the player wants a restart. */
  readonly ended: Promise<number>;
  /** Ends everything, within 5 s. `keepsPicture`: another player takes over the display at once. */
  stop(keepsPicture: boolean): Promise<void>;
}

export interface PlayerNeeds {
  readonly config: Config;
  readonly configMistake: EngineData['configMistake'];
  readonly log: Log;
  readonly signal: AbortSignal;
  /** What the launcher says, where one has started the player. */
  readonly launched?: Launched | null;
  /** What is not as it should be with the machine, each as one sentence. */
  readonly warnings: readonly Message[];
  /** What is kept of the starts, with this one counted. */
  readonly starts: KeptFile<Starts>;
  /** For a player that may be set up at its screen; left out, it may not. */
  readonly setup?: ConfigSources;
  readonly configSources: ConfigSources;
  /** Reads its configuration again; null while something is wrong with it. Left out: it cannot change. */
  readonly readAgain?: () => Config | null;
  readonly doctor: () => Promise<readonly Finding[]>;
}
