import type { Clock } from '../../ground/clock.ts';
import type { Display } from '../host.ts';

/** The browser does not say when a display comes or goes; it is asked this often. */
const everyMs = 5_000;

/** Says when the displays have changed. Answers a function that ends the watch. */
export function watchDisplays({
  clock,
  displays,
  onChanged,
}: {
  readonly clock: Clock;
  /** Null: there is no browser to ask now. */
  displays(): Promise<readonly Display[]> | null;
  onChanged(): void;
}): () => void {
  let known: string | null = null;
  let stopped = false;
  let cancel = clock.after(0, ask);

  function ask(): void {
    const asked = displays() ?? Promise.resolve(null);
    asked
      .then(
        (found) => compare(found),
        // The browser went away while it was asked; whoever keeps it alive knows.
        () => undefined,
      )
      .finally(() => {
        if (!stopped) cancel = clock.after(everyMs, ask);
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
