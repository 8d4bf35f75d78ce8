import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';

/** Of each thread of this process: the seventeenth value after the name, which may contain spaces. */
const nicenesses = (): readonly number[] =>
  readdirSync('/proc/self/task').map((thread) => {
    const [, values = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(/\) /);
    return Number(values.split(' ')[16]);
  });

it.runIf(process.platform === 'linux')(
  'a thread that stands back lowers its own priority alone',
  async () => {
    const worker = new Worker(new URL('./support/stands-back.ts', import.meta.url));
    onTestFinished(async () => {
      await worker.terminate();
    });
    await once(worker, 'message');
    expect(nicenesses().filter((niceness) => niceness === 19)).toHaveLength(1);
  },
);
