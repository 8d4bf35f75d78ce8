import { defineConfig } from 'vitest/config';

// Tests that own a display, a browser or a whole player run one file at a time; everything else in parallel.
const heavy = ['test/e2e/**/*.test.ts', 'test/faults/**/*.test.ts', 'test/host/chromium/**/*.test.ts'];

// Without it a style sheet that a server page brings along as text would be empty in tests.
const css = true;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: heavy,
          css,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'real',
          include: heavy,
          fileParallelism: false,
          css,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
