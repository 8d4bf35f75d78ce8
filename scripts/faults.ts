// `npm run faults`: every row of the fault matrix that has a test, and a table of what held.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { RowDetails } from '../test/support/report-row.ts';

interface Report extends RowDetails {
  readonly row: number;
}

interface TestFile {
  readonly name: string;
  readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  readonly message: string;
}

interface Row {
  readonly number: number;
  readonly fault: string;
  readonly held: boolean;
  readonly tests: number;
  readonly kills: number;
  readonly controls: number;
  readonly notes: readonly string[];
  readonly failures: readonly string[];
}

const only = process.argv.slice(2).map((row) => `test/faults/${row.padStart(2, '0')}-`);
const folder = await mkdtemp(join(tmpdir(), 'vitrine-faults-'));
const [reportsFile, resultsFile] = [join(folder, 'reports.jsonl'), join(folder, 'results.json')];
try {
  await writeFile(reportsFile, '');
  const vitest = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${resultsFile}`,
      ...(only.length > 0 ? only : ['test/faults/']),
    ],
    { stdio: 'inherit', env: { ...process.env, VITRINE_FAULT_RESULTS: reportsFile } },
  );
  await once(vitest, 'exit');
  const rows = gather(
    JSON.parse(await readFile(resultsFile, 'utf8')).testResults,
    (await readFile(reportsFile, 'utf8'))
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line)])),
  );
  print(rows);
  process.exitCode = rows.every(({ held }) => held) && rows.length > 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** A row may have several files, of several rooms: it holds when all of them do. */
function gather(files: readonly TestFile[], reports: readonly Report[]): readonly Row[] {
  const numbers = new Map<number, TestFile[]>();
  for (const file of files) {
    const number = Number(/^(\d+)/.exec(basename(file.name))?.[1]);
    if (!Number.isNaN(number)) numbers.set(number, [...(numbers.get(number) ?? []), file]);
  }
  return [...numbers]
    .sort(([a], [b]) => a - b)
    .map(([number, ofRow]) => {
      const told = reports.filter(({ row }) => row === number);
      const tests = ofRow.flatMap(({ assertionResults }) => assertionResults);
      const failures = [
        ...tests.filter(({ status }) => status === 'failed').map(({ title }) => title),
        ...ofRow
          .filter((file) => file.assertionResults.length === 0)
          .map((file) => `${basename(file.name)} did not run`),
      ];
      const ran = tests.filter(({ status }) => status === 'passed').length;
      return {
        number,
        fault:
          told[0]?.fault ??
          basename(ofRow[0]?.name ?? '')
            .replace(/^\d+-|\.test\.ts$/g, '')
            .replaceAll('-', ' '),
        held: failures.length === 0 && ran > 0 && told.every(({ held }) => held),
        tests: ran,
        kills: told.reduce((sum, { kills }) => sum + (kills ?? 0), 0),
        controls: told.filter(({ negativeControl }) => negativeControl).length,
        notes: [...new Set(told.flatMap(({ note }) => note ?? []))],
        failures,
      };
    });
}

function print(rows: readonly Row[]): void {
  const line = (...cells: readonly (string | number)[]): void => {
    const widths = [4, 52, 9, 6, 6, 8];
    process.stdout.write(`${cells.map((cell, at) => String(cell).padEnd(widths[at] ?? 0)).join(' ')}\n`);
  };
  process.stdout.write('\n');
  line('#', 'fault', 'held', 'tests', 'kills', 'control', 'note');
  for (const row of rows) {
    const notes = [...row.notes, ...row.failures.map((title) => `FAILED: ${title}`)];
    line(
      row.number,
      row.fault.slice(0, 52),
      row.held ? 'held' : 'NOT HELD',
      row.tests,
      row.kills || '',
      row.controls > 0 ? 'yes' : '',
      notes.join(' · '),
    );
  }
  const held = rows.filter((row) => row.held).length;
  const kills = rows.reduce((sum, row) => sum + row.kills, 0);
  const controls = rows.filter((row) => row.controls > 0).length;
  process.stdout.write(
    `\n${held} of ${rows.length} rows held · ${kills} kills · ${controls} rows with a negative control\n`,
  );
}
