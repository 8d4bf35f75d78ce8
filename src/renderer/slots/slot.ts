import type { Cue, ScreenSettings } from '../../shared/programme.ts';

/** One element on the stage that shows one cue. What a kind of content does not have is left out. */
export interface Slot {
  readonly element: HTMLElement;
  /** True: it is put into its layer only when it is loaded, so that nothing paints what may turn out to do harm. */
  readonly loadsApart?: boolean;
  /** How long before its turn `start` should be called. */
  readonly leadMs?: number;
  /** Resolves when its first picture can be painted without waiting; rejects with a `SlotFailure`. */
  load(): Promise<void>;
  /**
   * In step, when its turn has begun already: goes to what is due a moment from now and stands there, still covered.
   * Resolves in time for `start`, with the instant at which to raise it.
   */
  join?(begunAt: number): Promise<number>;
  /** In step: its turn comes in a moment. Whatever takes time at the beginning is begun now. */
  wake?(): void;
  /** Sets it going, still covered. `failed` tells what goes wrong. */
  start?(): void;
  /** Resolves when it certainly covers what is under it; left out: as soon as its layer is raised. */
  presented?(): Promise<void>;
  /** Called when it is in sight. */
  shown?(): void;
  /** Time until a video that plays to its own end is over. */
  remainingMs?(): number | null;
  /** In step: where it should be now. */
  follow?(elapsedMs: number): void;
  /** The settings of the screen changed while it is shown. */
  adjust?(settings: ScreenSettings): void;
  /** What its layer is filled with, in CSS; left out: the background of the screen. */
  background?(settings: ScreenSettings): string;
  /** What fills the edges when the background is blurred. */
  picture?(): CanvasImageSource | null;
  /** For the overlay: how much of it is loaded beyond what is shown. */
  bufferedMs?(): number;
  /** Gives back everything it holds. May be called at any time, more than once. */
  release(): void;
}

export interface SlotEvents {
  ended(): void;
  failed(reason: string): void;
}

export interface SlotNeeds {
  readonly cue: Cue;
  /** Where in the cue it starts: not at the beginning when it joins others in step. */
  readonly elapsedMs: number;
  readonly settings: ScreenSettings;
  /** The layer's own video element: two exist, and they are used again and again. */
  readonly video: HTMLVideoElement;
  readonly events: SlotEvents;
}

/** A media file is on the disk of this device: what takes longer than this to load does not come. */
export const loadTimeoutMs = 5_000;

/** Why an item cannot be shown; the message begins with a stable word. */
export class SlotFailure extends Error {
  override readonly name = 'SlotFailure';
}

export function reasonOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.slice(0, 500) || 'unknown';
}

/** Rejects when the work takes longer than it may. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer = 0;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new SlotFailure(`timeout: ${what} took over ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    window.clearTimeout(timer);
  }
}

/** Resolves when the compositor has what was changed before the call. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

export function objectFit(fit: ScreenSettings['fit']): string {
  return fit === 'stretch' ? 'fill' : fit;
}
