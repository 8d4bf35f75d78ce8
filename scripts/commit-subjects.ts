// Refuses commit subjects that break the rule of CONTRIBUTING.md: at most 72 characters, and the room first. Earlier commits are exempt.
import { execFileSync } from 'node:child_process';

const before = '8c7d585ecccf0dadc8813a32dcdfa57734fb6316';
const most = 72;
const form = /^[a-z][\w./-]*(, [a-z][\w./-]*)*: \S/;

function subjects(): readonly string[] {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    git('rev-parse', '--verify', `${before}^{commit}`);
  } catch {
    // A source package, or a clone without history.
    return [];
  }
  return git('log', '--no-merges', '--format=%s', `${before}..HEAD`).split('\n').filter(Boolean);
}

const wrong = subjects().filter((subject) => subject.length > most || !form.test(subject));
for (const subject of wrong)
  process.stderr.write(
    `${subject}\n  ${subject.length > most ? `has ${subject.length} characters; at most ${most}` : 'does not begin with a room, as in “store: retry a repair”'}\n`,
  );
process.exit(wrong.length === 0 ? 0 : 1);
