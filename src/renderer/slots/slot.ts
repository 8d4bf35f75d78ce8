import type { Cue, ScreenSettings } from '../../shared/programme.ts';
import { scaled } from '../pace.ts';

/** One element on the stage that shows one cue. Optional members are left out where the kind has no use for them. */
export interface Slot {
  readonly element: HTMLElement;
  /** True: it joins its layer only after loading, so that unchecked content is never painted. */
  readonly loadsApart?: boolean;
  /** How long before its turn `start` should be called. */
  readonly leadMs?: number;
  /** How much later than `load` its first picture is on the display, once nothing hides it. */
  readonly paintMs?: number;
  /** Resolves when the first picture can be painted without waiting; rejects with a `SlotFailure`. */
  load(): Promise<void>;
  /**
   * In step, when the turn has begun: seeks to the position due shortly and waits there, covered. Resolves in time
   * for `start`, with the instant at which to raise it.
   */
  join?(begunAt: number): Promise<number>;
  /** In step, shortly before its turn: begins whatever takes time at the start. */
  wake?(): void;
  /** Starts it, still covered. Failures are reported through `failed`. */
  start?(): void;
  /** Resolves when it surely covers what is below; left out: as soon as its layer is raised. */
  presented?(): Promise<void>;
  /** Called when it is in sight. */
  shown?(): void;
  /** Time left of a video that plays to its own end. */
  remainingMs?(): number | null;
  /** In step: the position it should have now. */
  follow?(elapsedMs: number): void;
  adjust?(settings: ScreenSettings): void;
  /** CSS background of its layer; left out: the background of the screen. */
  background?(settings: ScreenSettings): string;
  /** The picture that fills the edges when the background is `blur`. */
  picture?(): CanvasImageSource | null;
  /** For the overlay: how much is buffered beyond the current position. */
  bufferedMs?(): number;
  /** Releases everything. May be called at any time, more than once. */
  release(): void;
}

export interface SlotEvents {
  ended(): void;
  failed(reason: string): void;
}

export interface SlotNeeds {
  readonly cue: Cue;
  /** Start position in the cue; above zero when it joins others in step. */
  readonly elapsedMs: number;
  readonly settings: ScreenSettings;
  /** The layer's own video element: only two exist, and they are reused. */
  readonly video: HTMLVideoElement;
  readonly events: SlotEvents;
}

/** A media file is on the local disk: a load that takes longer has failed. */
export const loadTimeoutMs = 5_000;

/** Why an item cannot be shown; the message begins with a stable word. */
export class SlotFailure extends Error {
  override readonly name = 'SlotFailure';
}

export function reasonOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.slice(0, 500) || 'unknown';
}

/** Rejects if the work takes longer than `usualMs`, on a machine of usual speed. */
export async function within<T>(usualMs: number, what: string, work: Promise<T>): Promise<T> {
  const ms = scaled(usualMs);
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

/** Resolves when the compositor has all changes made before the call. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}

export function objectFit(fit: ScreenSettings['fit']): string {
  return fit === 'stretch' ? 'fill' : fit;
}
