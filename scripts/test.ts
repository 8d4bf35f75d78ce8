// `npm test [-- ROOM … | ARGUMENT …]`: the tests; those of a room (a folder of test/) alone, or with any argument that
// vitest knows.
import { readdirSync } from 'node:fs';
import { parseCLI, startVitest } from 'vitest/node';

const rooms = new Set(
  readdirSync(new URL('../test', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name),
);
// The bare word would also stand for every other path that has it in it, as `host` is in e2e/hosts.
const words = process.argv.slice(2).map((word) => (rooms.has(word) ? `test/${word}/` : word));
const { filter, options } = parseCLI(['vitest', 'run', ...words]);
const vitest = await startVitest(filter, options);
if (!vitest.shouldKeepServer()) await vitest.exit();
