// Runs the unit tests of a room for each message, in the tree of its working folder: first those that import the changed file,
// then the rest, until one fails.
import { resolve } from 'node:path';
import { createVitest, type Reporter, type TestModule, type TestSpecification } from 'vitest/node';
import type { FirstFailure, Run } from './tests.ts';

let failed: FirstFailure = null;
const watcher: Reporter = {
  onTestRunEnd(modules, errors) {
    failed = modules.map(failureOf).find((failure) => failure !== null) ?? errors[0]?.message ?? null;
  },
};

function failureOf(module: TestModule): FirstFailure {
  if (module.ok()) return null;
  for (const test of module.children.allTests('failed')) return test.fullName;
  return `${module.relativeModuleId}: ${module.errors()[0]?.message ?? 'failed'}`;
}

const vitest = await createVitest('test', {
  watch: false,
  bail: 1,
  silent: true,
  project: ['unit'],
  reporters: [watcher],
});
// One process for a run instead of four: the first files notice most faults.
for (const project of vitest.projects) project.config.maxWorkers = 1;
let last: string | undefined;

async function firstFailure({ room, file }: Run): Promise<FirstFailure> {
  const path = resolve(file);
  for (const changed of new Set([last ?? path, path])) vitest.invalidateFile(changed);
  last = path;
  const folder = [`test/${room}/`];
  vitest.config.related = [path];
  const near = await vitest.getRelevantTestSpecifications(folder);
  const isNear = new Set(near.map(({ moduleId }) => moduleId));
  // Some tests use a file through a worker or a process, which no import shows.
  const far = (await vitest.globTestSpecifications(folder)).filter(({ moduleId }) => !isNear.has(moduleId));
  return (await run(near)) ?? (await run(far));
}

async function run(specifications: TestSpecification[]): Promise<FirstFailure> {
  failed = null;
  if (specifications.length > 0) await vitest.runTestSpecifications(specifications);
  return failed;
}

process.on('message', async (message: Run) => {
  process.send?.({ failed: await firstFailure(message) });
});
process.on('disconnect', () => process.exit());
