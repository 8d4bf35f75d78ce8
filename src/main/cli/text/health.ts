import { inEnglish, isSameMessage } from '../../../shared/languages/message.ts';
import type { Health } from '../../health/health.ts';
import type { HealthPeriod } from '../../report/health-history.ts';
import { table } from './table.ts';

export function healthText({ verdict, sentence, since, reasons, screens }: Health): string {
  return [
    `${verdict} since ${since}: ${inEnglish(sentence)}\n`,
    ...reasons
      .filter((reason) => !isSameMessage(reason.sentence, sentence))
      .map((reason) => `  ${inEnglish(reason.sentence)}\n`),
    ...screens.map(
      (screen) =>
        `screen ${screen.id}: ${screen.seen} since ${screen.since}${screen.why === null ? '' : ` (${inEnglish(screen.why)})`}\n`,
    ),
  ].join('');
}

export function historyText(periods: readonly HealthPeriod[], columns: number): string {
  if (periods.length === 0) return 'Nothing is kept yet.\n';
  const rows = periods.map(({ at, seconds, verdict, sentence }) => [
    at,
    lasted(seconds),
    verdict,
    inEnglish(sentence),
  ]);
  return table(['since', 'for', 'verdict', 'why'], rows, { columns, longestCell: 110 });
}

function lasted(seconds: number | null): string {
  if (seconds === null) return 'until now';
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (minutes === 0) return `${seconds} s`;
  return hours === 0 ? `${minutes} min ${seconds % 60} s` : `${hours} h ${minutes % 60} min`;
}
