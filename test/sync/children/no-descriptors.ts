// Runs with a low limit of open files: uses them all up, syncs, releases them, syncs again.

import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { asVitrineError, systemCode } from '../../../src/main/ground/errors.ts';
import { openParts } from '../../support/rig.ts';

const [folder = '', cms = '{}'] = process.argv.slice(2);
const parts = await openParts({ folder, cms: JSON.parse(cms) });
const first = await parts.sync.once();
process.send?.({ step: 'ready', edition: first.edition });
await once(process, 'message');

const taken: number[] = [];
for (;;) {
  try {
    taken.push(openSync('/dev/null', 'r'));
  } catch (error) {
    if (systemCode(error) !== 'EMFILE') throw error;
    break;
  }
}
const outcome = await parts.sync.once().then(
  (report) => report.failed.map(({ code }) => code),
  (error: unknown) => [asVitrineError(error).code],
);
const active = parts.store.active();
const held = active ? parts.store.holdings(active.edition).objects.size : 0;
for (const file of taken) closeSync(file);
const after = await parts.sync.once();
process.send?.({ step: 'done', outcome, during: active?.edition.id, held, after });
await parts.close();
process.disconnect?.();
