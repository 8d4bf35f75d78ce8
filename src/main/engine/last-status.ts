import { message } from '../../shared/languages/message.ts';
import type { Clock } from '../ground/clock.ts';
import { isDiskError } from '../ground/disk-errors.ts';
import { asVitrineError, VitrineError } from '../ground/errors.ts';
import { inTime } from '../ground/in-time.ts';
import type { EngineStatus } from '../report/status.ts';
import { updateOff } from '../update/update-status.ts';
import { isAway } from './away.ts';

/** How long a status waits for the engine's part. */
const longestWaitMs = 3_000;

/** Reads the engine's part of the status. While the engine or its disk does not answer, returns the last known one. */
export class LastStatus {
  readonly #clock: Clock;
  readonly #fetch: () => Promise<EngineStatus>;
  #last: EngineStatus = unknown;

  constructor(clock: Clock, fetch: () => Promise<EngineStatus>) {
    this.#clock = clock;
    this.#fetch = fetch;
  }

  async read(): Promise<EngineStatus> {
    try {
      this.#last = await inTime(this.#clock, longestWaitMs, this.#fetch(), late);
      return this.#last;
    } catch (thrown) {
      const error = asVitrineError(thrown);
      if (!isAway(error) && !isDiskError(error)) throw thrown;
      const why = isAway(error) ? silent : error.sentence;
      const { sync, warnings } = this.#last;
      // The last contact with the CMS may be old by now: what is wrong stands beside it.
      const lastError = sync.lastError ?? { ...error.report, at: new Date(this.#clock.now()).toISOString() };
      return { ...this.#last, sync: { ...sync, lastError }, warnings: [...warnings, why] };
    }
  }
}

const late = (): VitrineError => new VitrineError('temporary', message('engine-silent'));

const silent = message('engine-silent.status');

const unknown: EngineStatus = {
  edition: null,
  previousEdition: null,
  source: null,
  sync: { state: 'stopped', lastSuccessAt: null, lastError: null, nextAt: null },
  downloads: { active: 0, queued: 0, bytesPerSecond: 0, items: [], goal: null },
  staged: null,
  update: updateOff,
  storage: { bytes: 0, objects: 0, freeBytes: 0 },
  clock: { trusted: false, zone: 'UTC' },
  warnings: [],
};
