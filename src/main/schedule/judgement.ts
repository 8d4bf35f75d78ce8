import type { Message } from '../../shared/languages/message.ts';
import type { Transition } from '../../shared/programme.ts';
import { failureOnScreen } from '../edition/failure-on-screen.ts';
import type { HeldObject, Holdings } from '../edition/holdings.ts';
import { dayMs } from '../edition/wall-clock.ts';
import type { CompiledEntry } from './compiled.ts';
import { kindOf } from './cue.ts';
import type { Reason } from './reason.ts';
import { judge, type Rule, timedReasons } from './rule.ts';
import { whyUnsupported } from './unplayable.ts';

/** The inputs of a verdict at one instant, besides the edition. */
export interface Circumstances {
  /** Wall time in milliseconds since 1970-01-01T00:00 on the wall. */
  readonly wall: number;
  readonly holdings: Holdings;
  readonly defaultTransition: Transition;
  /** False: entries that depend on the clock are left out. */
  readonly clockTrusted: boolean;
  /** In step: a missing file keeps its time. */
  readonly keepAbsent: boolean;
}

/** Judges entries in one set of circumstances. The checks follow the order of `reasons`. */
export class Judgement {
  readonly circumstances: Circumstances;
  readonly #day: number;
  readonly #msOfDay: number;

  constructor(circumstances: Circumstances) {
    this.circumstances = circumstances;
    this.#day = Math.floor(circumstances.wall / dayMs);
    this.#msOfDay = circumstances.wall - this.#day * dayMs;
  }

  /** The first eight checks, on the record and the clock. */
  conditions(entry: CompiledEntry): Reason | null {
    const { fixed } = entry;
    if (fixed !== null) return fixed;
    if (entry.rule === null) return null;
    if (!this.circumstances.clockTrusted) return 'clock-not-trusted';
    return timedReasons[this.holds(entry.rule)] ?? null;
  }

  /** Whether `conditions` gives no reason, without finding the reason. The media file is searched last. */
  isDue(entry: CompiledEntry): boolean {
    const { fault, rule } = entry;
    if (fault !== null) return false;
    if (rule !== null && (!this.circumstances.clockTrusted || this.holds(rule) !== 0)) return false;
    return entry.fixed === null;
  }

  holds(rule: Rule): 0 | 1 | 2 | 3 | 4 {
    return judge(rule, this.#day, this.#msOfDay);
  }

  held(entry: CompiledEntry): HeldObject | null {
    return entry.media === null ? null : (this.circumstances.holdings.objects.get(entry.media.id) ?? null);
  }

  /** Why a held object cannot be shown; null: it can. */
  fault({ media }: CompiledEntry, held: HeldObject | null): 'unsupported' | 'media-failed' | null {
    const { putAside, undecodable } = this.circumstances.holdings;
    if (held !== null && undecodable.has(held.mimeType)) return 'unsupported';
    return media !== null && putAside.has(media.id) ? 'media-failed' : null;
  }

  /** More about the reason, if known. */
  detail(reason: Reason, entry: CompiledEntry): Message | null {
    const { media } = entry;
    const { holdings } = this.circumstances;
    // Most exclusions depend on time, and have no detail.
    switch (reason) {
      case 'media-failed':
        return failureOnScreen(holdings.putAside.get(media?.id ?? '') ?? '');
      case 'media-not-downloaded':
      case 'media-unavailable':
        return holdings.missing.get(media?.id ?? '')?.message ?? null;
      case 'unsupported':
        return media && whyUnsupported(media, this.held(entry), holdings.undecodable);
      default:
        return null;
    }
  }

  /** The checks on media file and store, for an entry with a media file whose conditions hold. */
  media(entry: CompiledEntry, held: HeldObject | null): Reason | null {
    const { media } = entry;
    if (media === null) return 'media-unknown';
    if (media.status !== 'converted' && media.status !== null) return 'media-not-ready';
    const { keepAbsent, holdings } = this.circumstances;
    const kind = kindOf(media, held);
    if (kind === 'folder' || kind === 'unsupported') return 'unsupported';
    if (kind === 'page' && media.page === null) return 'unsupported';
    if (keepAbsent) return null;
    if (kind !== 'page' && held === null)
      return holdings.missing.get(media.id)?.failed ? 'media-unavailable' : 'media-not-downloaded';
    return this.fault(entry, held);
  }

  /** Whether only the clock could prevent it from playing. */
  isReady(entry: CompiledEntry): boolean {
    return this.media(entry, this.held(entry)) === null;
  }
}
