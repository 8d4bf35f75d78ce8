import type { Transition } from '../../shared/programme.ts';
import type { HeldObject, Holdings } from '../edition/holdings.ts';
import { dayMs } from '../edition/wall-clock.ts';
import type { CompiledEntry } from './compile.ts';
import { kindOf } from './cue.ts';
import type { Reason } from './reason.ts';
import { judge, type Rule, timedReasons } from './rule.ts';

/** Everything but the edition that a verdict depends on, at one instant. */
export interface Circumstances {
  /** What the wall clock shows, in milliseconds since 1970-01-01T00:00 on the wall. */
  readonly wall: number;
  readonly holdings: Holdings;
  readonly defaultTransition: Transition;
  /** False: what depends on the clock is left out. */
  readonly clockTrusted: boolean;
  /** In step: what is missing on this device keeps its time. */
  readonly keepAbsent: boolean;
}

/** Judges entries in one set of circumstances. Its checks are made in the order of `reasons`. */
export class Judgement {
  readonly circumstances: Circumstances;
  readonly #day: number;
  readonly #msOfDay: number;

  constructor(circumstances: Circumstances) {
    this.circumstances = circumstances;
    this.#day = Math.floor(circumstances.wall / dayMs);
    this.#msOfDay = circumstances.wall - this.#day * dayMs;
  }

  /** What the record itself and the clock say: the first eight checks. */
  conditions(entry: CompiledEntry): Reason | null {
    if (entry.fixed !== null) return entry.fixed;
    if (entry.rule === null) return null;
    if (!this.circumstances.clockTrusted) return 'clock-not-trusted';
    return timedReasons[this.holds(entry.rule)] ?? null;
  }

  holds(rule: Rule): 0 | 1 | 2 | 3 | 4 {
    return judge(rule, this.#day, this.#msOfDay);
  }

  held(entry: CompiledEntry): HeldObject | null {
    return entry.media === null ? null : (this.circumstances.holdings.objects.get(entry.media.id) ?? null);
  }

  putAside({ media }: CompiledEntry): boolean {
    const { putAside } = this.circumstances.holdings;
    return putAside.size > 0 && media !== null && putAside.has(media.id);
  }

  /** What went wrong on screen, where that is the reason. */
  detail(reason: Reason, { media }: CompiledEntry): string | null {
    if (reason !== 'media-failed' || media === null) return null;
    return this.circumstances.holdings.putAside.get(media.id) ?? null;
  }

  /** What the media file and the store say about an entry that names a media file and whose conditions hold. */
  media(entry: CompiledEntry, held: HeldObject | null): Reason | null {
    const { media } = entry;
    if (media === null) return 'media-unknown';
    if (media.status !== 'converted' && media.status !== null) return 'media-not-ready';
    const { keepAbsent } = this.circumstances;
    const kind = kindOf(media, held);
    if (kind === 'folder' || kind === 'unsupported') return 'unsupported';
    if (kind === 'page') {
      if (media.page === null) return 'unsupported';
    } else if (held === null && !keepAbsent) return 'media-not-downloaded';
    return this.putAside(entry) && !keepAbsent ? 'media-failed' : null;
  }

  /** Whether nothing but the clock could keep it from playing. */
  isReady(entry: CompiledEntry): boolean {
    return this.media(entry, this.held(entry)) === null;
  }
}
