// `npm run bench -- fleet links [COUNT] | rest [COUNT] | simulate | week | commands [COUNT] | page [COUNT [FOLDER]]`: the
// costs of a fleet, and the effects of deaths. Each prints one JSON document and takes less than five minutes.
import { commandsWithKills } from './commands.ts';
import { linksAtRest, realLinks } from './links.ts';
import { pageOf } from './page.ts';
import { simulated } from './simulation.ts';
import { weekOffline } from './week.ts';

const [what = '', count, folder] = process.argv.slice(2);
const benches: Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>> = {
  links: () => realLinks(Number(count ?? 2000), 60),
  rest: () => linksAtRest(Number(count ?? 2000)),
  simulate: () => simulated(Number(count ?? 100_000), 30_000),
  week: weekOffline,
  page: () => pageOf(Number(count ?? 2000), folder),
  commands: () => commandsWithKills(Number(count ?? 10_000), 270_000),
};
const bench = Object.hasOwn(benches, what) ? benches[what] : undefined;
if (bench === undefined) {
  process.stderr.write(`Which one? ${Object.keys(benches).join(', ')}\n`);
  process.exit(2);
}
process.stdout.write(`${JSON.stringify(await bench(), null, 2)}\n`);
process.exit(0);
