import { dayMs, readTime, wallTime } from '../edition/wall-clock.ts';
import type { Clock } from '../ground/clock.ts';

export interface Hours {
  /** `HH:MM`, wall time. A window that ends before it starts runs over midnight. */
  readonly from: string;
  readonly to: string;
}

export interface Opening {
  readonly isOpen: boolean;
  /** Null: it stays so. */
  readonly changesInMs: number | null;
}

/** Whether downloads are allowed at this instant. */
export function openingAt(hours: Hours | null, now: number, timeZone: string | null): Opening {
  const from = readTime(hours?.from ?? '');
  const to = readTime(hours?.to ?? '');
  // What is not a time allows every hour: a download too many is better than a screen without its show.
  if (from === null || to === null || from === to) return { isOpen: true, changesInMs: null };
  const { ms } = wallTime(now, timeZone);
  const isOpen = from < to ? ms >= from && ms < to : ms >= from || ms < to;
  return { isOpen, changesInMs: ((isOpen ? to : from) - ms + dayMs) % dayMs };
}

/** Holds downloads back: all of them while they are paused, and to certain hours those that may wait. */
export class DownloadHours {
  readonly #clock: Clock;
  readonly #hours: Hours | null;
  readonly #tell: (isOpen: boolean) => void;
  #isPaused = false;
  #mayWait = false;
  #timeZone: string | null = null;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, hours: Hours | null, tell: (isOpen: boolean) => void) {
    this.#clock = clock;
    this.#hours = hours;
    this.#tell = tell;
  }

  set(mayWait: boolean, timeZone: string | null): void {
    this.#mayWait = mayWait;
    this.#timeZone = timeZone;
    this.#judge();
  }

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#judge();
  }

  end(): void {
    this.#cancel();
  }

  #judge(): void {
    this.#cancel();
    const hours = this.#mayWait ? this.#hours : null;
    const { isOpen, changesInMs } = openingAt(hours, this.#clock.now(), this.#timeZone);
    this.#tell(isOpen && !this.#isPaused);
    if (changesInMs === null) return;
    // A timer that fires a little early must not be set again for every millisecond that is left.
    this.#cancel = this.#clock.after(Math.max(1000, changesInMs), () => this.#judge());
  }
}
