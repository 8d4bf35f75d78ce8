import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';

/** Computes for a tenth of a second, and says how long that took. */
const computing = `const since = performance.now();
  while (process.cpuUsage().user < 150_000 && performance.now() - since < 10_000);
  process.stdout.write(String((performance.now() - since) / (process.cpuUsage().user / 1000)));`;
/** Up to here it is our own machine: something is always at work on one. */
const quietUpTo = 1.3;
/** A browser is many processes, and each of them waits for its turn. */
const perTurn = 3;

/**
 * How many times longer something takes here than on a machine that has nothing else to do, roughly and rather too much;
 * 1 where nothing else is done. It is asked in a session of its own, as that is what a kernel shares its processors among.
 */
export async function slowness(): Promise<number> {
  const child = spawn(process.execPath, ['-e', computing], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let said = '';
  child.stdout.on('data', (text) => {
    said += String(text);
  });
  await once(child, 'close');
  const turns = Number(said);
  return turns > quietUpTo ? turns * perTurn : 1;
}

/** What is promised of a machine of its own is judged there; where others work on it too, in proportion. */
export async function expectWithin(promised: number, took: number, what?: string): Promise<void> {
  const most = took < promised ? promised : promised * (await slowness());
  expect(took, what).toBeLessThan(most);
}
