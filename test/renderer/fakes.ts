import type { PlayerClock } from '../../src/renderer/clock.ts';
import type { Item, ItemEvents, ItemStage } from '../../src/renderer/item.ts';
import type { Cue } from '../../src/shared/programme.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** The steady clock of the stage, and main's. */
export class FakeClock extends ManualClock implements PlayerClock {
  constructor() {
    super({ at: '2026-06-01T10:00:00Z' });
  }

  /** Main's clock minus the steady one. */
  get offset(): number {
    return this.now() - this.monotonic();
  }

  set offset(ms: number) {
    this.set(this.monotonic() + ms);
  }

  mono(): number {
    return this.monotonic();
  }

  epoch(): number {
    return this.now();
  }

  monoAt(epochMs: number): number {
    return epochMs - this.offset;
  }
}

export interface FakeItem extends Item {
  readonly cue: Cue;
  readonly elapsedMs: number;
  readonly events: ItemEvents;
  released: boolean;
  /** Raised where nobody sees it. */
  stands: boolean;
  up: boolean;
  /** The positions that it was given, in order. */
  readonly followed: number[];
  /** When it was asked to come up. */
  requestedAt: number | null;
  remaining: number | null;
}

/** A stage on which every item is ready after a while and up at its turn, unless the test makes it fail. */
export class FakeStage implements ItemStage {
  readonly #clock: FakeClock;
  readonly items: FakeItem[] = [];
  /** Cues that cannot be made ready. */
  readonly broken = new Set<string>();
  /** Cues that never get ready. */
  readonly silent = new Set<string>();
  loadMs = 50;
  leadMs = 0;
  transitionMs = 0;
  /** An item says so long before it is seen that it is up. At most `leadMs`. */
  saysEarlyMs = 0;
  clears = 0;
  /** What is seen, from when on. */
  readonly seen: { readonly at: number; readonly cue: string | null }[] = [];

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  prepare(cue: Cue, elapsedMs: number, events: ItemEvents): Item {
    const clock = this.#clock;
    const live = this.items.filter((other) => !other.released);
    if (live.length >= 2) throw new Error(`a third item: ${live.map((one) => one.cue.id)} and ${cue.id}`);
    const { leadMs } = this;
    const item: FakeItem = {
      cue,
      elapsedMs,
      events,
      leadMs,
      released: false,
      stands: false,
      up: false,
      followed: [],
      requestedAt: null,
      remaining: null,
      remainingMs: () => item.remaining,
      follow: (elapsedMs) => {
        item.followed.push(elapsedMs);
      },
      stand: async () => {
        item.stands = true;
      },
      show: (atMono) => {
        item.requestedAt = clock.mono();
        const early = this.saysEarlyMs;
        clock.after(Math.max(leadMs, atMono - clock.mono()) - early, () => {
          if (item.released) return;
          const outgoing = this.items.find((other) => other !== item && !other.released);
          item.up = true;
          const mono = clock.mono() + early;
          this.seen.push({ at: mono, cue: cue.id });
          events.shown(mono);
          clock.after(this.transitionMs, () => {
            if (outgoing) outgoing.released = true;
            events.settled();
          });
        });
      },
      release: () => {
        item.released = true;
      },
    };
    this.items.push(item);
    if (!this.silent.has(cue.id))
      clock.after(this.loadMs, () => {
        if (item.released) return;
        if (this.broken.has(cue.id)) events.failed('decode: broken');
        else events.ready();
      });
    return item;
  }

  clear(): void {
    this.clears += 1;
    this.seen.push({ at: this.#clock.mono(), cue: null });
    for (const item of this.items) if (item.up) item.released = true;
  }

  item(cueId: string): FakeItem {
    const item = this.items.findLast((one) => one.cue.id === cueId);
    if (item === undefined) throw new Error(`${cueId} was never prepared`);
    return item;
  }
}
