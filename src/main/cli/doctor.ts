import { examine } from '../doctor/doctor.ts';
import type { Finding } from '../finding.ts';
import { answer } from './answer.ts';
import type { Command } from './command.ts';

export const command: Command = {
  name: 'doctor',
  summary:
    'Checks configuration, CMS, token, disk, database, display, security and clock, and says what to do.',
  usage: '[--json]',
  options: {},
  details: `
It changes nothing, with one exception: it renews a login (cms.oauth) that is about to expire, as the player would, and
writes the new one to login.json.

Exit code 1 when something failed, 0 when all is well or there are only warnings.`,
  async run(invocation) {
    const findings = await examine(invocation);
    const failed = findings.filter(({ result }) => result === 'fail').map(({ check }) => check);
    const ok = failed.length === 0;
    await answer(invocation, { ok, checks: findings }, findings.map(line).join(''));
    if (!ok) invocation.progress(`vitrine: Not in order: ${failed.join(', ')}.\n`);
    return ok ? 0 : 1;
  },
};

function line({ check, result, message, remedy }: Finding): string {
  return `${result.padEnd(4)}  ${check.padEnd(10)}  ${message}\n${remedy ? `                  → ${remedy}\n` : ''}`;
}
