import { defineConfig } from 'vitest/config';

// npm run prove -- machine: boots machines for each test, one after the other. Needs root.
export default defineConfig({
  test: {
    include: ['test/machine/**/*.machine.test.ts'],
    root: new URL('../..', import.meta.url).pathname,
    globalSetup: 'test/machine/package.ts',
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
  },
});
