import type { Cue, Programme } from '../../shared/programme.ts';
import type { Clock } from '../ground/clock.ts';
import type { Store } from '../store/store.ts';

/** Until a stage has received the next programme. */
const receivedMs = 60_000;
/** Of a clip that plays to an end that nobody knows. */
const unknownMs = 24 * 3600_000;

interface Held {
  readonly objects: readonly string[];
  /** A stage that has the next programme needs no object of this one for longer. */
  readonly forMs: number;
}

/**
 * Keeps objects that screens still use from being reclaimed. A stage finishes the cue of its last programme after it receives
 * a new one, so the objects of that programme are kept until its longest cue is over: kept for longer, they would take the
 * space of the next content, since a programme may stay for weeks.
 */
export class HeldObjects {
  readonly #store: Pick<Store, 'keep'>;
  readonly #clock: Clock;
  /** Of the last programme, by screen. */
  readonly #last = new Map<string, Held>();
  /** By screen: objects of earlier programmes, and until when they are kept, by the steady clock. */
  readonly #leaving = new Map<string, Map<string, number>>();
  readonly #timers = new Map<string, () => void>();

  constructor(store: Pick<Store, 'keep'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  shows(screenId: string, { cues }: Programme): void {
    const { objects, forMs } = this.#last.get(screenId) ?? { objects: [], forMs: 0 };
    const until = this.#clock.monotonic() + forMs;
    const leaving = new Map([
      ...(this.#leaving.get(screenId) ?? []),
      ...objects.map((id) => [id, until] as const),
    ]);
    const now = { objects: cues.flatMap((cue) => objectOf(cue) ?? []), forMs: longestOf(cues) + receivedMs };
    for (const id of now.objects) leaving.delete(id);
    this.#last.set(screenId, now);
    this.#leaving.set(screenId, leaving);
    this.#keep(screenId, now.objects, leaving);
  }

  stop(): void {
    for (const cancel of this.#timers.values()) cancel();
  }

  #keep(screenId: string, now: readonly string[], leaving: Map<string, number>): void {
    const at = this.#clock.monotonic();
    let next = Number.POSITIVE_INFINITY;
    for (const [id, until] of leaving)
      if (until <= at) leaving.delete(id);
      else next = Math.min(next, until);
    this.#store.keep(screenId, [...new Set([...now, ...leaving.keys()])]);
    this.#timers.get(screenId)?.();
    this.#timers.delete(screenId);
    if (leaving.size === 0) return;
    this.#timers.set(
      screenId,
      this.#clock.after(next - at, () => this.#keep(screenId, now, leaving)),
    );
  }
}

function objectOf({ content }: Cue): string | null {
  return 'source' in content ? (/^media\/([0-9a-f]{64})\./.exec(content.source)?.[1] ?? null) : null;
}

function longestOf(cues: readonly Cue[]): number {
  return cues.reduce(
    (most, { durationMs, lengthUnknown }) => Math.max(most, lengthUnknown ? unknownMs : durationMs),
    0,
  );
}
