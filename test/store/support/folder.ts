import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../src/main/clock.ts';
import { createLog, type LogLine } from '../../../src/main/log.ts';
import type { StoreLimits } from '../../../src/main/store/limits.ts';
import { openStore, type Store, type StoreOptions } from '../../../src/main/store/store.ts';

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface ManualClock extends Clock {
  ms: number;
}

/** Stands still until told otherwise. Waits are over at once. */
export function manualClock(ms = Date.UTC(2026, 0, 1)): ManualClock {
  const clock: ManualClock = {
    ms,
    now: () => clock.ms,
    monotonic: () => clock.ms,
    after: (wait, callback) => {
      clock.ms += wait;
      const immediate = setImmediate(callback);
      return () => clearImmediate(immediate);
    },
  };
  return clock;
}

/** Small enough for any disk that tests run on. */
export const smallLimits: Partial<StoreLimits> = { floorBytes: 0, ballastBytes: 64 * 1024, busyMs: 100 };

export interface Opened {
  readonly store: Store;
  readonly lines: LogLine[];
}

export async function opened(dataDir: string, options: Partial<StoreOptions> = {}): Promise<Opened> {
  const lines: LogLine[] = [];
  const store = await openStore({
    dataDir,
    clock: manualClock(),
    log: createLog((line) => lines.push(line)),
    ...options,
    limits: { ...smallLimits, ...options.limits },
  });
  onTestFinished(() => store.close());
  return { store, lines };
}
