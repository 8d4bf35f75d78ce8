import { message } from '../../shared/languages/message.ts';
import type { Edition } from '../edition/edition.ts';
import type { Holdings } from '../edition/holdings.ts';
import type { Clock } from '../ground/clock.ts';
import type { ContentFault } from '../health/facts.ts';
import { emptiness } from '../schedule/emptiness.ts';
import { unplayable } from '../schedule/unplayable.ts';
import type { SyncStatus } from '../sync/report.ts';
import type { Stages } from './stages.ts';

/** The next look waits so many times as long as this one took: 0.5 % of a processor, also for 100,000 files. */
const restOfCost = 200;

/** What of an edition cannot be shown. Called every few seconds; holdings change without notice. */
export class ContentFaults {
  readonly #clock: Clock;
  #last: {
    readonly edition: string;
    readonly until: number;
    readonly faults: readonly ContentFault[];
  } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of(edition: Edition, holdings: () => Holdings): readonly ContentFault[] {
    const began = this.#clock.monotonic();
    if (this.#last?.edition === edition.id && began < this.#last.until) return this.#last.faults;
    const faults = faultsOf(edition, holdings());
    const ended = this.#clock.monotonic();
    this.#last = { edition: edition.id, until: ended + restOfCost * (ended - began), faults };
    return faults;
  }
}

/** An update of another source that has nothing to show: the show of the previous one goes on. */
export function heldBackIn(sync: Pick<SyncStatus, 'staged'> | null, store: Stages['store']): Edition | null {
  return sync?.staged?.isEmpty ? (store.staged()?.edition ?? null) : null;
}

/** Of an update that waits because it has nothing to show. */
export function heldBackFaults(edition: Edition | null): readonly ContentFault[] {
  if (edition === null) return [];
  const [empty] = emptiness(edition);
  if (empty === undefined) return [{ code: 'playlist-empty', sentence: message('health.held-back.not-due') }];
  const { code, sentence: why } = emptyFault(empty);
  return [{ code, sentence: message('health.held-back', { why }) }];
}

function faultsOf(edition: Edition, holdings: Holdings): readonly ContentFault[] {
  const [empty] = emptiness(edition);
  const [file, ...others] = unplayable(edition, holdings, Number.POSITIVE_INFINITY);
  return [
    ...(empty === undefined ? [] : [emptyFault(empty)]),
    ...(file === undefined ? [] : [unplayableFault(file.name, others.length)]),
  ];
}

function emptyFault({ screenId, message: sentence }: ReturnType<typeof emptiness>[number]): ContentFault {
  return { code: screenId === null ? 'unassigned' : 'playlist-empty', sentence };
}

function unplayableFault(name: string, count: number): ContentFault {
  const sentence =
    count === 0 ? message('health.unplayable', { name }) : message('health.unplayable.more', { name, count });
  return { code: 'unplayable', sentence };
}
