import type { FromScreen, Mark } from '../../shared/messages.ts';
import type { Cue, Programme } from '../../shared/programme.ts';
import { TurnsTaken } from '../../shared/turns.ts';
import type { VideoDecoder } from '../../shared/video-decoder.ts';
import type { Clock } from '../ground/clock.ts';
import type { Showing, ShowingKey } from './events.ts';

/** A showing that has begun and not ended. */
export interface OpenShowing {
  readonly key: ShowingKey;
  readonly cue: Cue;
  readonly mark: Mark;
  readonly startedAt: number;
  /** When its report came, by the steady clock. */
  readonly since: number;
}

/** Reports are never late by so much. */
const leapMs = 60_000;

export interface ShowingsNeeds {
  readonly screenId: string;
  readonly clock: Clock;
  readonly onShowing: (showing: Showing) => void;
  /** By the source of a video. */
  readonly decoders: Pick<ReadonlyMap<string, VideoDecoder>, 'get'>;
}

type Report<Type extends FromScreen['type']> = FromScreen & { readonly type: Type };

/** What one screen's stage has reported of its showings: which are open, where the show stands, and which item gets a strike. */
export class Showings {
  readonly #needs: ShowingsNeeds;
  /** Includes the cues of the previous programme: an item that began under it ends under the next one. */
  #cues: ReadonlyMap<string, { readonly cue: Cue; readonly editionId: string | null }> = new Map();
  #programme: Programme | null = null;
  /** Oldest first. Two are open while one fades into the next. */
  readonly #open = new Map<string, OpenShowing>();
  #preparing: { readonly key: ShowingKey; readonly mark: Mark } | null = null;
  readonly #turns = new TurnsTaken();
  #mark: Mark | null = null;
  /** The cue in sight when the stage last died. */
  #inSightAtDeath: string | null = null;

  constructor(needs: ShowingsNeeds) {
    this.#needs = needs;
  }

  /** The item that began last, or that killed the stage before it could begin. A reloaded stage goes on after it. */
  get mark(): Mark | null {
    return this.#mark;
  }

  get ids(): readonly string[] {
    return [...this.#open.keys()];
  }

  get last(): OpenShowing | undefined {
    return [...this.#open.values()].at(-1);
  }

  /** The open item ends after this time at the latest; null: nothing is open. A new programme may have made it longer. */
  get longestMs(): number | null {
    const { last } = this;
    if (!last) return null;
    return Math.max(last.cue.durationMs, this.#cues.get(last.cue.id)?.cue.durationMs ?? 0);
  }

  programme(programme: Programme): void {
    const known = (from: Programme): [string, { cue: Cue; editionId: string | null }][] =>
      from.cues.map((cue) => [cue.id, { cue, editionId: from.editionId }]);
    this.#cues = new Map([...(this.#programme ? known(this.#programme) : []), ...known(programme)]);
    this.#programme = programme;
    this.#turns.programme(programme);
  }

  /** How far rotations have advanced, for a reloaded stage. */
  get turns(): NonNullable<Programme['turns']> {
    return [...this.#turns.value];
  }

  preparing({ turn }: Report<'preparing'>): void {
    const known = turn && this.#find(turn.showingId, turn.cueId);
    this.#preparing = known && { key: known.key, mark: markOf(turn) };
  }

  /** Null: the item belongs to no known programme. */
  started(message: Report<'started'>): OpenShowing | null {
    const { showingId, cueId, at } = message;
    const known = this.#find(showingId, cueId);
    if (!known) return null;
    this.#mark = markOf(message);
    const since = this.#needs.clock.monotonic();
    const open = { ...known, mark: this.#mark, startedAt: at, since };
    this.#open.set(showingId, open);
    const turns = this.#turns.started(known.cue, at, message) ? { turns: this.turns } : {};
    const { visit } = this.#turns;
    const decoder = this.#decoder(known.cue);
    this.#needs.onShowing({
      ...known.key,
      type: 'started',
      at,
      ...turns,
      ...(visit ? { visit } : {}),
      ...decoder,
    });
    return open;
  }

  ended({ showingId, cueId, at, outcome, reason }: Report<'ended'>): void {
    // Its programme may have been replaced twice since it began.
    const open = this.#open.get(showingId);
    const known = open ?? this.#find(showingId, cueId);
    this.#open.delete(showingId);
    if (!known) return;
    const ended = { ...known.key, type: 'ended' as const, outcome, reason, ...this.#decoder(known.cue) };
    this.#needs.onShowing({ ...ended, at: open ? this.#endOf(open, at) : at });
  }

  failed({ showingId, cueId, at, reason }: Report<'failed'>): void {
    const known = this.#find(showingId, cueId);
    if (known) this.#needs.onShowing({ ...known.key, type: 'failed', at, reason });
  }

  /** Ends the open showings of a stage that will report nothing more. */
  interrupt(reason: string): void {
    this.#preparing = null;
    this.#close('interrupted', reason, this.ids);
  }

  /** Ends the showings of a stage that another one took over from. */
  leave(reason: string, ids: readonly string[]): void {
    this.#close('interrupted', reason, ids);
  }

  /**
   * The stage has died. The item being prepared gets the strike and is skipped; if there is none, the newest item in
   * sight gets it. That one also gets it if its cue was in sight at the previous death as well: some item is being
   * prepared nearly always.
   */
  strike(reason: string): void {
    const inSight = this.last?.cue.id ?? null;
    const isSuspicious = inSight !== null && inSight === this.#inSightAtDeath;
    this.#inSightAtDeath = inSight;
    const suspect = isSuspicious ? null : this.#preparing;
    this.#preparing = null;
    this.#close(suspect ? 'interrupted' : 'failed', reason, this.ids);
    if (suspect === null) return;
    this.#mark = suspect.mark;
    this.#needs.onShowing({
      ...suspect.key,
      type: 'failed',
      at: this.#needs.clock.now(),
      reason: `${reason} while it was made ready`,
    });
  }

  #close(outcomeOfLast: 'interrupted' | 'failed', reason: string, ids: readonly string[]): void {
    const now = this.#needs.clock.now();
    const open = ids.flatMap((id) => this.#open.get(id) ?? []);
    for (const one of open) {
      const { key, cue } = one;
      this.#open.delete(key.showingId);
      const outcome = key === open.at(-1)?.key ? outcomeOfLast : 'interrupted';
      const at = this.#endOf(one, now);
      this.#needs.onShowing({ ...key, type: 'ended', at, outcome, reason, ...this.#decoder(cue) });
    }
  }

  /** A showing during which the clock was set or the machine slept ends by the clock under which it began. */
  #endOf({ startedAt, since }: OpenShowing, at: number): number {
    const ms = this.#needs.clock.monotonic() - since;
    return Math.abs(at - startedAt - ms) < leapMs ? at : Math.round(startedAt + ms);
  }

  #decoder({ content }: Cue): { readonly decoder?: VideoDecoder } {
    const decoder = content.kind === 'video' ? this.#needs.decoders.get(content.source) : undefined;
    return decoder ? { decoder } : {};
  }

  #find(showingId: string, cueId: string): { readonly key: ShowingKey; readonly cue: Cue } | null {
    const known = this.#cues.get(cueId);
    if (!known) return null;
    const { cue, editionId } = known;
    const { entryId, mediaFileId, path } = cue;
    const outer = path.slice(0, -1);
    const nested = outer.length === 0 ? {} : { outer };
    const { screenId } = this.#needs;
    return { key: { showingId, screenId, entryId, ...nested, mediaFileId, editionId }, cue };
  }
}

function markOf({ cueId, pass, index }: Mark): Mark {
  return { cueId, pass, index };
}
