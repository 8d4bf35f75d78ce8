// On a disk that can only be read: does the last show play, and is everything else refused in good order?
import { execFileSync } from 'node:child_process';
import { leaveSuspect } from '../../../src/main/engine/suspect-edition.ts';
import { asDiskError } from '../../../src/main/ground/disk-errors.ts';
import { asVitrineError } from '../../../src/main/ground/errors.ts';
import { realFileSystem } from '../../../src/main/ground/fs.ts';
import { createLog, type LogLine } from '../../../src/main/ground/log.ts';
import { DiskHealth } from '../../../src/main/store/health.ts';
import { layoutOf } from '../../../src/main/store/objects/layout.ts';
import { defaultLimits } from '../../../src/main/store/objects/limits.ts';
import { openOnDisk } from '../../../src/main/store/open.ts';
import { openStore } from '../../../src/main/store/store.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { manualClock } from '../support/folder.ts';
import { after, before, playing, update } from '../support/power-cuts.ts';
import { showing } from '../support/showings.ts';
import { activeForReaders, expectSound } from '../support/soundness.ts';
import { report } from './report.ts';

const [folder = '', what = ''] = process.argv.slice(2);
if (what === 'prepare') await playing(folder);
else if (what === 'prepare-two') await prepareTwo();
else if (what === 'safe') await startSafely();
else if (what === 'play') await play(3_000);
else if (what === 'play-without-bound') await play(Number.POSITIVE_INFINITY);
else if (what === 'open-on-disk') await openOnDiskOnly();
else await playOn();

async function play(waitingProofRows: number): Promise<void> {
  const lines: LogLine[] = [];
  const store = await openStore({
    dataDir: folder,
    // It does not ask the disk again by itself.
    clock: new ManualClock(),
    log: createLog((line) => lines.push(line)),
    limits: { waitingProofRows },
  });
  await expectSound(folder, store, [before]);
  for (let number = 1; number <= 10_000; number++) store.proof.start(showing(number));
  const rows = [...store.proof.iterate()].length;
  const refusal = async (work: () => Promise<unknown>): Promise<string> =>
    work().then(
      () => 'done',
      (thrown: unknown) => asVitrineError(thrown).code,
    );
  report({
    active: store.active()?.edition.id,
    complete: store.active()?.complete,
    health: store.health().state,
    errors: lines.filter(({ level }) => level === 'error').length,
    bounded: rows <= 4_000,
    newestKept: [...store.proof.iterate()].at(-1)?.id === showing(10_000).id,
    staging: await refusal(() => store.stage(after)),
    reading: await activeForReaders(folder),
  });
  await store.close();
}

/** `before` is the previous edition. */
async function prepareTwo(): Promise<void> {
  await playing(folder);
  const store = await openStore({ dataDir: folder, clock: manualClock(), log: createLog(() => undefined) });
  await update(store);
  await store.close();
}

/** A start in safe mode, as far as the edition that plays is chosen. */
async function startSafely(): Promise<void> {
  const lines: LogLine[] = [];
  const log = createLog((line) => lines.push(line));
  const store = await openStore({ dataDir: folder, clock: new ManualClock(), log });
  const outcome = await leaveSuspect(store, { isSafe: true, provenEdition: before.id }, log).then(
    () => 'opened',
    (thrown: unknown) => asVitrineError(thrown).code,
  );
  const sentence = lines.filter(
    ({ level, message }) => level === 'warn' && message.includes('written'),
  ).length;
  report({ outcome, active: store.active()?.edition.id, left: store.leftInSafeMode(), sentence });
  await store.close();
}

/** What opening would come to if it did not go on from memory. */
async function openOnDiskOnly(): Promise<void> {
  const log = createLog(() => undefined);
  const opening = {
    fs: realFileSystem,
    layout: layoutOf(folder),
    clock: manualClock(),
    limits: defaultLimits,
  };
  const outcome = await openOnDisk({ ...opening, health: new DiskHealth(log) }).then(
    () => 'opened',
    (thrown: unknown) => asDiskError(thrown, 'open-folder').code,
  );
  report({ outcome });
}

/** The disk is mounted writable again while the show runs from memory. */
async function playOn(): Promise<void> {
  const store = await openStore({
    dataDir: folder,
    clock: manualClock(),
    log: createLog(() => undefined),
    limits: { floorBytes: 0, ballastBytes: 64 * 1024 },
  });
  const atFirst = store.health().state;
  for (const number of [1, 2]) store.proof.start(showing(number));
  store.proof.end(showing(1).id, showing(1).startedAt + 10_000, 'completed', null);
  const changed = new Promise<void>((resolve) => store.onHoldingsChanged(resolve));
  execFileSync('mount', ['-o', 'remount,rw', folder]);
  await changed;
  const now = store.health().state;
  const active = store.active()?.edition.id;
  await update(store);
  await store.close();

  const again = await openStore({ dataDir: folder, clock: manualClock(), log: createLog(() => undefined) });
  report({
    atFirst,
    now,
    active,
    afterwards: again.active()?.edition.id,
    outcomes: [...again.proof.iterate()].map(({ outcome }) => outcome),
  });
  await again.close();
}
