import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { FailedFiles } from './test/support/failed-files.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { RowTimes } from './test/support/row-times.ts';
import { SlowestFiles } from './test/support/slowest-files.ts';

/** They own a display or a browser. Most of their time they wait for it, so three of them run side by side. */
const display = 'test/**/*.display.test.ts';
/** They measure frames or latencies on a display, one at a time. */
const alone = 'test/**/*.alone.test.ts';
/** Proofs that take longer than they may in the gate, by `npm run prove -- long`. */
const long = 'test/**/*.long.test.ts';
/** They boot whole machines, by `npm run prove -- machine`. */
const machines = 'test/**/*.machine.test.ts';

/** A whole player with its browser takes a minute to start where many others start at once. */
const built = { isolate: true, globalSetup: 'test/support/built.ts', limitMs: 300_000 };

interface Row {
  readonly name: string;
  readonly include: string;
  readonly exclude?: readonly string[];
  /** The rows run one after the other. */
  readonly groupOrder: number;
  readonly maxWorkers: number;
  readonly isolate: boolean;
  readonly globalSetup?: string;
  /** It ends a test that hangs, on a machine that is slow and busy too; no test is judged by it. */
  readonly limitMs: number;
}

function project({
  name,
  include,
  exclude = [],
  groupOrder,
  maxWorkers,
  isolate,
  globalSetup,
  limitMs,
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
      // A wait ends before its test does, so that it says what it waited for.
      expect: { poll: { timeout: limitMs * 0.8, interval: 20 } },
      env: { VITRINE_LONGEST_WAIT_MS: String(limitMs * 0.8) },
      testTimeout: limitMs,
      // Hooks build packages and encode films, on a busy machine too.
      hookTimeout: 600_000,
    },
  };
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'long', description: 'left to `npm run prove -- long`; the gate has another example' }],
    reporters: ['default', new RowTimes(), new SlowestFiles(), new FailedFiles()],
    projects: [
      project({
        name: 'unit',
        include: 'test/**/*.test.ts',
        exclude: [display, alone, long, machines],
        // Of low priority beside a row with a display. Many wait for a broker, a clock or a disk most of their time.
        groupOrder: 1,
        maxWorkers: availableParallelism() + 2,
        isolate: false,
        // Longer ones name their limit: test/support/limits.ts.
        // Only a hang takes as long: under the gate's own load a slow machine needs twelve times as long as a quiet one.
        limitMs: 180_000,
      }),
      project({ ...built, name: 'display', include: display, groupOrder: 2, maxWorkers: 3 }),
      project({ ...built, name: 'alone', include: alone, groupOrder: 3, maxWorkers: 1 }),
      project({ ...built, name: 'long', include: long, groupOrder: 4, maxWorkers: 2 }),
    ],
  },
});
