import { defineConfig } from 'vitest/config';

// Tests that own a display, a browser or a whole player run one file at a time; everything else in parallel.
const heavy = ['test/e2e/**/*.test.ts', 'test/faults/**/*.test.ts', 'test/host/chromium/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: heavy,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'real',
          include: heavy,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
