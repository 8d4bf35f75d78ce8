// A player that dies at its start: `before` or `after` it was counted. Prints whether it is in safe mode when it lives.
import { countedStart } from '../../../src/main/supervise/counted-start.ts';
import { isSafe } from '../../../src/main/supervise/starts.ts';

const [folder = '', when = ''] = process.argv.slice(2);
if (when === 'before') process.kill(process.pid, 'SIGKILL');
const starts = countedStart(folder, Date.parse('2026-06-01T08:00:00Z'));
if (when === 'after') process.kill(process.pid, 'SIGKILL');
process.stdout.write(JSON.stringify({ count: starts.value.count, isSafe: isSafe(starts.value) }));
