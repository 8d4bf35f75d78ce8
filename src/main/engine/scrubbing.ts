import { type Clock, sleep } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { Store } from '../store/store.ts';

/** The delay after a start: the disk has more urgent work then. */
const firstAfterMs = 5 * 60_000;
const betweenMs = 60_000;
/** A small part of what an SD card can read. */
export const scrubBytesPerSecond = 4_000_000;

/** Rereads every object from time to time, slowly, so that bit rot is found before it is on screen. */
export function keepScrubbing(store: Pick<Store, 'scrub'>, clock: Clock, log: Log): () => Promise<void> {
  const ending = new AbortController();
  const running = scrub().catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });

  async function scrub(): Promise<void> {
    await sleep(clock, firstAfterMs, ending.signal);
    for (;;) {
      try {
        await store.scrub(scrubBytesPerSecond, ending.signal);
        log.state('scrubbing', 'works', 'debug', 'stored files are being verified');
      } catch (error) {
        ending.signal.throwIfAborted();
        log.state('scrubbing', 'fails', 'warn', 'a stored file could not be verified', { error });
      }
      await sleep(clock, betweenMs, ending.signal);
    }
  }

  return async () => {
    ending.abort(new Error('the engine stops'));
    await running;
  };
}
