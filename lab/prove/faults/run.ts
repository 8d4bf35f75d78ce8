// `npm run prove -- faults [ROW …]`: every row of the fault matrix, and a table of the results. 0: all rows hold.
// Progress goes to stderr, the table to stdout.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  BaseSequencer,
  type Reporter,
  startVitest,
  type TestModule,
  type TestSpecification,
} from 'vitest/node';
import { faultMatrix } from '../../../test/support/fault-matrix.ts';
import { type FinishedFile, rowsOf, table } from './table.ts';

/** After this time the table has the results so far. */
const longestMs = 20 * 60_000;
/** After the last file; the runner ends within a second. */
const endingMs = 10_000;

const requested = process.argv.slice(2).map(Number);
const wrong = requested.find((row) => !faultMatrix.has(row));
if (wrong !== undefined) {
  process.stderr.write(`The rows of the fault matrix are 1 to ${faultMatrix.size}.\n`);
  process.exit(2);
}
const numbers = requested.length > 0 ? requested : [...faultMatrix.keys()];
const since = performance.now();
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** In the order of the rows, not the slowest first. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((left, right) => left.moduleId.localeCompare(right.moduleId));
  }
}

class Progress implements Reporter {
  readonly finished: FinishedFile[] = [];
  /** Names of all files to run. */
  requested: readonly string[] = [];
  /** Errors that belong to no test. */
  strays: readonly string[] = [];
  readonly #ended = Promise.withResolvers<void>();

  /** A while after the last file, or after the overall timeout. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  onTestRunStart(files: readonly TestSpecification[]): void {
    this.requested = files.map(({ moduleId }) => nameOf(moduleId));
    setTimeout(() => {
      process.stderr.write(`${seconds(longestMs)} s are over: what has not ended is left out\n`);
      this.#ended.resolve();
    }, longestMs);
  }

  onTestRunEnd(_: unknown, strays: readonly { readonly message: string }[]): void {
    this.strays = strays.map(({ message }) => message);
  }

  onTestModuleEnd(module: TestModule): void {
    const file = finishedFile(module);
    this.finished.push(file);
    const count = `${this.finished.length}/${this.requested.length}`.padStart(7);
    const outcome = file.failures.length > 0 ? 'FAILED' : file.passed > 0 ? 'held' : 'not run';
    process.stderr.write(`${count}  ${file.name.padEnd(44)} ${seconds(file.ms).padStart(6)} s  ${outcome}\n`);
    if (this.finished.length === this.requested.length) setTimeout(() => this.#ended.resolve(), endingMs);
  }
}

const nameOf = (moduleId: string): string => basename(moduleId).replace(/\..*$/, '');

function finishedFile(module: TestModule): FinishedFile {
  const tests = [...module.children.allTests()];
  const failures = tests.flatMap((test) => {
    const { state, errors } = test.result();
    return state === 'failed' ? [{ title: test.name, message: errors?.[0]?.message ?? '' }] : [];
  });
  const broken = module.errors().map(({ message }) => ({ title: 'the file itself', message }));
  return {
    name: nameOf(module.moduleId),
    passed: tests.filter((test) => test.result().state === 'passed').length,
    ms: module.diagnostic().duration,
    failures: [...failures, ...broken],
  };
}

const folder = await mkdtemp(join(tmpdir(), 'vitrine-faults-'));
const reports = join(folder, 'reports.jsonl');
await writeFile(reports, '');
process.env.VITRINE_FAULT_RESULTS = reports;
process.env.VITRINE_EVERY_WRITE = 'yes';
const progress = new Progress();
const run = startVitest(
  numbers.map((row) => `test/faults/${String(row).padStart(2, '0')}-`),
  { watch: false, reporters: [progress], sequence: { sequencer: InOrder } },
);
// Leftovers of a test can prevent the runner's end, but not ours.
await Promise.race([run.then((vitest) => vitest.close()), progress.ended]);
const reported = (await readFile(reports, 'utf8')).split('\n').filter((line) => line !== '');
await rm(folder, { recursive: true, force: true });
const rows = rowsOf(
  numbers,
  progress.requested,
  progress.finished,
  reported.map((line) => JSON.parse(line)),
);
await new Promise((resolve) => process.stdout.write(table(rows, performance.now() - since), resolve));
for (const stray of progress.strays) process.stderr.write(`an error of no test: ${stray}\n`);
process.exit(rows.every(({ outcome }) => outcome === 'held') && progress.strays.length === 0 ? 0 : 1);
