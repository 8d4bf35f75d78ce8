// Runs one cycle on a data folder and ends. Its parent decides when to kill it.
import { openParts } from '../../support/rig.ts';
import { waitUntilFollowed } from '../../support/wait-until-followed.ts';

waitUntilFollowed();
const [folder = '', cms = '{}'] = process.argv.slice(2);
const parts = await openParts({
  folder,
  cms: JSON.parse(cms),
  limits: { checkpointBytes: 1024 * 1024, checkpointMs: 0, eagerAttempts: 1 },
});
const { failed } = await parts.sync.once();
await parts.close();
process.exit(failed.length === 0 ? 0 : 3);
