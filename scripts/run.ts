// `npm run bench|prove|package -- NAME [ARGUMENT …]`: does what stands under that name in subjects.ts; without a name it lists
// the names. An unknown name ends with 2.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type groups, listOf, subjectOf } from './subjects.ts';

const [group, name, ...words] = process.argv.slice(2) as [keyof typeof groups, string?, ...string[]];
// A second `--` would reach the subject: vitest takes what follows it for no filter, and runs every file.
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

/** In the place of this process, so that a signal ends the subject itself. Windows cannot do that. */
function goOn(words: readonly string[]): void {
  if (process.platform !== 'win32')
    process.execve?.(process.execPath, [process.execPath, ...words], process.env);
  process.exitCode = spawnSync(process.execPath, words, { stdio: 'inherit' }).status ?? 1;
}
