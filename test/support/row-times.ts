import type { Reporter, TestModule } from 'vitest/node';

/** Says at the end of a run how long each row took, from its first file to its last. */
export class RowTimes implements Reporter {
  readonly #rows = new Map<
    string,
    { readonly from: number; readonly until: number; readonly files: number }
  >();

  onTestModuleEnd(module: TestModule): void {
    const { name } = module.project;
    const until = performance.now();
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    const began = until - collectDuration - setupDuration - duration;
    const { from = began, files = 0 } = this.#rows.get(name) ?? {};
    this.#rows.set(name, { from: Math.min(from, began), until, files: files + 1 });
  }

  onTestRunEnd(): void {
    for (const [name, { from, until, files }] of this.#rows)
      process.stdout.write(`\nrow ${name}: ${((until - from) / 1000).toFixed(0)} s, ${files} files\n`);
  }
}
