import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { groups, listOf, subjectOf } from '../../scripts/subjects.ts';
import { withSubjects } from '../../scripts/subjects-table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const subjects = Object.values(groups).flatMap((group) => Object.entries(group));

test('every subject runs a file that exists', () => {
  const files = subjects.flatMap(([, { run }]) => run.filter((word) => /\.(ts|mjs)$/.test(word)));
  expect(files.length).toBeGreaterThanOrEqual(subjects.length);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('every folder of the lab has a subject of its name', () => {
  for (const group of ['bench', 'prove'] as const)
    expect(Object.keys(groups[group])).toEqual(expect.arrayContaining(readdirSync(join(root, 'lab', group))));
});

test('the list has every name with its length, and an unknown name is answered with the nearest one', () => {
  for (const group of ['bench', 'prove', 'package'] as const)
    for (const [name, { takes, what }] of Object.entries(groups[group])) {
      expect(listOf(group)).toMatch(new RegExp(`^  ${name} +`, 'm'));
      expect(listOf(group)).toContain(`${what} (${takes})`);
    }
  expect(subjectOf('bench', 'strat')).toContain('Did you mean "start"?');
  expect(subjectOf('prove', 'machine-cut')).toContain('Did you mean "machine-cuts"?');
  expect(subjectOf('prove', 'constructor')).toContain('There is no prove "constructor".');
});

test('the runner refuses an unknown name, and hands arguments through to a known one', () => {
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [join(root, 'scripts/run.ts'), ...words], { encoding: 'utf8' });
  expect(run('prove', 'fuz')).toMatchObject({ status: 2, stderr: expect.stringContaining('"fuzz"') });
  const fuzz = run('prove', 'fuzz', 'no-number');
  expect(fuzz).toMatchObject({ status: 1, stderr: expect.stringContaining('Usage: npm run') });
});

test.each([
  ['fuzz', ['1', '1', 'nowhere'], 'no target "nowhere"'],
  ['hostile', ['nowhere'], 'no attack with "nowhere"'],
  ['dry-run', ['nowhere'], 'no job "nowhere"'],
  ['pc', ['--only', 'nowhere'], 'no part "nowhere"'],
])('prove %s does not pass with a part that does not exist, also behind a second --', (name, words, message) => {
  const program = [join(root, 'scripts/run.ts'), 'prove', name, '--', ...words];
  const { status, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8', timeout: 60_000 });
  expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining(message) });
});

test('docs/lab/README.md lists the subjects as they are declared', () => {
  const page = readFileSync(join(root, 'docs/lab/README.md'), 'utf8');
  expect(page, 'the table is old: npm run docs').toBe(withSubjects(page));
});
