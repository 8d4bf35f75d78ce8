// Runs one step of the store in a process of its own, to be killed in the middle of it.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSqlite } from '../../../src/main/ground/sqlite.ts';
import { waitUntilFollowed } from '../../support/wait-until-followed.ts';
import { finishedPart } from '../support/parts.ts';
import { after, plainStore } from '../support/power-cuts.ts';
import { showing } from '../support/showings.ts';

waitUntilFollowed();
const [folder = '', step = '', manner = ''] = process.argv.slice(2);
if (manner === 'carelessly') await withoutTransactions();

const store = await plainStore(folder);
if (manner === 'belatedly') await inOneTransaction();
switch (step) {
  case 'open':
    break;
  case 'put':
    await store.put([await finishedPart(store.partsFolder, 'c'), await finishedPart(store.partsFolder, 'd')]);
    break;
  case 'activate':
    await store.activate(after.id, true);
    break;
  case 'reclaim':
    await store.reclaim();
    break;
  case 'proof':
    for (const number of [1, 2, 3]) {
      store.proof.start(showing(number));
      appendFileSync(join(folder, 'told'), `started ${number}\n`);
      store.proof.end(showing(number).id, showing(number).startedAt + 10_000, 'completed', null);
      appendFileSync(join(folder, 'told'), `ended ${number}\n`);
    }
    break;
  default:
    throw new Error(`there is no step ${step}`);
}
await store.close();

/** The negative control of the loops that kill inside a transaction: every statement is durable by itself. */
async function withoutTransactions(): Promise<void> {
  const Sqlite = await loadSqlite();
  Object.assign(Sqlite.prototype, {
    transaction: (work: () => unknown) => Object.assign(() => work(), { immediate: () => work() }),
  });
}

/** Negative control for rows that must be durable when they are reported: writes everything when the store closes. */
async function inOneTransaction(): Promise<void> {
  const Sqlite = await loadSqlite();
  const { close } = Sqlite.prototype;
  Object.assign(Sqlite.prototype, {
    transaction(this: InstanceType<typeof Sqlite>, work: () => unknown) {
      return {
        immediate: () => {
          this.exec('BEGIN IMMEDIATE');
          return work();
        },
      };
    },
    close(this: InstanceType<typeof Sqlite>) {
      if (this.inTransaction) this.exec('COMMIT');
      return close.call(this);
    },
  });
}
