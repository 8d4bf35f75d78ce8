import { type Clock, sleep } from '../clock.ts';
import { VitrineError } from '../errors.ts';
import type { EngineStatus } from '../report/status.ts';
import { updateOff } from '../update/update-status.ts';
import { isAway } from './away.ts';

/** How long whoever asks for the status waits for the engine's half. */
const patienceMs = 3_000;

/** Asks for the engine's half of the status. While the engine answers nothing, the last one known is given. */
export class LastStatus {
  readonly #clock: Clock;
  readonly #ask: () => Promise<EngineStatus>;
  #last: EngineStatus = unknown;

  constructor(clock: Clock, ask: () => Promise<EngineStatus>) {
    this.#clock = clock;
    this.#ask = ask;
  }

  async ask(): Promise<EngineStatus> {
    const inTime = new AbortController();
    const asked = this.#ask();
    const late = sleep(this.#clock, patienceMs, inTime.signal).then(() => {
      throw new VitrineError('temporary', 'engine-silent', 'The engine does not answer.');
    });
    // The one that comes second may fail unheard.
    for (const answer of [asked, late]) answer.catch(() => undefined);
    try {
      this.#last = await Promise.race([asked, late]);
      return this.#last;
    } catch (error) {
      if (!isAway(error)) throw error;
      return { ...this.#last, warnings: [...this.#last.warnings, silent] };
    } finally {
      inTime.abort();
    }
  }
}

const silent =
  'Sync and schedule do not answer and are started again; the show goes on. What is said of edition, sync, downloads and storage is what was known last.';

const unknown: EngineStatus = {
  edition: null,
  source: null,
  sync: { state: 'stopped', lastSuccessAt: null, lastError: null, nextAt: null },
  downloads: { active: 0, queued: 0, bytesPerSecond: 0, items: [], goal: null },
  staged: null,
  update: updateOff,
  storage: { bytes: 0, objects: 0, freeBytes: 0 },
  clock: { trusted: false, zone: 'UTC' },
  warnings: [],
};
