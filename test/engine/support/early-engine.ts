import { parentPort, workerData } from 'node:worker_threads';

// Reports its folder at once, or ends if that is none.
if (workerData.dataDir === 'none') process.exit(1);
parentPort?.postMessage(workerData.dataDir);
parentPort?.on('message', () => undefined);
