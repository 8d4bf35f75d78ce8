import { appendFileSync } from 'node:fs';

/** What one row of the fault matrix showed, for the table that `npm run prove -- faults` prints. */
export interface RowDetails {
  /** Kill loops: how many write points were tried until a run survived unkilled. */
  readonly kills?: number;
  /** With the defence switched off the same check failed, as it must. */
  readonly negativeControl?: boolean;
  /** A figure, or what was seen, in a few words. */
  readonly note?: string;
}

export type RowReport = RowDetails & { readonly row: number };

/** Where `npm run prove -- faults` collects the rows; unset in a normal test run, and then nothing is written. */
const resultsFile = process.env.VITRINE_FAULT_RESULTS;

/** Call it at the end of a test, after its expectations. That the row holds is what its tests say by passing. */
export function reportRow(row: number, details: RowDetails): void {
  if (resultsFile === undefined || resultsFile === '') return;
  appendFileSync(resultsFile, `${JSON.stringify({ row, ...details } satisfies RowReport)}\n`);
}
