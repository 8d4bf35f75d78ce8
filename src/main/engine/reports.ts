import { Temporal } from 'temporal-polyfill';
import { message } from '../../shared/languages/message.ts';
import { screenOf } from '../../shared/zones.ts';
import type { Config } from '../config/config.ts';
import { type Edition, mediaFileOf } from '../edition/edition.ts';
import { type Hours, readHours } from '../edition/hours.ts';
import type { Clock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import { type DayReport, dayReport, displayPeriods } from '../report/day-report.ts';
import { type FilesReport, filesReport } from '../report/files-report.ts';
import { type NamedRow, namedRows, type ProofNeeds } from '../report/named-rows.ts';
import { type ProofDay, proofDay } from '../report/proof-day.ts';
import { type Gap, type ShownMedia, type ShownReport, secondsOf, whyOf } from '../report/shown-report.ts';
import { dayOf } from '../schedule/instant.ts';
import { requestedShow } from '../schedule/requested-show.ts';
import type { HealthRow } from '../store/health-log.ts';
import type { NumberedRow, ProofCursor } from '../store/proof/proof-rows.ts';
import type { ShownItem } from '../store/proof/proof-sums.ts';
import type { Store } from '../store/store.ts';
import type { Programmer } from './programmer.ts';

interface ReportsNeeds {
  readonly clock: Clock;
  readonly store: Pick<Store, 'show' | 'holdings' | 'proof' | 'healthLog'>;
  readonly programmer: Pick<Programmer, 'dayPlan' | 'state'>;
  readonly config: Pick<Config, 'screen' | 'screens'>;
}

const mostHealthRows = 10_000;
const mostDays = 60;
const quarterMs = 15 * 60_000;
/** Between two items there may be a moment; shorter gaps are not worth reporting. */
const leastGapMs = 60_000;
const mostGaps = 100;
/** Older gaps can be read from proof of play. */
const gapDays = 14;

/** Reports on past and plan: a day, the files, the items shown, proof of play. */
export class Reports {
  readonly #needs: ReportsNeeds;
  /** By day. A past one changes too: an item ends after midnight, and rows come late from a full disk or a lost database. */
  readonly #sums = new Map<string, { readonly mark: string; readonly items: readonly ShownItem[] }>();

  constructor(needs: ReportsNeeds) {
    this.#needs = needs;
  }

  day(day: string | null, screenId: string | null): DayReport {
    const { programmer, store, clock } = this.#needs;
    const edition = this.#edition;
    const screens = Object.keys(edition.screens);
    const { zone } = programmer.state;
    const wanted = day ?? today(clock.now(), zone);
    const screen = requestedShow(
      screens,
      screenId ?? screens[0] ?? '1',
      this.#needs.config.screens === 'all',
    );
    const plan = programmer.dayPlan(wanted, screen);
    if (plan === null) throw noEdition();
    const [from, until] = [Date.parse(plan.from), Date.parse(plan.until)];
    const health = store.healthLog.rows(mostHealthRows);
    return dayReport({
      plan,
      screenId: screen,
      screens,
      hours: this.#hours(screen),
      health,
      isHealthCut: health.length === mostHealthRows,
      shown: store.proof.entries(screen, { from, until, everyMs: quarterMs }),
      now: clock.now(),
    });
  }

  files(): FilesReport {
    const edition = this.#edition;
    return filesReport(edition, this.#needs.store.holdings(edition));
  }

  shown(days: number): ShownReport {
    const { clock, programmer, store } = this.#needs;
    const { zone } = programmer.state;
    const now = clock.now();
    const health = store.healthLog.rows(mostHealthRows);
    const last = Temporal.PlainDate.from(today(now, zone));
    const count = Math.min(Math.max(days, 1), mostDays);
    const all = Array.from({ length: count }, (_, index) => {
      const day = last.subtract({ days: count - 1 - index }).toString();
      return { day, ...dayOf(day, zone) };
    });
    const sums = all.map((one) => this.#items(one));
    return {
      zone,
      days: all.map(({ day, from, until }) => ({
        day,
        from: new Date(from).toISOString(),
        until: new Date(until).toISOString(),
        seconds: secondsOf(health, from, Math.min(until, now)),
      })),
      items: this.#byMedia(sums),
      gaps: this.#gaps(all.at(-gapDays)?.from ?? all[0]?.from ?? now, now, health),
    };
  }

  proofPage(after: ProofCursor): readonly NamedRow<NumberedRow>[] {
    return [...namedRows(this.#needs.store.proof.page(after), this.#proofNeeds)];
  }

  proofDay(since: Parameters<typeof proofDay>[0]): ProofDay | null {
    return proofDay(since, this.#proofNeeds);
  }

  get #proofNeeds(): ProofNeeds {
    const { programmer, store } = this.#needs;
    const { zone } = programmer.state;
    return { zone, edition: store.show()?.edition ?? null, days: store.proof.days };
  }

  #items(one: { readonly day: string; readonly from: number; readonly until: number }): readonly ShownItem[] {
    const { day, from, until } = one;
    const { proof } = this.#needs.store;
    const mark = proof.mark(from, until);
    const kept = this.#sums.get(day);
    if (kept?.mark === mark) return kept.items;
    const items = proof.items(from, until);
    this.#sums.set(day, { mark, items });
    for (const old of [...this.#sums.keys()].slice(0, -mostDays)) this.#sums.delete(old);
    return items;
  }

  #byMedia(sums: readonly (readonly ShownItem[])[]): readonly ShownMedia[] {
    const edition = this.#needs.store.show()?.edition ?? null;
    const ids = new Set(sums.flatMap((items) => items.map(({ mediaFileId }) => mediaFileId)));
    const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
    return [...ids]
      .map((mediaFileId) => {
        const byDay = (field: 'showings' | 'failed' | 'seconds') =>
          sums.map((items) =>
            total(items.filter((item) => item.mediaFileId === mediaFileId).map((item) => item[field])),
          );
        const last = Math.max(
          ...sums.flat().map((item) => (item.mediaFileId === mediaFileId ? (item.lastAt ?? 0) : 0)),
        );
        return {
          mediaFileId,
          name: edition && (mediaFileOf(edition, mediaFileId)?.name ?? null),
          showings: byDay('showings'),
          failed: byDay('failed'),
          seconds: byDay('seconds'),
          lastAt: last === 0 ? null : new Date(last).toISOString(),
        };
      })
      .sort((a, b) => total(b.showings) - total(a.showings));
  }

  /** Periods in which a screen was on by its hours and showed nothing. */
  #gaps(from: number, now: number, health: readonly HealthRow[]): readonly Gap[] {
    const { store, programmer } = this.#needs;
    const { zone } = programmer.state;
    return store.proof
      .silences({ from, now, leastMs: leastGapMs })
      .flatMap(({ screenId, from, to }) =>
        displayPeriods(this.#hours(screenId), { from, until: to, zone })
          .filter(({ wanted }) => wanted === 'on')
          .map((period) => ({ screenId, from: Date.parse(period.from), to: Date.parse(period.to) })),
      )
      .filter(({ from, to }) => to - from >= leastGapMs)
      .slice(0, mostGaps)
      .map(({ screenId, from, to }) => ({
        screenId,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        why: whyOf(health, from, to),
      }));
  }

  #hours(screenId: string): Hours | null {
    const { screen, screens } = this.#needs.config;
    const hung = screenOf(screenId);
    const look = screens === 'all' ? screen : (screens.find(({ id }) => id === hung)?.look ?? screen);
    return look.hours === null ? null : readHours(look.hours);
  }

  get #edition(): Edition {
    const edition = this.#needs.store.show()?.edition;
    if (edition === undefined) throw noEdition();
    return edition;
  }
}

function noEdition(): VitrineError {
  return new VitrineError('permanent', message('edition-not-found'));
}

function today(now: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().toString();
}
