import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { answer } from '../rpc.ts';
import { Engine } from './engine.ts';
import type { EngineCalls, EngineData, EngineEvent } from './protocol.ts';

// The worker in which cms, sync, store and schedule run: a slow disk or a long answer to parse never holds up the
// thread that serves a playing video.
if (parentPort === null) throw new Error('the engine runs in a worker thread');

const engine = new Engine(workerData as EngineData, {
  clock: systemClock,
  log: createLog((line) => emit({ type: 'log', line })),
  emit: (event) => emit(event),
});
const emit = answer<EngineCalls, EngineEvent>(parentPort, {
  open: () => engine.open(),
  ping: () => undefined,
  status: () => engine.status(),
  schedule: (params) => engine.schedule(params),
  syncNow: () => engine.syncNow(),
  pauseSync: () => engine.pauseSync(),
  resumeSync: () => engine.resumeSync(),
  rollback: () => engine.rollback(),
  showing: (params) => engine.showing(params),
  woke: () => engine.woke(),
  stop: () => engine.stop(),
});
