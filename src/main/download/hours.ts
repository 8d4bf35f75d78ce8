import { dayMs, readTime, wallTime } from '../edition/wall-clock.ts';
import type { Clock } from '../ground/clock.ts';

export interface Hours {
  /** `HH:MM` in wall time. A window that ends before it starts runs over midnight. */
  readonly from: string;
  readonly to: string;
}

export interface Opening {
  readonly isOpen: boolean;
  /** Null: never. */
  readonly changesInMs: number | null;
}

/** Whether downloads are allowed at this instant. */
export function openingAt(hours: Hours | null, now: number, timeZone: string | null): Opening {
  const from = readTime(hours?.from ?? '');
  const to = readTime(hours?.to ?? '');
  // An invalid time allows every hour: an extra download is better than a screen without its show.
  if (from === null || to === null || from === to) return { isOpen: true, changesInMs: null };
  const { ms } = wallTime(now, timeZone);
  const isOpen = from < to ? ms >= from && ms < to : ms >= from || ms < to;
  return { isOpen, changesInMs: ((isOpen ? to : from) - ms + dayMs) % dayMs };
}

/** Holds downloads back: all during a pause, and outside the hours those that may wait. */
export class DownloadHours {
  readonly #clock: Clock;
  readonly #hours: Hours | null;
  readonly #report: (isOpen: boolean) => void;
  #isPaused = false;
  #mayWait = false;
  #timeZone: string | null = null;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, hours: Hours | null, report: (isOpen: boolean) => void) {
    this.#clock = clock;
    this.#hours = hours;
    this.#report = report;
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
    this.#report(isOpen && !this.#isPaused);
    if (changesInMs === null) return;
    // A timer may fire a little early: without a minimum it would be set again for each remaining millisecond.
    this.#cancel = this.#clock.after(Math.max(1000, changesInMs), () => this.#judge());
  }
}
