import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const reported = 10;
const worthTellingMs = 1_000;

/** Prints the ten slowest files at the end of a run. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const slowest = modules
      .map((module) => ({ path: relative('', module.moduleId), ms: wholeMs(module) }))
      .filter(({ ms }) => ms >= worthTellingMs)
      .toSorted((left, right) => right.ms - left.ms)
      .slice(0, reported);
    if (slowest.length === 0) return;
    const lines = slowest.map(({ path, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${path}`);
    process.stdout.write(`\nThe slowest files:\n${lines.join('\n')}\n`);
  }
}

/** Including imports and setup. */
function wholeMs(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return collectDuration + setupDuration + duration;
}
