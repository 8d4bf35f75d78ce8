import { inEnglish } from '../../shared/languages/message.ts';
import type { Programme, ScreenSettings } from '../../shared/programme.ts';
import type { Config, Look } from '../config/config.ts';
import type { Edition } from '../edition/edition.ts';
import type { Holdings } from '../edition/holdings.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { type DayPlan, dayPlan } from '../schedule/day-plan.ts';
import { evaluate, type ScheduleInput } from '../schedule/evaluate.ts';
import { explain, type ScheduleReport } from '../schedule/explain.ts';
import { parseInstant } from '../schedule/instant.ts';
import { buildProgramme } from '../schedule/programme.ts';
import { screenSettings } from '../schedule/screen-settings.ts';
import { type KeptTurns, turnsIn } from '../schedule/turns.ts';
import { unplayable } from '../schedule/unplayable.ts';
import type { TimeState } from './time-watch.ts';

export interface ScreenProgrammesNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Pick<Config, 'transition' | 'player' | 'screen' | 'screens'>;
  holdings(edition: Edition): Holdings;
  /** How far the rotations of a screen have come. */
  turns?(screenId: string): KeptTurns;
  keepTurns?(screenId: string, turns: KeptTurns): void;
  /** The headlines of a ticker's feed. */
  headlines?(feed: string): readonly string[];
  emit(screenId: string, programme: Programme, settings: ScreenSettings): void;
}

/** How far ahead the stage is told what plays. */
const horizonMs = 24 * 3600_000;

/** Makes the programme and the settings of every screen, and emits only what has changed. */
export class ScreenProgrammes {
  readonly #needs: ScreenProgrammesNeeds;
  /** Screen id → what was last emitted, as text to compare. */
  readonly #told = new Map<string, string>();

  constructor(needs: ScreenProgrammesNeeds) {
    this.#needs = needs;
  }

  /** Answers the first instant at which some screen has to be planned again, or null when none ever has to. */
  plan(edition: Edition, time: TimeState, why: string): number | null {
    this.#warn(edition);
    // A screen that the edition no longer names has to be told that nothing plays there.
    const screens = new Set([...Object.keys(edition.screens), ...this.#told.keys()]);
    const instants = [...screens].map((screenId) => this.#planScreen(edition, screenId, time, why));
    const known = instants.filter((instant) => instant !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  /** Of what will not be seen, once each. A download that has finally failed is warned of by sync. */
  #warn(edition: Edition): void {
    const { log, holdings } = this.#needs;
    for (const { mediaFileId, name, reason, detail } of unplayable(edition, holdings(edition)))
      if (reason !== 'media-unavailable')
        log.state(`plays ${mediaFileId}`, inEnglish(detail), 'warn', 'A file cannot be played', {
          mediaFileId,
          name,
          detail,
        });
  }

  #planScreen(edition: Edition, screenId: string, time: TimeState, why: string): number | null {
    const { config, clock, log, emit, headlines } = this.#needs;
    const input = this.#input(edition, screenId, time);
    const ofScreen = { ...config, screen: lookOf(config, screenId) };
    const settings = screenSettings(edition.settings, ofScreen, {
      ...(headlines ? { headlines } : {}),
      logo: input.holdings.objects.get(edition.settings.logo?.mediaFileId ?? ''),
      zone: time.zone,
    });
    const inStep = config.player.sync === 'wallclock';
    const built = buildProgramme({ ...input, from: clock.now(), horizonMs, inStep });
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
    const telling = JSON.stringify([programme.id, programme.streams, settings]);
    if (this.#told.get(screenId) === telling) return planAgainAt;
    this.#told.set(screenId, telling);
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

  /** Their places are kept too: the next edition moves entries from where they stand in this one. */
  #turnsIn(edition: Edition, screenId: string): KeptTurns {
    const kept = this.#needs.turns?.(screenId) ?? [];
    const turns = turnsIn(edition, kept);
    if (JSON.stringify(turns) !== JSON.stringify(kept)) this.#needs.keepTurns?.(screenId, turns);
    return turns;
  }

  /** What plays at an instant, or now when none is given. An instant that is given is always trusted. */
  report(edition: Edition, time: TimeState, at: string | null, screenId: string | null): ScheduleReport {
    const input = this.#input(edition, this.#asked(edition, screenId), time);
    const when =
      at === null
        ? { at: this.#needs.clock.now() }
        : { at: parseInstant(at, input.zone), clockTrusted: true };
    return explain(evaluate({ ...input, ...when }), edition);
  }

  dayPlan(edition: Edition, time: TimeState, day: string, screenId: string | null): DayPlan {
    const input = this.#input(edition, this.#asked(edition, screenId), time);
    return dayPlan({ ...input, clockTrusted: true }, day);
  }

  /** When all displays show the same, whichever is meant plays what the first one plays. */
  #asked(edition: Edition, screenId: string | null): string {
    const [first = ''] = Object.keys(edition.screens);
    return screenId === null || this.#needs.config.screens === 'all' ? first : screenId;
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
