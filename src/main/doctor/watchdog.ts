import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, ok, warn } from '../finding.ts';

/** Whether the machine restarts itself when its kernel or its first process hangs. */
export function checkWatchdog(folder = '/sys/class/watchdog/watchdog0'): readonly Finding[] {
  if (process.platform !== 'linux') return [];
  if (!existsSync(folder)) return [ok('watchdog', 'this machine has no hardware watchdog')];
  const [identity, state, timeout] = ['identity', 'state', 'timeout'].map((name) => read(join(folder, name)));
  if (state === 'active') return [ok('watchdog', `${identity}, after ${timeout} s`)];
  const remedy =
    'Write [Manager] and RuntimeWatchdogSec=30 into /etc/systemd/system.conf.d/watchdog.conf, and restart the machine.';
  return [
    warn(
      'watchdog',
      `Nobody feeds the hardware watchdog (${identity}): a machine that hangs stays dark.`,
      remedy,
    ),
  ];
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    // Older kernels do not tell everything.
    return 'unknown';
  }
}
