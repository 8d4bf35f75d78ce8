// `npm run faults [-- ROW …]`: every row of the fault matrix, and a table of what held. 0: all rows hold.
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
import { faultMatrix } from '../test/support/fault-matrix.ts';
import { type FinishedFile, rowsOf, table } from './faults-table.ts';

/** Then the table tells what is known. */
const longestMs = 20 * 60_000;
/** After the last file; the runner ends within a second. */
const endingMs = 10_000;

const asked = process.argv.slice(2).map(Number);
const wrong = asked.find((row) => !faultMatrix.has(row));
if (wrong !== undefined) {
  process.stderr.write(`The rows of the fault matrix are 1 to ${faultMatrix.size}.\n`);
  process.exit(2);
}
const numbers = asked.length > 0 ? asked : [...faultMatrix.keys()];
const since = performance.now();
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** In the order of the rows, and not the slowest first. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((left, right) => left.moduleId.localeCompare(right.moduleId));
  }
}

class Progress implements Reporter {
  readonly finished: FinishedFile[] = [];
  readonly #ended = Promise.withResolvers<void>();
  #files = 0;

  /** A while after the last file, or when all of it takes too long. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  onTestRunStart(files: readonly unknown[]): void {
    this.#files = files.length;
    setTimeout(() => {
      process.stderr.write(`${seconds(longestMs)} s are over: what has not ended is left out\n`);
      this.#ended.resolve();
    }, longestMs);
  }

  onTestModuleEnd(module: TestModule): void {
    const file = finishedFile(module);
    this.finished.push(file);
    const count = `${this.finished.length}/${this.#files}`.padStart(7);
    const outcome = file.failures.length > 0 ? 'FAILED' : file.passed > 0 ? 'held' : 'not run';
    process.stderr.write(`${count}  ${file.name.padEnd(44)} ${seconds(file.ms).padStart(6)} s  ${outcome}\n`);
    if (this.finished.length === this.#files) setTimeout(() => this.#ended.resolve(), endingMs);
  }
}

function finishedFile(module: TestModule): FinishedFile {
  const tests = [...module.children.allTests()];
  const failures = tests.flatMap((test) => {
    const { state, errors } = test.result();
    return state === 'failed' ? [{ title: test.name, message: errors?.[0]?.message ?? '' }] : [];
  });
  const broken = module.errors().map(({ message }) => ({ title: 'the file itself', message }));
  return {
    name: basename(module.moduleId, '.test.ts'),
    passed: tests.filter((test) => test.result().state === 'passed').length,
    ms: module.diagnostic().duration,
    failures: [...failures, ...broken],
  };
}

const folder = await mkdtemp(join(tmpdir(), 'vitrine-faults-'));
const reports = join(folder, 'reports.jsonl');
await writeFile(reports, '');
process.env.VITRINE_FAULT_RESULTS = reports;
const progress = new Progress();
const run = startVitest(
  numbers.map((row) => `test/faults/${String(row).padStart(2, '0')}-`),
  { project: ['real'], watch: false, reporters: [progress], sequence: { sequencer: InOrder } },
);
// What a test has left behind can keep the runner from its end, but not us.
await Promise.race([run.then((vitest) => vitest.close()), progress.ended]);
const told = (await readFile(reports, 'utf8')).split('\n').filter((line) => line !== '');
await rm(folder, { recursive: true, force: true });
const rows = rowsOf(
  numbers,
  progress.finished,
  told.map((line) => JSON.parse(line)),
);
await new Promise((resolve) => process.stdout.write(table(rows, performance.now() - since), resolve));
process.exit(rows.every(({ outcome }) => outcome === 'held') ? 0 : 1);
