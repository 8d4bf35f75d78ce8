import type { Clock } from '../../ground/clock.ts';
import type { Display } from '../host.ts';

/** The browser has no event for display changes, so it is polled. */
const everyMs = 5_000;

/** Reports changes of the displays. Returns a function that ends the watch. */
export function watchDisplays({
  clock,
  displays,
  onChanged,
}: {
  readonly clock: Clock;
  /** Null: no browser is running. */
  displays(): Promise<readonly Display[]> | null;
  onChanged(): void;
}): () => void {
  let known: string | null = null;
  let stopped = false;
  let cancel = clock.after(0, poll);

  function poll(): void {
    const query = displays() ?? Promise.resolve(null);
    query
      .then(
        (found) => compare(found),
        // The browser ended during the query; the window that owns it notices.
        () => undefined,
      )
      .finally(() => {
        if (!stopped) cancel = clock.after(everyMs, poll);
      });
  }

  function compare(found: readonly Display[] | null): void {
    if (found === null || stopped) return;
    const now = JSON.stringify([...found].sort((a, b) => (a.id < b.id ? -1 : 1)));
    if (known !== null && known !== now) onChanged();
    known = now;
  }

  return () => {
    stopped = true;
    cancel();
  };
}
