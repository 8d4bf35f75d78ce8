import { readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createLog, type LogLine } from '../../../src/main/ground/log.ts';
import type { StoreLimits } from '../../../src/main/store/objects/limits.ts';
import { type OpenStoreNeeds, openStore, type Store } from '../../../src/main/store/store.ts';
import { ManualClock } from '../../support/manual-clock.ts';

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-store-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The files below that folder which this process holds open; what else it has open is nobody's business. */
export function openBelow(folder: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${name}`);
      return path.startsWith(`${folder}/`) ? [path] : [];
    } catch {
      // It was closed meanwhile, as is the one with which they were listed.
      return [];
    }
  });
}

/** Stands still until told otherwise, and nothing has to wait. */
export function manualClock(at?: number): ManualClock {
  return new ManualClock({ skipsWaits: true, ...(at === undefined ? {} : { at }) });
}

/** Small enough for any disk that tests run on. */
export const smallLimits: Partial<StoreLimits> = { floorBytes: 0, ballastBytes: 64 * 1024, busyMs: 100 };

export interface Opened {
  readonly store: Store;
  readonly lines: LogLine[];
}

export async function opened(dataDir: string, options: Partial<OpenStoreNeeds> = {}): Promise<Opened> {
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
