import type { ParseArgsConfig } from 'node:util';
import type { Config, ConfigSources } from '../config/config.ts';
import type { Log } from '../ground/log.ts';

/** One command of `vitrine`, as plain data with a function: help is written from it. */
export interface Command {
  /** As typed, for example `cms playlist list`. */
  readonly name: string;
  readonly summary: string;
  /** What follows the name, for example `[--at ISO] [--json]`. */
  readonly usage: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** More help: what each option means, examples. */
  readonly details?: string;
  /** True: its help lists every setting. */
  readonly listsSettings?: true;
  /** False: it has no answer to give, and refuses `--json`. */
  readonly json?: false;
  /** How many positional arguments there must be; none when left out. */
  readonly positionals?: { readonly least: number; readonly most: number };
  /** Resolves with the exit code; a VitrineError thrown becomes one line on stderr and 1 (or 2 for `usage`). */
  run(invocation: Invocation): Promise<number>;
}

export interface Invocation {
  /** Reading it throws when it has mistakes. */
  readonly config: Config;
  readonly configSources: ConfigSources;
  /** As typed, with the command's own name. */
  readonly args: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
  /** stdout: answers only. Resolves when the text is written, and rejects when it cannot be. */
  readonly out: (text: string) => Promise<void>;
  /** stderr: progress and notes for a person. */
  readonly progress: (text: string) => void;
  /** Asks a person on the terminal. False also when nobody answers. */
  readonly ask: (question: string) => Promise<boolean>;
  readonly json: boolean;
  readonly log: Log;
  /** Whether a person sees the progress. */
  readonly isTerminal: boolean;
  /** The width of the terminal that shows the answer; infinite for a file or another program. */
  readonly columns: number;
  /** Aborted by SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}
