import { parentPort, workerData } from 'node:worker_threads';
import { message } from '../../shared/languages/message.ts';
import { systemClock } from '../ground/clock.ts';
import { VitrineError } from '../ground/errors.ts';
import { createLog } from '../ground/log.ts';
import { answer } from '../ground/rpc.ts';
import { standBack } from '../ground/stand-back.ts';
import { lockEarly } from '../store/lock.ts';
import type { Engine } from './engine.ts';
import type { EngineCalls, EngineEvent, ThreadData } from './protocol.ts';

// This worker runs cms, sync, store and schedule: neither a slow disk nor a long parse blocks the thread that serves a
// playing video.
if (parentPort === null) throw new Error('the engine runs in a worker thread');

/** Beside it, a thread of the show gets ten times as much processor time. */
const niceness = 10;

let opened: Engine | null = null;

// The browser waits for this lock alone: take it before `open`, and before the rest of the engine is loaded, which takes
// longest.
const lock = lockEarly((workerData as ThreadData).dataDir, systemClock.now());
const loaded = lock.then(
  () => {
    emit({ type: 'locked' });
    return import('./open-engine.ts');
  },
  () => import('./open-engine.ts'),
);
loaded.catch(() => undefined);

function engine(): Engine {
  if (opened) return opened;
  throw new VitrineError('temporary', message('engine-closed'));
}

const emit = answer<EngineCalls, EngineEvent>(parentPort, {
  open: async (data) => {
    const { openEngine } = await loaded;
    const log = createLog((line) => emit({ type: 'log', line }));
    const tell = (event: EngineEvent): void => {
      emit(event);
      // Only now: until here the show waits for it.
      if (event.type === 'programme') standBack(niceness);
    };
    opened = await openEngine(data, { clock: systemClock, log, emit: tell }, lock);
  },
  ping: () => undefined,
  status: () => engine().status(),
  vitals: () => engine().vitals(),
  healthChanged: (params) => engine().healthChanged(params),
  healthLog: (params) => engine().healthLog(params),
  fleetEvent: (params) => engine().fleet.addEvent(params),
  fleetEvents: (params) => engine().fleet.events(params),
  fleetEventsDelivered: (params) => engine().fleet.eventsDelivered(params),
  fleetTake: ({ row, now }) => engine().fleet.take(row, now),
  fleetBegin: (params) => engine().fleet.begin(params),
  fleetFinish: ({ id, result }) => engine().fleet.finish(id, result),
  fleetUnfinished: () => engine().fleet.unfinished(),
  fleetResults: (params) => engine().fleet.results(params),
  fleetResultDelivered: (params) => engine().fleet.resultDelivered(params),
  schedule: (params) => engine().schedule(params),
  day: (params) => engine().day(params),
  files: () => engine().files(),
  shown: (params) => engine().shown(params),
  proofPage: (params) => engine().proofPage(params),
  proofDay: (params) => engine().proofDay(params),
  syncNow: () => engine().syncNow(),
  pauseSync: () => engine().pauseSync(),
  resumeSync: () => engine().resumeSync(),
  rollback: () => engine().rollback(),
  showing: (params) => engine().showing(params),
  streams: (params) => engine().streams(params),
  displays: (params) => engine().displays(params),
  interruptMedia: (params) => engine().interruptMedia.want(params),
  woke: () => engine().woke(),
  updateSees: (params) => engine().updateSees(params),
  updateNow: (params) => engine().updateNow(params),
  updateHold: (params) => engine().updateHold(params),
  updateWant: (params) => engine().updateWant(params),
  stop: async () => {
    const ending = opened;
    opened = null;
    await ending?.stop();
  },
});
