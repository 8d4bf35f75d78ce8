import { appendFileSync } from 'node:fs';

/** The result of one row of the fault matrix, for the table of `npm run prove -- faults`. */
export interface RowDetails {
  /** Kill loops: the number of tested write points. */
  readonly kills?: number;
  /** The same check failed with the defence switched off, as it must. */
  readonly negativeControl?: boolean;
  /** A figure or an observation in a few words. */
  readonly note?: string;
}

export type RowReport = RowDetails & { readonly row: number };

/** The folder in which `npm run prove -- faults` collects rows; unset in a normal run, which writes nothing. */
const resultsFile = process.env.VITRINE_FAULT_RESULTS;

/** Call it at the end of a test, after its expectations. A passing test proves the row. */
export function reportRow(row: number, details: RowDetails): void {
  if (resultsFile === undefined || resultsFile === '') return;
  appendFileSync(resultsFile, `${JSON.stringify({ row, ...details } satisfies RowReport)}\n`);
}
