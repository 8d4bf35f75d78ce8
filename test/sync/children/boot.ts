// A player that starts: reports when it knows its show, and the outcome of its first visit to the CMS.
import { asVitrineError } from '../../../src/main/ground/errors.ts';
import { openParts } from '../../support/rig.ts';

const [folder = '', cms = '{}'] = process.argv.slice(2);
const start = performance.now();
const parts = await openParts({ folder, cms: JSON.parse(cms) });
const active = parts.store.active();
const objects = active ? parts.store.holdings(active.edition).objects.size : 0;
const knownMs = performance.now() - start;
parts.sync.start();
const error = await parts.sync.once().then(
  () => null,
  (thrown: unknown) => asVitrineError(thrown),
);
const { state, nextAt } = parts.sync.status();
await parts.close();
process.stdout.write(
  JSON.stringify({
    edition: active?.edition.id,
    objects,
    knownMs,
    code: error?.code,
    kind: error?.kind,
    state,
    nextAt,
  }),
);
