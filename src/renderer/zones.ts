import type { FromScreen, ToScreen } from '../shared/messages.ts';
import type { Programme, ScreenSettings } from '../shared/programme.ts';
import { zoneOf } from '../shared/zones.ts';
import type { PlayerClock } from './clock.ts';
import type { HeartbeatFacts } from './heartbeat.ts';
import { plainBackground, Zone } from './zone.ts';

export interface ZonesNeeds {
  readonly surface: HTMLElement;
  readonly clock: PlayerClock;
  report(message: FromScreen): void;
  /** Whether something covers the standby screen. */
  covered(covered: boolean): void;
}

type Follow = ToScreen & { readonly type: 'follow' };

/** The zones of the previous layout stay below the new ones until those show something, but not for longer. */
const longestLeavingMs = 5_000;

/** The zones of the screen: a single one fills it where it is not divided. */
export class Zones {
  readonly #needs: ZonesNeeds;
  readonly #box = document.createElement('div');
  #zones: readonly Zone[];
  #leaving: readonly Zone[] = [];
  #leavingTimer = 0;
  /** Also for zones that this stage does not have yet: the marks come before the programmes. */
  #follow: Follow | null = null;
  /** The zones of a stage that stands by, and whether each has something to show. */
  readonly #prepared = new Map<string, boolean>();

  constructor(needs: ZonesNeeds) {
    this.#needs = needs;
    this.#box.className = 'zones';
    this.#zones = [this.#newZone('')];
    needs.surface.append(...this.#elements);
  }

  get all(): readonly Zone[] {
    return this.#zones;
  }

  get programmes(): readonly Programme[] {
    return this.#zones.flatMap(({ programme }) => programme ?? []);
  }

  get programmeId(): string | null {
    return this.#zones.map(({ player }) => player.programmeId).find((id) => id !== null) ?? null;
  }

  get isIdle(): boolean {
    return this.#zones.every(({ isIdle }) => isIdle);
  }

  /** Nothing moves. */
  get isStill(): boolean {
    return this.#zones.every(({ player }) => (player.cue?.content.kind ?? 'image') === 'image');
  }

  /** Names what is in sight, once each zone shows what is due in it; null before. */
  get shown(): string | null {
    const isComplete = this.#zones.every(({ player, isIdle }) => player.cue !== null || isIdle);
    const cues = this.#zones.map(({ player }) => player.cue?.id ?? '');
    return isComplete && cues.some((id) => id !== '') ? cues.join(' ') : null;
  }

  get facts(): HeartbeatFacts {
    const [only] = this.#zones;
    const cues = this.#zones.flatMap(({ player }) => player.cue ?? []);
    const facts = {
      droppedFrames: this.#zones.reduce((sum, { stage }) => sum + stage.droppedFrames, 0),
      programmeId: this.programmeId,
      cueId: cues[0]?.id ?? null,
    };
    if (only?.id === '') return { ...facts, remainingMs: only.player.remainingMs };
    const zones = this.#zones.flatMap(({ id, player: { remainingMs } }) =>
      remainingMs === null ? [] : [{ zone: id, remainingMs }],
    );
    return zones.length === 0 ? facts : { ...facts, zones };
  }

  adjust(settings: ScreenSettings): void {
    this.#divide(settings);
    for (const zone of this.#zones) zone.adjust(settings);
    this.#box.style.background = plainBackground(settings);
    this.place(settings);
  }

  /** Places the zones on the surface as it now is. */
  place({ zones = [] }: ScreenSettings): void {
    if (zones.length === 0) return;
    const { clientWidth: width, clientHeight: height } = this.#needs.surface;
    for (const place of zones) this.#zones.find(({ id }) => id === place.id)?.place(place, { width, height });
  }

  /** A programme for a zone that has left is ignored. */
  play(programme: Programme, finishes: boolean, isBlack: boolean): void {
    this.#zones.find(({ id }) => id === zoneOf(programme.screenId))?.play(programme, finishes, isBlack);
  }

  clockMoved(): void {
    for (const { player } of this.#zones) player.clockMoved();
  }

  follow(follow: Follow): void {
    this.#follow = follow;
    this.#prepared.clear();
    for (const zone of this.#zones) this.#sendMark(zone);
  }

  takeOver(at: number): void {
    this.#follow = null;
    this.#needs.covered(this.#zones.some(({ stage }) => stage.shownSlot !== null));
    for (const { player } of this.#zones) player.takeOver(at);
  }

  yield(zoneId: string, showingId: string): void {
    this.#zones.find(({ id }) => id === zoneId)?.player.yield(showingId);
  }

  /** The other stage is in sight, in all zones: only one of them has yielded. */
  leave(at: number): void {
    for (const { id, player } of this.#zones) player.leave(at, id !== '');
  }

  carryOn(): void {
    for (const { player } of this.#zones) player.carryOn();
  }

  get #elements(): readonly HTMLElement[] {
    return this.#zones.flatMap(({ elements }) => elements);
  }

  #divide({ zones = [] }: ScreenSettings): void {
    const ids = zones.length === 0 ? [''] : zones.map(({ id }) => id);
    if (ids.join() === this.#zones.map(({ id }) => id).join()) return;
    const before = this.#zones;
    this.#zones = ids.map((id) => before.find((zone) => zone.id === id) ?? this.#newZone(id));
    const fresh = this.#zones.filter((zone) => !before.includes(zone));
    this.#leaving = [...this.#leaving, ...before.filter((zone) => !this.#zones.includes(zone))];
    this.#insert(fresh, zones.length > 0);
    window.clearTimeout(this.#leavingTimer);
    this.#leavingTimer = window.setTimeout(() => this.#leave(), fresh.length > 0 ? longestLeavingMs : 0);
  }

  /** A frame that moves within the document reloads: zones that stay keep their place there, and style orders them. */
  #insert(fresh: readonly Zone[], isDivided: boolean): void {
    const { surface } = this.#needs;
    const elements = fresh.flatMap((zone) => zone.elements);
    if (!isDivided) {
      surface.append(...elements);
      return;
    }
    this.#box.append(...elements);
    if (!this.#box.isConnected) surface.append(this.#box);
    for (const zone of this.#leaving) for (const element of zone.elements) element.style.zIndex = '0';
    for (const [index, zone] of this.#zones.entries())
      for (const element of zone.elements) element.style.zIndex = String(index + 1);
  }

  #leave(): void {
    window.clearTimeout(this.#leavingTimer);
    const leaving = this.#leaving;
    this.#leaving = [];
    for (const zone of leaving) zone.remove();
    if (this.#zones.every(({ id }) => id === '')) this.#box.remove();
    this.#covered();
  }

  #newZone(id: string): Zone {
    const zone = new Zone(id, {
      clock: this.#needs.clock,
      report: (message) => this.#report(id, message),
      covered: () => this.#covered(),
    });
    this.#sendMark(zone);
    return zone;
  }

  #covered(): void {
    if (this.#leaving.length > 0 && this.#zones.some((zone) => zone.isCovered)) this.#leave();
    else this.#needs.covered([...this.#zones, ...this.#leaving].some((zone) => zone.isCovered));
  }

  #sendMark(zone: Zone): void {
    if (this.#follow === null) return;
    const { after, standsBy, zone: lead = '', others = [] } = this.#follow;
    const mark = zone.id === lead ? after : others.find((other) => other.zone === zone.id)?.after;
    zone.player.follow(mark ?? null, standsBy);
  }

  #report(zone: string, message: FromScreen): void {
    if (message.type === 'prepared') this.#zonePrepared(zone, message.shows);
    else this.#needs.report(zone !== '' && isOfZone(message) ? { ...message, zone } : message);
  }

  /** The stage is prepared when all of its zones are. */
  #zonePrepared(zone: string, shows: boolean): void {
    this.#prepared.set(zone, shows);
    const prepared = this.#zones.map(({ id }) => this.#prepared.get(id));
    if (prepared.includes(undefined)) return;
    this.#needs.report({
      type: 'prepared',
      after: this.#follow?.after ?? null,
      shows: prepared.includes(true),
    });
  }
}

type OfZone = Extract<FromScreen, { readonly zone?: string | undefined }>;

const isOfZone = (message: FromScreen): message is OfZone =>
  ['preparing', 'started', 'ended', 'failed', 'yields'].includes(message.type);
