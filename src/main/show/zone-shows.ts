import type { FromScreen, Mark, ToScreen } from '../../shared/messages.ts';
import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { VideoDecoder } from '../../shared/video-decoder.ts';
import { showId, zoneOf } from '../../shared/zones.ts';
import { Recent } from '../ground/recent.ts';
import { isDueAt, nextDueAt, type Progress } from './due.ts';
import type { Seen } from './hand-over.ts';
import { ItemClock } from './item-clock.ts';
import { nowPlaying, type ScreenStatus } from './screen-status.ts';
import { type OpenShowing, Showings, type ShowingsNeeds } from './showings.ts';

interface ZoneShow {
  /** Empty: the whole screen. */
  readonly id: string;
  readonly showings: Showings;
  readonly itemClock: ItemClock;
  programme: Programme | null;
  /** Grows with each report, so that the zone that was active last is known. */
  activity: number;
}

/** More than a screen's zones show and make ready at once. */
const mostDecoders = 100;
/** As a cue names it. */
const sourceIn = /media\/[^/?#]+/;

type OfZone = FromScreen & { readonly type: 'started' | 'ended' | 'failed' | 'preparing' | 'yields' };
type Heartbeat = FromScreen & { readonly type: 'heartbeat' };

/** What each zone of a screen plays, and what its stage reported on it: one zone where the screen is not divided. */
export class ZoneShows {
  readonly #needs: Omit<ShowingsNeeds, 'decoders'>;
  readonly #zones = new Map<string, ZoneShow>();
  /** By source, of the videos that played last. */
  readonly #decoders = new Recent<VideoDecoder>(mostDecoders);
  #settings: ScreenSettings | null = null;
  #reports = 0;

  constructor(needs: Omit<ShowingsNeeds, 'decoders'>) {
    this.#needs = needs;
  }

  get settings(): ScreenSettings | null {
    return this.#settings;
  }

  /** False: its zone is not on the screen any more, and the stage needs no programme for it. */
  programme(programme: Programme, settings: ScreenSettings): boolean {
    this.#settings = settings;
    const layout = settings.zones?.map(({ id }) => id) ?? [''];
    for (const zone of this.#zones.values()) if (!layout.includes(zone.id)) this.#retire(zone);
    const id = zoneOf(programme.screenId);
    if (!layout.includes(id)) return false;
    const zone = this.#zones.get(id) ?? this.#open(id);
    zone.programme = programme;
    zone.showings.programme(programme);
    return true;
  }

  /** In the order in which they were scheduled. Showings of the stage before may have taken turns of rotations since. */
  get messages(): readonly ToScreen[] {
    const settings = this.#settings;
    if (settings === null) return [];
    return this.#onScreen.flatMap(({ programme, showings: { turns } }) =>
      programme === null
        ? []
        : [
            {
              type: 'programme' as const,
              programme: turns.length === 0 ? programme : { ...programme, turns },
              settings,
            },
          ],
    );
  }

  /** What each zone goes on after, on a reloaded stage or on one that stands by; null: nothing was shown. */
  follow(standsBy: boolean): (ToScreen & { readonly type: 'follow' }) | null {
    const zones = this.#onScreen;
    const lead = (standsBy ? this.#lead : null) ?? zones[0];
    const markOf = (zone: ZoneShow | undefined): Mark | null => {
      if (zone === undefined) return null;
      if (!standsBy) return zone.showings.mark;
      if (zone === lead) return zone.itemClock.seen?.mark ?? null;
      // In step the clock says where the zones that do not change now are.
      return zone.programme?.inStep ? null : zone.showings.mark;
    };
    const after = markOf(lead);
    if (lead === undefined || lead.id === '')
      return standsBy || after ? { type: 'follow', after, standsBy } : null;
    const others = zones
      .filter((zone) => zone !== lead)
      .map((zone) => ({ zone: zone.id, after: markOf(zone) }));
    return { type: 'follow', after, standsBy, zone: lead.id, others };
  }

  /** Of the zone at whose boundary another stage takes over: the first one that shows something. */
  get seen(): Seen | null {
    const lead = this.#lead;
    const seen = lead?.itemClock.seen ?? null;
    return lead === undefined || seen === null || lead.id === '' ? seen : { ...seen, zone: lead.id };
  }

  get plays(): boolean {
    return this.#onScreen.some(({ showings }) => showings.last !== undefined);
  }

  get edition(): string | null {
    const open = this.#onScreen.flatMap(({ showings }) => showings.last ?? []);
    return open.at(-1)?.key.editionId ?? null;
  }

  get ids(): readonly string[] {
    return [...this.#zones.values()].flatMap(({ showings }) => showings.ids);
  }

  get status(): Pick<ScreenStatus, 'nowPlaying' | 'zones'> {
    const zones = this.#onScreen;
    const lead = this.#lead ?? zones[0];
    const now = ({ showings }: ZoneShow) => nowPlaying(showings.last, this.#decoders);
    const playing = lead === undefined ? null : now(lead);
    if (lead === undefined || lead.id === '') return { nowPlaying: playing };
    return {
      nowPlaying: playing,
      zones: zones.map((zone) => ({ id: zone.id, nowPlaying: now(zone) })),
    };
  }

  /** A screen is late when nothing of what is due in it is in sight. */
  progress(now: number): Omit<Progress, 'screenId'> {
    const zones = this.#onScreen;
    const programmes = zones.flatMap(({ programme }) => programme ?? []);
    const due = zones.filter(({ programme }) => programme === null || isDueAt(programme, now));
    const isLate = due.every(({ showings, itemClock }) => showings.last === undefined || itemClock.isOver);
    const next = programmes.map((programme) => nextDueAt(programme, now)).filter((at) => at !== null);
    const isDue = due.length > 0 || zones.length === 0;
    return { isDue, isLate: isDue && isLate, nextDueAt: next.length > 0 ? Math.min(...next) : null };
  }

  /** The stage reported something other than a heartbeat. */
  reported(message: FromScreen): void {
    const { zone = '' } = message as { readonly zone?: string | undefined };
    for (const one of zone === '' ? this.#zones.values() : [this.#zones.get(zone)])
      if (one) one.itemClock.reported();
  }

  heartbeat(message: Heartbeat): void {
    for (const { id, itemClock } of this.#zones.values()) {
      const own = message.zones?.find(({ zone }) => zone === id)?.remainingMs;
      itemClock.heartbeat(id === '' ? message : { ...message, remainingMs: own ?? null });
    }
  }

  standsStill(mono: number): boolean {
    return this.#onScreen.some(({ itemClock }) => itemClock.standsStill(mono));
  }

  started(message: FromScreen & { readonly type: 'started' }): OpenShowing | null {
    const zone = this.#of(message);
    const open = zone?.showings.started(message) ?? null;
    if (open !== null) zone?.itemClock.started();
    return open;
  }

  /** Whether a stage that takes over waits for the items of that zone. */
  leads(message: OfZone): boolean {
    return (this.#lead?.id ?? '') === (message.zone ?? '');
  }

  preparing(message: FromScreen & { readonly type: 'preparing' }): void {
    this.#of(message)?.showings.preparing(message);
  }

  ended(message: FromScreen & { readonly type: 'ended' }): void {
    this.#of(message)?.showings.ended(message);
  }

  failed(message: FromScreen & { readonly type: 'failed' }): void {
    this.#of(message)?.showings.failed(message);
  }

  /** `address`: of the media file, as the browser loads it. */
  decodes(address: string, decoder: VideoDecoder): void {
    const source = sourceIn.exec(address)?.[0];
    if (source !== undefined) this.#decoders.set(source, decoder);
  }

  interrupt(reason: string): void {
    for (const { showings } of this.#zones.values()) showings.interrupt(reason);
  }

  leave(reason: string, ids: readonly string[]): void {
    for (const { showings } of this.#zones.values()) showings.leave(reason, ids);
  }

  /** The stage has died: of its zones the one that began something last gets the strike. */
  strike(reason: string): void {
    const zones = [...this.#zones.values()];
    const latest = Math.max(...zones.map(({ activity }) => activity));
    for (const { showings, activity } of zones)
      if (activity === latest) showings.strike(reason);
      else showings.interrupt(reason);
  }

  /** Whether this showing is in sight and no zone is changing its item. */
  isSettled(showingId: string): boolean {
    const zones = this.#onScreen.map(({ showings }) => showings.ids);
    return zones.some(([id]) => id === showingId) && zones.every((ids) => ids.length <= 1);
  }

  /** Whether it fills the screen by itself. */
  isAlone(showingId: string): boolean {
    return this.#onScreen.length === 1 && this.isSettled(showingId);
  }

  get #onScreen(): readonly ZoneShow[] {
    const zones = [...this.#zones.values()];
    const layout = this.#settings?.zones?.map(({ id }) => id) ?? [''];
    return layout.flatMap((id) => zones.find((zone) => zone.id === id) ?? []);
  }

  get #lead(): ZoneShow | undefined {
    return this.#onScreen.find(({ showings }) => showings.last !== undefined);
  }

  #of(message: OfZone): ZoneShow | undefined {
    const zone = this.#zones.get(message.zone ?? '');
    const begins = message.type === 'started' || (message.type === 'preparing' && message.turn !== null);
    if (zone && begins) zone.activity = ++this.#reports;
    return zone;
  }

  #open(id: string): ZoneShow {
    const { screenId, clock } = this.#needs;
    const needs = { ...this.#needs, screenId: showId(screenId, id), decoders: this.#decoders };
    const showings = new Showings(needs);
    const zone = { id, showings, itemClock: new ItemClock(clock, showings), programme: null, activity: 0 };
    this.#zones.set(id, zone);
    return zone;
  }

  /** What it still shows ends with its stage's report. */
  #retire(zone: ZoneShow): void {
    zone.programme = null;
    if (zone.showings.ids.length === 0) this.#zones.delete(zone.id);
  }
}
