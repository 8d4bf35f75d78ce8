import type { ParseArgsConfig } from 'node:util';
import type { Config, ConfigSources } from '../config/config.ts';
import type { Log } from '../ground/log.ts';

/** One command of `vitrine`. Help is generated from it. */
export interface Command {
  /** As typed, for example `cms playlist list`. */
  readonly name: string;
  readonly summary: string;
  /** What follows the name, for example `[--at ISO] [--json]`. */
  readonly usage: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** More help: the options and examples. */
  readonly details?: string;
  /** True: its help lists every setting. */
  readonly listsSettings?: true;
  /** False: the command has no answer and refuses `--json`. */
  readonly json?: false;
  /** Allowed number of positional arguments; none by default. */
  readonly positionals?: { readonly least: number; readonly most: number };
  /** Resolves with the exit code. A thrown VitrineError becomes one line on stderr and exit code 1 (2 for `usage`). */
  run(invocation: Invocation): Promise<number>;
}

export interface Invocation {
  /** A getter that throws for an invalid configuration. */
  readonly config: Config;
  readonly configSources: ConfigSources;
  /** As typed, including the command's name. */
  readonly args: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
  /** stdout: answers only. Resolves when the text is written, and rejects when it cannot be. */
  readonly out: (text: string) => Promise<void>;
  /** stderr: progress and notes for a person. */
  readonly progress: (text: string) => void;
  /** Prompts on the terminal. False also without an answer. */
  readonly ask: (question: string) => Promise<boolean>;
  readonly json: boolean;
  readonly log: Log;
  /** Whether stderr is a terminal. */
  readonly isTerminal: boolean;
  /** The width of the terminal that shows the answer; infinite for a file or another program. */
  readonly columns: number;
  /** All commands and settings; loads every command. */
  readonly reference: () => Promise<Reference>;
  /** Aborted by SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}

/** All commands as data, for the manual page and shell completion. */
export interface Reference {
  readonly version: string;
  readonly commands: readonly (Pick<Command, 'name' | 'summary' | 'usage'> & {
    readonly details: string;
    /** Long names without dashes. */
    readonly options: readonly string[];
  })[];
  readonly settings: readonly {
    readonly name: string;
    readonly variable: string | null;
    readonly meaning: string;
  }[];
}
