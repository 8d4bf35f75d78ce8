// `npm run bench -- peers [schedule] [download] [transitions] [--rounds N]`: the same work by this player and by packages of
// peers, by turns (3 rounds).
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { fetchPeers } from './packages.ts';
import { compareSchedules } from './schedule.ts';
import { compareTransitions } from './transitions.ts';

const parts = {
  schedule: compareSchedules,
  // Loaded only then: it bundles the player.
  download: async (folder: string, rounds: number) =>
    (await import('./download.ts')).compareDownloads(folder, rounds),
  transitions: compareTransitions,
};
const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '3' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) throw new Error(`There is no part "${unknown[0]}": ${Object.keys(parts).join(', ')}`);
const folder = await fetchPeers();
try {
  for (const [name, compare] of Object.entries(parts))
    if (positionals.length === 0 || positionals.includes(name)) await compare(folder, Number(values.rounds));
} finally {
  await rm(folder, { recursive: true, force: true });
}
