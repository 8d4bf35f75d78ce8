import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { SlowestFiles } from './test/support/slowest-files.ts';

/** They own a display or a browser. Most of their time they wait for it, so two of them run side by side. */
const display = 'test/**/*.display.test.ts';
/** They measure frames or latencies on a display, and have the machine for themselves. */
const alone = 'test/**/*.alone.test.ts';

interface Row {
  readonly name: string;
  readonly include: string;
  readonly exclude?: readonly string[];
  /** The rows run one after the other. */
  readonly groupOrder: number;
  readonly maxWorkers: number;
  readonly isolate: boolean;
}

function project({
  name,
  include,
  exclude = [],
  groupOrder,
  maxWorkers,
  isolate,
}: Row): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: [include],
      exclude: [...exclude],
      sequence: { groupOrder },
      maxWorkers,
      isolate,
      ...(isolate ? {} : { setupFiles: ['test/support/fresh-file.ts'] }),
      // Without it a style sheet that a server page brings along as text would be empty in tests.
      css: true,
      // Nothing is judged by these: they end what hangs, on a machine that is slow and busy too.
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  };
}

export default defineConfig({
  test: {
    reporters: ['default', new SlowestFiles()],
    projects: [
      project({
        ...{ name: 'unit', include: 'test/**/*.test.ts', exclude: [display, alone] },
        ...{ groupOrder: 1, maxWorkers: Math.max(2, availableParallelism()), isolate: false },
      }),
      project({ name: 'display', include: display, groupOrder: 2, maxWorkers: 2, isolate: true }),
      project({ name: 'alone', include: alone, groupOrder: 3, maxWorkers: 1, isolate: true }),
    ],
  },
});
