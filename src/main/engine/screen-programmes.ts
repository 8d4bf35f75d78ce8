import { inEnglish } from '../../shared/languages/message.ts';
import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Steps } from '../../shared/steps.ts';
import { screenOf, zoneOf } from '../../shared/zones.ts';
import type { Config, Look } from '../config/config.ts';
import type { Edition } from '../edition/edition.ts';
import type { Holdings } from '../edition/holdings.ts';
import type { ZoneRecord } from '../edition/records.ts';
import { judgeZones, type ScreenSize } from '../edition/zones.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { type DayPlan, dayPlan } from '../schedule/day-plan.ts';
import { editionFaults } from '../schedule/edition-faults.ts';
import { evaluate } from '../schedule/evaluate.ts';
import { explain, type ScheduleReport } from '../schedule/explain.ts';
import { parseInstant } from '../schedule/instant.ts';
import { programmeSteps } from '../schedule/programme.ts';
import { requestedShow } from '../schedule/requested-show.ts';
import type { ScheduleInput } from '../schedule/scene.ts';
import { screenSettings } from '../schedule/screen-settings.ts';
import { type KeptTurns, turnsIn } from '../schedule/turns.ts';
import { unplayable } from '../schedule/unplayable.ts';
import type { TimeState } from './time-watch.ts';

export interface ScreenProgrammesNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Pick<Config, 'transition' | 'player' | 'screen' | 'screens'>;
  holdings(edition: Edition): Holdings;
  /** How far the rotations of a screen have advanced. */
  turns?(screenId: string): KeptTurns;
  keepTurns?(screenId: string, turns: KeptTurns): void;
  /** The headlines of a ticker's feed. */
  headlines?(feed: string): readonly string[];
  emit(screenId: string, programme: Programme, settings: ScreenSettings): void;
}

/** How far ahead a programme reaches. */
const horizonMs = 24 * 3600_000;

/** Builds programme and settings of every screen, and emits only changes. */
export class ScreenProgrammes {
  readonly #needs: ScreenProgrammesNeeds;
  /** Screen id, with its zone → last emitted programme and settings, as text to compare. */
  readonly #emitted = new Map<string, string>();
  #sizes: ReadonlyMap<string, ScreenSize> = new Map();

  constructor(needs: ScreenProgrammesNeeds) {
    this.#needs = needs;
  }

  /** Screen sizes in pixels of their displays. Returns whether they have changed. */
  displays(sizes: ReadonlyMap<string, ScreenSize>): boolean {
    const before = JSON.stringify([...this.#sizes]);
    this.#sizes = sizes;
    return JSON.stringify([...sizes]) !== before;
  }

  /** The size of a screen after rotation and region; null: it has no display. */
  sizeOf(screenId: string, edition: Edition): ScreenSize | null {
    const display = this.#sizes.get(screenId) ?? null;
    if (display === null) return null;
    const { config } = this.#needs;
    const look = { ...config, screen: lookOf(config, screenId) };
    const { region, rotation } = screenSettings(edition.settings, look);
    const { width, height } = region ?? display;
    return rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height };
  }

  /** Returns the first instant at which a screen must be planned again, or null. */
  *plan(edition: Edition, time: TimeState, why: string): Steps<number | null> {
    this.#warn(edition);
    // A screen that the edition no longer names needs an empty programme.
    const screens = new Set([...Object.keys(edition.screens), ...this.#emitted.keys()]);
    let first: number | null = null;
    for (const screenId of screens) {
      yield;
      const instant = yield* this.#planScreen(edition, screenId, time, why);
      if (instant !== null) first = Math.min(first ?? instant, instant);
    }
    return first;
  }

  /** Each unplayable file is warned of once. Sync warns of downloads that finally failed. */
  #warn(edition: Edition): void {
    const { log, holdings } = this.#needs;
    for (const { mediaFileId, name, reason, detail } of unplayable(edition, holdings(edition)))
      if (reason !== 'media-unavailable')
        log.state(`plays ${mediaFileId}`, inEnglish(detail), 'warn', 'A file cannot be shown', {
          mediaFileId,
          name,
          detail,
        });
  }

  *#planScreen(edition: Edition, screenId: string, time: TimeState, why: string): Steps<number | null> {
    const { config, clock, log, emit, headlines } = this.#needs;
    const screen = screenOf(screenId);
    const zones = this.#zones(edition, screen);
    const isShown = screenId === screen || zones.some(({ id }) => id === zoneOf(screenId));
    // A zone that lies outside of the display is reported once: nothing plays there.
    if (!isShown && !this.#emitted.has(screenId)) return null;
    const input = this.#input(isShown ? edition : { ...edition, screens: {} }, screenId, time);
    const ofScreen = { ...config, screen: lookOf(config, screen) };
    const settings = screenSettings(edition.settings, ofScreen, {
      ...(headlines ? { headlines } : {}),
      logo: input.holdings.objects.get(edition.settings.logo?.mediaFileId ?? ''),
      zone: time.zone,
      zones,
    });
    const inStep = config.player.sync === 'wallclock';
    const built = yield* programmeSteps({ ...input, from: clock.now(), horizonMs, inStep });
    const { nextChangeAt: _, planAgainAt, endlessRotations, ...planned } = built;
    const turns = this.#turnsIn(edition, screenId);
    const programme = turns.length === 0 ? planned : { ...planned, turns };
    log.state(
      `rotations ${screenId}`,
      String(endlessRotations),
      endlessRotations ? 'warn' : 'debug',
      endlessRotations
        ? 'Nested playlists play in full: in step, their rotations would repeat too late'
        : 'Rotations can be kept in step',
      { screenId },
    );
    const emitted = JSON.stringify([programme.id, programme.streams, settings]);
    if (this.#emitted.get(screenId) === emitted) return planAgainAt;
    if (isShown) this.#emitted.set(screenId, emitted);
    else this.#emitted.delete(screenId);
    const idle = programme.segments[0]?.sequence.members.length === 0;
    log.info(idle ? 'Nothing is scheduled now: the idle screen.' : 'A new programme.', {
      why,
      screenId,
      cues: programme.cues.length,
      nextChangeAt: planAgainAt === null ? null : new Date(planAgainAt).toISOString(),
    });
    emit(screenId, programme, settings);
    return planAgainAt;
  }

  /** Kept with their places, from which the next edition moves its entries. */
  #turnsIn(edition: Edition, screenId: string): KeptTurns {
    const kept = this.#needs.turns?.(screenId) ?? [];
    const turns = turnsIn(edition, kept);
    if (JSON.stringify(turns) !== JSON.stringify(kept)) this.#needs.keepTurns?.(screenId, turns);
    return turns;
  }

  /** The schedule at an instant; null: now. A given instant is always trusted. */
  report(edition: Edition, time: TimeState, at: string | null, screenId: string | null): ScheduleReport {
    const input = this.#input(edition, this.#screenOf(edition, screenId), time);
    const when =
      at === null
        ? { at: this.#needs.clock.now() }
        : { at: parseInstant(at, input.zone), clockTrusted: true };
    const faults = editionFaults(edition, (id) => this.sizeOf(id, edition));
    return explain(evaluate({ ...input, ...when }), edition, input.screenId, faults);
  }

  dayPlan(edition: Edition, time: TimeState, day: string, screenId: string | null): DayPlan {
    const input = this.#input(edition, this.#screenOf(edition, screenId), time);
    return dayPlan({ ...input, clockTrusted: true }, day);
  }

  /** The zones in use; empty: the edition does not divide the screen. */
  #zones(edition: Edition, screenId: string): readonly ZoneRecord[] {
    if (Object.hasOwn(edition.screens, screenId)) return [];
    const records = edition.zones?.[screenId] ?? [];
    const { zones } = judgeZones(records, this.sizeOf(screenId, edition));
    // On another display all zones may lie outside: then they all count.
    return zones.length > 0 ? zones : judgeZones(records).zones;
  }

  #screenOf(edition: Edition, screenId: string | null): string {
    return requestedShow(Object.keys(edition.screens), screenId, this.#needs.config.screens === 'all');
  }

  #input(edition: Edition, screenId: string, { zone, distrust }: TimeState): ScheduleInput {
    const { config, holdings } = this.#needs;
    return {
      edition,
      screenId,
      zone,
      holdings: holdings(edition),
      clockTrusted: distrust === null,
      defaultTransition: config.transition,
    };
  }
}

function lookOf({ screen, screens }: ScreenProgrammesNeeds['config'], screenId: string): Look {
  return (screens === 'all' ? undefined : screens.find(({ id }) => id === screenId)?.look) ?? screen;
}
