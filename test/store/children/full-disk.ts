// On a disk of a few megabytes: what happens when it fills up, and when there is room again.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asVitrineError } from '../../../src/main/ground/errors.ts';
import { createLog } from '../../../src/main/ground/log.ts';
import { layoutOf, objectPath } from '../../../src/main/store/objects/layout.ts';
import { openStore, type Store } from '../../../src/main/store/store.ts';
import { editionOf } from '../../support/records.ts';
import { manualClock } from '../support/folder.ts';
import { bytesOf, finishedPart, sha256Of } from '../support/parts.ts';
import { showing } from '../support/showings.ts';
import { report } from './report.ts';

const [folder = '', what = '', reserve = '0'] = process.argv.slice(2);
const size = 600_000;
const filler = join(folder, 'filler');
const store = await openStore({
  dataDir: folder,
  clock: manualClock(),
  log: createLog(() => undefined),
  limits: { floorBytes: 32_000, ballastBytes: Number(reserve) },
});

if (what === 'space') await fillSpace();
else await fillNames();
await store.close();

async function fillSpace(): Promise<void> {
  await show('first', store);
  await show('second', store);
  const ballastBefore = existsSync(layoutOf(folder).ballast);
  writeUntilFull();
  for (let number = 1; number <= 200; number++) store.proof.start(showing(number));
  const whileFull = {
    proofWaiting: store.health().proofWaiting,
    proofRows: [...store.proof.iterate()].length,
    health: store.health().state,
    ballast: existsSync(layoutOf(folder).ballast),
    held: isThere('second'),
  };
  const roomFor300 = await store.makeSpace(300_000);
  const after300 = { first: isThere('first'), second: isThere('second'), editions: store.editions().length };
  await store.put([await finishedPart(store.partsFolder, 'third', { size: 300_000 })]);
  const roomFor3M = await store.makeSpace(3_000_000);
  const whileShort = { health: store.health().state, second: isThere('second') };
  rmSync(filler);
  await store.reclaim();
  report({
    ballastBefore,
    whileFull,
    roomFor300,
    after300,
    roomFor3M,
    whileShort,
    afterwards: {
      ballast: existsSync(layoutOf(folder).ballast),
      room: await store.makeSpace(300_000),
      health: store.health().state,
      proofWaiting: store.health().proofWaiting,
    },
  });
}

async function fillNames(): Promise<void> {
  await show('first', store);
  const part = await finishedPart(store.partsFolder, 'second', { size: 1_000 });
  let files = 0;
  try {
    for (; ; files++) writeFileSync(join(folder, `name-${files}`), '');
  } catch (thrown) {
    if (asVitrineError(thrown).code !== 'internal') throw thrown;
  }
  const refused = await store.put([part]).then(
    () => null,
    (thrown: unknown) => asVitrineError(thrown),
  );
  store.proof.start(showing(1));
  const rows = [...store.proof.iterate()].length;
  for (let number = 0; number < files; number++) rmSync(join(folder, `name-${number}`));
  await store.put([part]);
  report({
    refused: refused && { code: refused.code, kind: refused.kind },
    rows,
    objects: store.storage().objects,
    held: isThere('first'),
  });
}

async function show(name: string, store: Store): Promise<void> {
  const edition = editionOf([name]);
  await store.stage(edition);
  await store.put([await finishedPart(store.partsFolder, name, { size })]);
  await store.activate(edition.id, true);
}

function isThere(name: string): boolean {
  return existsSync(objectPath(folder, sha256Of(bytesOf(name, size))));
}

/** To the last byte. */
function writeUntilFull(): void {
  for (const step of [65_536, 4_096, 512, 1]) {
    try {
      for (;;) writeFileSync(filler, new Uint8Array(step), { flag: 'a' });
    } catch (thrown) {
      if (!(thrown instanceof Error) || !('code' in thrown) || thrown.code !== 'ENOSPC') throw thrown;
    }
  }
}
