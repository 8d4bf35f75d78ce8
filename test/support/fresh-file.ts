import { afterAll, vi } from 'vitest';

// Test files share processes, for that is quicker by a third. They share nothing else: no stub, no faked clock and no
// module, so that what one file mocks or leaves behind in a module is not there for the next one.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.resetModules();
});
