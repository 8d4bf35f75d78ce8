import { readFileSync } from 'node:fs';
import { afterAll, expect, vi } from 'vitest';
import { wereModulesReplaced } from './fresh-modules.ts';

// Test files share processes and the modules in them, as loading them takes longer than many tests, but no stubs, fake clocks or mocks.
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  const { testPath } = expect.getState();
  const mocks = /\bvi\.(mock|doMock|resetModules)\(/;
  const isMocked = testPath === undefined || mocks.test(readFileSync(testPath, 'utf8'));
  if (wereModulesReplaced() || isMocked) vi.resetModules();
});
