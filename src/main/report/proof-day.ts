import { wordsOf } from '../../shared/languages/catalogues.ts';
import type { Language } from '../../shared/languages/language.ts';
import { screenOf, zoneOf } from '../../shared/zones.ts';
import { mediaFileOf } from '../edition/edition.ts';
import { dayOf } from '../schedule/instant.ts';
import { csvField } from './csv.ts';
import { localDay, localTime } from './local-time.ts';
import { type ProofNeeds, shareOf, sumsByScreen } from './named-rows.ts';
import type { ProofFormat } from './proof-export.ts';

/** What one item was shown on one local day, for those who paid for it. */
export interface ReportRow {
  readonly date: string;
  readonly item: string | null;
  readonly mediaFileId: string;
  readonly screen: string;
  readonly zone: string;
  readonly plays: number;
  readonly failed: number;
  readonly seconds: number;
  /** Of all that its screen or zone showed on that day, from 0 to 1. */
  readonly share: number;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
}

export interface ProofDay {
  /** The instant after the day. */
  readonly until: number;
  readonly rows: readonly ReportRow[];
}

/** The whole local day of the first showing since then; null: there is none. */
export function proofDay(since: number, { zone, edition, days }: ProofNeeds): ProofDay | null {
  const first = days.firstAt(since);
  if (first === null) return null;
  const date = localDay(first, zone);
  const { from, until } = dayOf(date, zone);
  const items = days.items(from, until);
  const sums = sumsByScreen(items);
  const time = (at: number | null): string | null => (at === null ? null : localTime(at, zone));
  const rows = items.map(({ screenId, mediaFileId, item, plays, failed, ms, firstAt, lastAt }) => ({
    date,
    item: item ?? (edition && (mediaFileOf(edition, mediaFileId)?.name ?? null)),
    mediaFileId,
    screen: screenOf(screenId),
    zone: zoneOf(screenId),
    plays,
    failed,
    seconds: ms / 1000,
    share: shareOf(ms, sums.get(screenId) ?? 0),
    firstAt: time(firstAt),
    lastAt: time(lastAt),
  }));
  return { until, rows };
}

/** Excel reads a CSV as the reader's country writes numbers, and UTF-8 only with a byte order mark. */
const byteOrderMark = '\uFEFF';
const separatorOf = (language: Language): string => (language === 'en' ? ',' : ';');

export function reportHead(language: Language): string {
  const { say } = wordsOf(language);
  const heads = [
    say('page.proof.report.date'),
    say('page.proof.report.item'),
    say('page.proof.report.media-file'),
    say('page.proof.report.screen'),
    say('page.proof.report.zone'),
    say('page.proof.report.plays'),
    say('page.proof.report.failed'),
    say('page.proof.report.seconds'),
    say('page.proof.report.share'),
    say('page.proof.report.first'),
    say('page.proof.report.last'),
  ];
  return `${byteOrderMark}${heads.map(csvField).join(separatorOf(language))}\n`;
}

export function* reportLines({ rows }: ProofDay, language: Language): Generator<string> {
  const decimal = (value: number): string =>
    language === 'en' ? String(value) : String(value).replace('.', ',');
  for (const { date, item, mediaFileId, screen, zone, plays, failed, ...row } of rows) {
    const percent = Number((row.share * 100).toFixed(2));
    const fields = [
      date,
      item,
      mediaFileId,
      screen,
      zone,
      plays,
      failed,
      decimal(row.seconds),
      decimal(percent),
    ];
    yield `${[...fields, row.firstAt, row.lastAt].map(csvField).join(separatorOf(language))}\n`;
  }
}

/** The whole report, a day at a time. */
export function* reportedProof(
  since: number,
  needs: ProofNeeds,
  { format, language }: { readonly format: ProofFormat; readonly language: Language },
): Generator<string> {
  if (format === 'csv') yield reportHead(language);
  let between = '[\n';
  for (let day = proofDay(since, needs); day !== null; day = proofDay(day.until, needs)) {
    if (format === 'csv') yield* reportLines(day, language);
    else
      for (const row of day.rows) {
        const text = JSON.stringify(row);
        yield format === 'jsonl' ? `${text}\n` : `${between}${text}`;
        between = ',\n';
      }
  }
  if (format === 'json') yield between === ',\n' ? '\n]\n' : '[]\n';
}
