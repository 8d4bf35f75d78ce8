// Opens a store in a thread and keeps it open until the thread is ended.
import { parentPort } from 'node:worker_threads';
import { plainStore } from '../support/power-cuts.ts';

const store = await plainStore(process.argv[2] ?? '');
parentPort?.postMessage(store.storage().objects);
setInterval(() => store.storage(), 1_000);
