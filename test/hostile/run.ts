// `npm run prove -- hostile [WORDS]`: hostile pages in the real browser, in the frame that the stage gives to web pages, while
// the stage counts its own frames. With words: only the attacks whose area or name has them in it; with `2/4`: the second
// of four parts, which have about as many heavy ones each.
import type { Attack } from './attack.ts';
import { attacks } from './attacks.ts';
import { HostileWorld, type Outcome } from './world.ts';

const [words = ''] = process.argv.slice(2);
const [, part, parts] = /^(\d+)\/(\d+)$/.exec(words)?.map(Number) ?? [];
const isChosen = ({ area, name }: Attack, index: number): boolean =>
  part !== undefined && parts !== undefined ? index % parts === part - 1 : `${area} ${name}`.includes(words);
const chosen = attacks.filter(isChosen);
if (chosen.length === 0) throw new Error(`There is no attack with "${words}" in its area or name.`);
const world = await HostileWorld.start();
const outcomes: Outcome[] = [];
console.log('frames/s   longest   memory   stored   attack');
for (const attack of chosen) {
  const outcome = await world.run(attack);
  outcomes.push(outcome);
  const { framesPerSecond, longestMs, memoryBytes, storedBytes, broken, messages } = outcome;
  console.log(
    [
      framesPerSecond.toFixed(0).padStart(8),
      `${longestMs.toFixed(0)} ms`.padStart(9),
      ...[memoryBytes, storedBytes].map((bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`.padStart(8)),
      `  ${broken.length === 0 ? 'held ' : 'BROKE'} ${attack.area}: ${attack.name}`,
      ...broken.map((each) => `\n           ${each}`),
      ...(process.env.VITRINE_DEBUG ? [`\n           said ${JSON.stringify(messages).slice(0, 300)}`] : []),
    ].join(' '),
  );
}
await world.stop();
const broke = outcomes.filter(({ broken }) => broken.length > 0);
const least = Math.min(...outcomes.map(({ framesPerSecond }) => framesPerSecond));
const longest = Math.max(...outcomes.map(({ longestMs }) => longestMs));
console.log(
  `\n${outcomes.length} attacks, ${broke.length} got somewhere; at least ${least.toFixed(0)} frames a second, ` +
    `the longest without one ${longest.toFixed(0)} ms`,
);
process.exit(broke.length === 0 ? 0 : 1);
