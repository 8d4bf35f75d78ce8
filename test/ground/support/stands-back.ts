import { parentPort } from 'node:worker_threads';
import { standBack } from '../../../src/main/ground/stand-back.ts';

standBack(19);
parentPort?.postMessage('done');
parentPort?.once('message', () => parentPort?.close());
