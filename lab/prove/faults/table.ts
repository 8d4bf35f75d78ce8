import { faultMatrix } from '../../../test/support/fault-matrix.ts';
import type { RowReport } from '../../../test/support/report-row.ts';

/** A file of tests after its end. Its name begins with the number of its row. */
export interface FinishedFile {
  readonly name: string;
  readonly passed: number;
  readonly ms: number;
  readonly failures: readonly { readonly title: string; readonly message: string }[];
}

export interface Row {
  readonly number: number;
  readonly outcome: 'held' | 'NOT HELD' | 'NOT RUN';
  readonly tests: number;
  readonly kills: number;
  readonly hasControl: boolean;
  readonly ms: number;
  readonly notes: readonly string[];
  readonly failures: FinishedFile['failures'];
}

/** A row may have several files, in several rooms: it holds when all of them have passed. */
export function rowsOf(
  numbers: readonly number[],
  requested: readonly string[],
  files: readonly FinishedFile[],
  reports: readonly RowReport[],
): readonly Row[] {
  return numbers.map((number) => {
    const isOwn = (name: string): boolean => Number.parseInt(name, 10) === number;
    const own = files.filter(({ name }) => isOwn(name));
    const reported = reports.filter(({ row }) => row === number);
    const failures = own.flatMap((file) => file.failures);
    const wasRun =
      own.length > 0 && own.length === requested.filter(isOwn).length && own.every((file) => file.passed > 0);
    return {
      number,
      outcome: failures.length > 0 ? 'NOT HELD' : wasRun ? 'held' : 'NOT RUN',
      tests: sum(own.map(({ passed, failures: ofFile }) => passed + ofFile.length)),
      kills: sum(reported.map(({ kills }) => kills ?? 0)),
      hasControl: reported.some(({ negativeControl }) => negativeControl),
      ms: sum(own.map(({ ms }) => ms)),
      notes: [...new Set(reported.flatMap(({ note }) => note ?? []))],
      failures,
    };
  });
}

/** One line for each row, then the failures, then a summary. */
export function table(rows: readonly Row[], ms: number): string {
  const head = ['#', 'fault', 'outcome', 'tests', 'kills', 'control', 'seconds', 'what was seen'];
  const cells = rows.map((row) => [
    String(row.number),
    faultMatrix.get(row.number) ?? '',
    row.outcome,
    String(row.tests),
    row.kills > 0 ? String(row.kills) : '',
    row.hasControl ? 'yes' : '',
    (row.ms / 1000).toFixed(1),
    row.notes.join(' · '),
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((each) => (each[column] ?? '').length)),
  );
  const numeric = new Set([0, 3, 4, 6]);
  const line = (each: readonly string[]): string =>
    each
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return numeric.has(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const failures = rows.flatMap(({ number, failures: ofRow }) =>
    ofRow.map(({ title, message }) => `row ${number}, ${title}\n    ${message.split('\n').join('\n    ')}`),
  );
  return [
    '',
    line(head),
    line(widths.slice(0, -1).map((width) => '–'.repeat(width))),
    ...cells.map(line),
    ...(failures.length > 0 ? ['', ...failures] : []),
    '',
    summary(rows, ms),
    '',
  ].join('\n');
}

function summary(rows: readonly Row[], ms: number): string {
  const held = rows.filter(({ outcome }) => outcome === 'held').length;
  const tests = sum(rows.map((row) => row.tests));
  const kills = sum(rows.map((row) => row.kills));
  const controls = rows.filter(({ hasControl }) => hasControl).length;
  const time = `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
  return `${held} of ${rows.length} rows held · ${tests} tests · ${kills} kills · negative controls in ${controls} rows · ${time}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
