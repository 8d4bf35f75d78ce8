import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { FailedFiles } from './test/support/failed-files.ts';
import { SlowestFiles } from './test/support/slowest-files.ts';

/** They own a display or a browser. Most of their time they wait for it, so three of them run side by side. */
const display = 'test/**/*.display.test.ts';
/** They measure frames or latencies on a display, one at a time. */
const alone = 'test/**/*.alone.test.ts';
/** They boot whole machines, by `npm run machine`. */
const machines = 'test/**/*.machine.test.ts';

const built = { isolate: true, globalSetup: 'test/support/built.ts' };

interface Row {
  readonly name: string;
  readonly include: string;
  readonly exclude?: readonly string[];
  /** The rows run one after the other. */
  readonly groupOrder: number;
  readonly maxWorkers: number;
  readonly isolate: boolean;
  readonly globalSetup?: string;
}

function project({
  name,
  include,
  exclude = [],
  groupOrder,
  maxWorkers,
  isolate,
  globalSetup,
}: Row): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: [include],
      exclude: [...exclude],
      sequence: { groupOrder },
      maxWorkers,
      isolate,
      ...(globalSetup ? { globalSetup } : {}),
      ...(isolate ? {} : { setupFiles: ['test/support/fresh-file.ts'] }),
      // Without it a style sheet that a server page brings along as text would be empty in tests.
      css: true,
      // Nothing is judged by these: they end what hangs, on a machine that is slow and busy too.
      expect: { poll: { timeout: 60_000, interval: 20 } },
      testTimeout: 300_000,
      hookTimeout: 300_000,
    },
  };
}

export default defineConfig({
  test: {
    reporters: ['default', new SlowestFiles(), new FailedFiles()],
    projects: [
      project({
        ...{ name: 'unit', include: 'test/**/*.test.ts', exclude: [display, alone, machines] },
        // Of low priority beside a row with a display: more of them would only take turns.
        ...{ groupOrder: 1, maxWorkers: availableParallelism() + 1, isolate: false },
      }),
      project({ ...built, name: 'display', include: display, groupOrder: 2, maxWorkers: 3 }),
      project({ ...built, name: 'alone', include: alone, groupOrder: 3, maxWorkers: 1 }),
    ],
  },
});
