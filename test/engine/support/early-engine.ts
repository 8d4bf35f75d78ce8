import { parentPort, workerData } from 'node:worker_threads';

// Says at once which folder it was begun for, and ends at once where that is no folder.
if (workerData.dataDir === 'none') process.exit(1);
parentPort?.postMessage(workerData.dataDir);
parentPort?.on('message', () => undefined);
