// A player whose disk stops taking writes in the middle of the show, and takes them again.
import { createInterface } from 'node:readline';
import { createLog } from '../../../src/main/ground/log.ts';
import { openStore } from '../../../src/main/store/store.ts';
import { manualClock, smallLimits } from '../support/folder.ts';
import { showing } from '../support/showings.ts';
import { report } from './report.ts';

const [folder = ''] = process.argv.slice(2);
const reported = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const store = await openStore({
  dataDir: folder,
  clock: manualClock(),
  log: createLog(() => undefined),
  limits: { ...smallLimits, waitingProofRows: 40 },
});
report({ ready: true });

await reported.next();
for (let number = 1; number <= 50; number++) store.proof.start(showing(number));
const { proofWaiting, proofLost, state } = store.health();
report({ waiting: proofWaiting, lost: proofLost, health: state, active: store.active()?.edition.id });

await reported.next();
await store.reclaim();
const after = store.health();
report({
  waiting: after.proofWaiting,
  lost: after.proofLost,
  rows: [...store.proof.iterate()].length,
  health: after.state,
});
await store.close();
process.exit(0);
