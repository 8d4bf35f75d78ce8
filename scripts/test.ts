// `npm test [-- ROOM … | ARGUMENT …]`: the tests; those of a room (a folder of test/) alone, or with any argument that
// vitest knows.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCLI, startVitest } from 'vitest/node';

const rooms = new Set(
  readdirSync(new URL('../test', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name),
);
// The bare word would also stand for every other path that has it in it, as `host` is in e2e/hosts.
const words = process.argv.slice(2).map((word) => (rooms.has(word) ? `test/${word}/` : word));
// Whatever a test leaves lying about lies here, and goes with the run. Browsers of another account come in too.
const temporary = mkdtempSync(join(tmpdir(), 'vitrine-tests-'));
chmodSync(temporary, 0o1777);
process.env.TMPDIR = temporary;
process.on('exit', () => {
  try {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  } catch (error) {
    console.warn(`What the tests left in ${temporary} cannot be removed: ${String(error)}`);
  }
});
const { filter, options } = parseCLI(['vitest', 'run', ...words]);
const vitest = await startVitest(filter, options);
if (!vitest.shouldKeepServer()) await vitest.exit();
