import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';

/** Measures a computation that needs a tenth of a second. */
const computing = `const since = performance.now();
  while (process.cpuUsage().user < 150_000 && performance.now() - since < 10_000);
  process.stdout.write(String((performance.now() - since) / (process.cpuUsage().user / 1000)));`;
/** Below this factor the machine counts as idle. */
const quietUpTo = 1.3;
/** A browser has many processes, and each waits for its turn. */
const perTurn = 3;

/**
 * The slowdown by other load on this machine, roughly and rather too high; 1 if idle. Measured in a session of its own,
 * because the kernel shares processors among sessions.
 */
export async function slowness(): Promise<number> {
  const child = spawn(process.execPath, ['-e', computing], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (text) => {
    output += String(text);
  });
  await once(child, 'close');
  const turns = Number(output);
  return turns > quietUpTo ? turns * perTurn : 1;
}

/** Other load comes and goes: it may rest just when it is measured. */
const samples = 3;

/** A promised duration: as promised on an idle machine, in proportion on a busy one. */
export async function expectWithin(promised: number, took: number, what?: string): Promise<void> {
  let most = promised;
  for (let each = 0; each < samples && took >= most; each++)
    most = Math.max(most, promised * (await slowness()));
  expect(took, what).toBeLessThan(most);
}
