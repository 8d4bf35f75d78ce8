import { type Clock, sleep } from './clock.ts';

/** Settles with the work, or rejects with the given error after the timeout. */
export async function inTime<Value>(
  clock: Clock,
  ms: number,
  work: Promise<Value>,
  late: () => Error,
): Promise<Value> {
  const over = new AbortController();
  const lateness = sleep(clock, ms, over.signal).then(() => {
    throw late();
  });
  lateness.catch(() => undefined);
  try {
    return await Promise.race([work, lateness]);
  } finally {
    over.abort();
  }
}
