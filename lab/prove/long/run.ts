// Runs the test files with tests that the gate leaves out, whole, since a test may build upon the one before it.
// Usage: npm run prove -- long [FILE …] [-t NAME]
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const given = process.argv.slice(2);
const options = given.findIndex((word) => word.startsWith('-'));
const [wanted, rest] = options === -1 ? [given, []] : [given.slice(0, options), given.slice(options)];
const isLong = /^\/\*\* @module-tag long \*\/|^.*\btags: (?:\['long'\]|'long')/m;
const root = fileURLToPath(new URL('../../..', import.meta.url));
const files = globSync('test/**/*.test.ts', { cwd: root })
  .filter((file) => isLong.test(readFileSync(`${root}/${file}`, 'utf8')))
  .filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)))
  .toSorted();
if (files.length === 0)
  throw new Error(`No test file with long tests has a name like ${wanted.join(' or ')}.`);
const { status } = spawnSync(process.execPath, ['scripts/test.ts', ...files, ...rest], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
