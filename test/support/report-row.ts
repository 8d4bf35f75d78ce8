import { appendFileSync } from 'node:fs';

/** What one row of the fault matrix showed, for the table that `npm run faults` prints. */
export interface RowDetails {
  /** The fault in a few words, as the matrix names it. */
  readonly fault: string;
  readonly held: boolean;
  /** Kill loops: how many write points were tried until a run survived unkilled. */
  readonly kills?: number;
  /** With the defence switched off the same check failed, as it must. */
  readonly negativeControl?: boolean;
  readonly note?: string;
}

/** Where `npm run faults` collects the rows; unset in a normal test run, and then nothing is written. */
const resultsFile = process.env.VITRINE_FAULT_RESULTS;

/** Call it at the end of a row's test, after its expectations: a row that threw is reported as not held. */
export function reportRow(row: number, details: RowDetails): void {
  if (resultsFile === undefined || resultsFile === '') return;
  appendFileSync(resultsFile, `${JSON.stringify({ row, ...details })}\n`);
}
