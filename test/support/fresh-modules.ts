import { vi } from 'vitest';

/** Of the process: modules of ours are loaded more than once here. */
const key = Symbol.for('vitrine tests: modules are replaced');

/** What is imported from now on is loaded anew, here and in the next file of tests. */
export function needFreshModules(): void {
  Reflect.set(globalThis, key, true);
  vi.resetModules();
}

/** Since the last call. */
export function wereModulesReplaced(): boolean {
  const were = Reflect.get(globalThis, key) === true;
  Reflect.set(globalThis, key, false);
  return were;
}
