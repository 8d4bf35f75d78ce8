// How long the first evaluation of this process takes, in milliseconds. Arguments: ENTRIES PLAYLISTS [reasons]
// The zone is looked up before, as the player does when it starts: that loads the calendar of the runtime.
import { chooseZone } from '../../../src/main/edition/zone.ts';
import { evaluate } from '../../../src/main/schedule/evaluate.ts';
import { large, start } from './large.ts';

const [entries, playlists, mode] = process.argv.slice(2);
const input = large(Number(entries), Number(playlists));
chooseZone({ cms: input.zone, configuration: null, system: 'UTC' });
const before = performance.now();
const evaluation = evaluate({ ...input, at: start });
if (mode === 'reasons') void evaluation.excluded;
console.log(performance.now() - before);
