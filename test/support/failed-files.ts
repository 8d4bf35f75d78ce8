import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Lists the failed test files, one per line, for another run. */
export class FailedFiles implements Reporter {
  readonly #list = process.env.VITRINE_FAILED_FILES;

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#list === undefined) return;
    for (const module of modules)
      if (module.state() === 'failed') appendFileSync(this.#list, `${relative('', module.moduleId)}\n`);
  }
}
