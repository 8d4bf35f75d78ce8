import { uptime } from 'node:os';

/** Injected, so that tests control every wait and every leap. */
export interface Clock {
  /** Epoch milliseconds; may leap. */
  now(): number;
  /** Monotonic milliseconds; only differences matter. Stops while the machine is suspended, as timers do. */
  monotonic(): number;
  /** Milliseconds since boot, including suspended time; exact to 10 ms. */
  sinceBoot(): number;
  /** Calls back once; the function returned cancels. Waits of more than 2^31 ms are split. */
  after(ms: number, callback: () => void): () => void;
}

/** setTimeout fires at once when given more than 2^31-1. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  // Linux: CLOCK_BOOTTIME, by /proc/uptime.
  sinceBoot: () => uptime() * 1000,
  after(ms, callback) {
    let left = Math.max(0, ms);
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const step = Math.min(left, longestTimer);
      left -= step;
      timer = setTimeout(() => (left > 0 ? arm() : callback()), step);
    };
    arm();
    return () => clearTimeout(timer);
  },
};

/** Resolves after this time, or rejects with the signal's reason when aborted. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = (): void => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
