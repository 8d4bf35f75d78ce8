import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { HandedOver } from './hand-over.ts';

/** How much memory a screen's renderer may hold, and how often it is measured. */
export interface MemoryRule {
  readonly budgetBytes: number;
  readonly everyMs?: number;
  readonly restMs?: number;
}

export interface MemoryWatchNeeds {
  readonly screenId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly rule: MemoryRule;
  readonly measure: () => Promise<number | null>;
  /** Replaces this renderer by a fresh one. */
  readonly replace: () => Promise<HandedOver>;
}

const minuteMs = 60_000;
const mebibyte = 2 ** 20;

/** The configured limit, else a quarter of the machine's memory, between 512 and 1,536 MiB. */
export function memoryBudget(configuredMiB: number | null, machineBytes: number): number {
  if (configuredMiB !== null) return configuredMiB * mebibyte;
  return Math.min(Math.max(machineBytes / 4, 512 * mebibyte), 1536 * mebibyte);
}

/**
 * Has a screen's renderer replaced when it exceeds its memory budget. If that does not help or fails, it is not tried
 * again for an hour: a show that needs so much memory must not be disturbed by replacements.
 */
export class MemoryWatch {
  readonly #needs: MemoryWatchNeeds;
  #bytes: number | null = null;
  #recycles = 0;
  #restsUntil = 0;
  /** Replaced since the last measurement. */
  #isFresh = false;
  #stopped = false;
  #cancel: () => void = () => undefined;

  constructor(needs: MemoryWatchNeeds) {
    this.#needs = needs;
    this.#later();
  }

  /** At the last measurement; null: unknown. */
  get bytes(): number | null {
    return this.#bytes;
  }

  get recycles(): number {
    return this.#recycles;
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  #later(): void {
    const { clock, rule } = this.#needs;
    if (!this.#stopped) this.#cancel = clock.after(rule.everyMs ?? minuteMs, () => void this.#measure());
  }

  async #measure(): Promise<void> {
    const { screenId, log, measure } = this.#needs;
    try {
      this.#bytes = await measure();
      if (!this.#stopped) await this.#judge();
    } catch (error) {
      this.#bytes = null;
      log.state(`memory ${screenId}`, 'unknown', 'debug', 'The memory of a screen could not be measured', {
        screen: screenId,
        error,
      });
    }
    this.#later();
  }

  async #judge(): Promise<void> {
    const { clock, rule, replace, screenId: screen, log } = this.#needs;
    const isFresh = this.#isFresh;
    this.#isFresh = false;
    const held = this.#bytes;
    if (held === null) return;
    const fields = { screen, mebibytes: inMebibytes(held), budget: inMebibytes(rule.budgetBytes) };
    if (held <= rule.budgetBytes) {
      log.state(`memory ${screen}`, 'within', 'debug', 'The renderer is within its memory budget', fields);
      return;
    }
    if (clock.monotonic() < this.#restsUntil) return;
    if (isFresh) {
      this.#rest('of no use', 'A fresh renderer exceeds its memory budget too: it stays', fields);
      return;
    }
    const outcome = await replace();
    if (outcome === 'failed')
      this.#rest('failed', 'The renderer could not be replaced: it keeps playing', fields);
    if (outcome !== 'done') return;
    this.#recycles++;
    this.#isFresh = true;
    log.info('The renderer exceeded its memory budget and was replaced', fields);
  }

  #rest(state: string, text: string, fields: object): void {
    const { clock, rule, screenId, log } = this.#needs;
    this.#restsUntil = clock.monotonic() + (rule.restMs ?? 60 * minuteMs);
    log.state(`memory ${screenId}`, state, 'warn', text, { ...fields });
  }
}

function inMebibytes(bytes: number): number {
  return Math.round(bytes / mebibyte);
}
