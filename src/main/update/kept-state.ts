import { knownDiskError } from '../ground/disk-errors.ts';
import { asVitrineError, type VitrineError } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { Serial } from '../ground/serial.ts';
import type { UpdateState } from './state.ts';
import type { UpdateRoot } from './update-root.ts';

type Change = (state: UpdateState) => UpdateState;

/** The state of updates in memory and on the disk. Changes come from the show, from checks and from people: one after the other. */
export class KeptState {
  readonly #root: Pick<UpdateRoot, 'keep'>;
  readonly #log: Log;
  readonly #changes = new Serial();
  #value: UpdateState;

  constructor(root: Pick<UpdateRoot, 'keep'>, log: Log, value: UpdateState) {
    this.#root = root;
    this.#log = log;
    this.#value = value;
  }

  get value(): UpdateState {
    return this.#value;
  }

  /** Where the disk rejects it, nothing has changed. */
  change(change: Change, isNewTrial = false): Promise<void> {
    return this.#changes.run(async () => {
      const next = change(this.#value);
      if (next === this.#value) return;
      await this.#root.keep(next, isNewTrial).catch((thrown: unknown) => {
        throw known(thrown);
      });
      this.#value = next;
    });
  }

  /** Applies also where the disk rejects it: a later write includes it, or the next start detects it again. */
  settle(change: Change): Promise<void> {
    return this.#changes.run(async () => {
      this.#value = change(this.#value);
      await this.#root
        .keep(this.#value)
        .catch((error: unknown) => this.#log.error('Cannot record what became of a release', { error }));
    });
  }
}

export function known(thrown: unknown): VitrineError {
  return knownDiskError(thrown, 'update') ?? asVitrineError(thrown);
}
