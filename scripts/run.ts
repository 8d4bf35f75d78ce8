// `npm run bench|prove|package -- NAME [ARGUMENT …]`: runs the task of this name in subjects.ts; without a name it lists
// them. Exits with 2 for an unknown name.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type groups, listOf, subjectOf } from './subjects.ts';

const [group, name, ...words] = process.argv.slice(2) as [keyof typeof groups, string?, ...string[]];
// A second `--` would reach the task: vitest ignores filters after it, and runs every file.
const args = words[0] === '--' ? words.slice(1) : words;
if (name === undefined) process.stdout.write(`${listOf(group)}\n`);
else {
  const subject = subjectOf(group, name);
  if (typeof subject === 'string') {
    process.stderr.write(`${subject}\n\n${listOf(group)}\n`);
    process.exitCode = 2;
  } else goOn([setup(), subject.needs, '--', ...subject.run, ...args]);
}

function setup(): string {
  return fileURLToPath(new URL('setup.mjs', import.meta.url));
}

/** Replaces this process, so that a signal ends the task itself. Windows cannot do that. */
function goOn(words: readonly string[]): void {
  if (process.platform !== 'win32')
    process.execve?.(process.execPath, [process.execPath, ...words], process.env);
  process.exitCode = spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1;
}
