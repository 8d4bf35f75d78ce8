import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Timeout: the player must end soon. */
const answerWaitMs = 700;

/**
 * Whether systemd restarts the service after this end. Its list of jobs shows it; the signal does not. Without systemd, or
 * without an answer, the end is final.
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
    const args = [
      ...(/\/user@\d+\.service\//.test(group) ? ['--user'] : []),
      'list-jobs',
      '--no-legend',
      '--plain',
      '--',
      unit,
    ];
    const { stdout } = await run('systemctl', args, { env, timeout: answerWaitMs });
    return stdout.split('\n').some((line) => {
      const [, name, kind] = line.trim().split(/\s+/);
      return name === unit && kind === 'restart';
    });
  } catch {
    // No answer from systemd.
    return false;
  }
}
