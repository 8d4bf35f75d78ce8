import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../src/main/ground/clock.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { answer } from '../../../src/main/ground/rpc.ts';
import { openStore } from '../../../src/main/store/store.ts';

// An engine that really locks its data folder, dies at `syncNow`, and hangs at `rollback`.
if (parentPort === null) throw new Error('runs in a worker thread');
const emit = answer(parentPort, {
  open: async () => {
    await openStore({
      dataDir: workerData.dataDir,
      clock: systemClock,
      log: createLog(() => undefined),
    });
    emit({ type: 'opened' });
  },
  syncNow: () => {
    setImmediate(() => {
      throw new Error('a mistake');
    });
    return new Promise(() => undefined);
  },
  ping: () => undefined,
  rollback: () => {
    for (;;);
  },
  stop: () => undefined,
});
