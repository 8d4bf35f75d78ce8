import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** An answer that comes later is of no use: what ends must have ended soon. */
const answerWaitMs = 700;

/**
 * Whether systemd, which asks us to end, starts us again right after that: it restarts the service. It does not say so
 * with the signal, but it knows. Without systemd, and where it does not answer, the end is one for good.
 */
export async function isBeingRestarted(
  env: NodeJS.ProcessEnv = process.env,
  readGroup: () => Promise<string> = () => readFile('/proc/self/cgroup', 'utf8'),
): Promise<boolean> {
  if (!env.INVOCATION_ID) return false;
  try {
    const group = await readGroup();
    const [, unit] = /\/([^/]+\.service)\s*$/.exec(group) ?? [];
    if (unit === undefined) return false;
    const asked = [
      ...(/\/user@\d+\.service\//.test(group) ? ['--user'] : []),
      'list-jobs',
      '--no-legend',
      '--plain',
      '--',
      unit,
    ];
    const { stdout } = await run('systemctl', asked, { env, timeout: answerWaitMs });
    return stdout.split('\n').some((line) => {
      const [, name, kind] = line.trim().split(/\s+/);
      return name === unit && kind === 'restart';
    });
  } catch {
    // No systemd that would answer.
    return false;
  }
}
