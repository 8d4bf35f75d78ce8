import { readdirSync, readFileSync, writeSync } from 'node:fs';
import { systemCode } from '../../src/main/ground/errors.ts';

/**
 * The first step of a kill loop's child: waits until strace follows all its threads. So strace does not slow down Node's
 * start and the loading of modules, which take most of the time.
 */
export function waitUntilFollowed(): void {
  const ready = process.env.KILL_LOOP_READY;
  if (ready === undefined) return;
  writeSync(Number(ready), '.');
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (!isFollowed()) Atomics.wait(pause, 0, 0, 1);
}

function isFollowed(): boolean {
  const threads = '/proc/self/task';
  return readdirSync(threads).every((thread) => {
    try {
      return !readFileSync(`${threads}/${thread}/status`, 'utf8').includes('TracerPid:\t0\n');
    } catch (error) {
      // The thread has ended since the list was read.
      if (['ENOENT', 'ESRCH'].includes(systemCode(error) ?? '')) return true;
      throw error;
    }
  });
}
