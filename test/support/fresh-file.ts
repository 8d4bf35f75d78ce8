import { afterAll, vi } from 'vitest';

// Test files share processes, which saves a third of the time, but no stubs, fake clocks or modules: what one file mocks or
// leaves in a module does not reach the next one.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.resetModules();
});
