import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { message } from '../../shared/languages/message.ts';
import { type Finding, ok, warn } from '../ground/finding.ts';

/** Whether the machine restarts when its kernel or its first process hangs. */
export function checkWatchdog(folder = '/sys/class/watchdog/watchdog0'): readonly Finding[] {
  if (process.platform !== 'linux') return [];
  if (!existsSync(folder)) return [ok('watchdog', message('doctor.watchdog.none'))];
  const [name, state, timeout] = ['identity', 'state', 'timeout'].map((each) => read(join(folder, each)));
  const identity = name ?? message('doctor.watchdog.unnamed');
  if (state !== 'active') return [warn('watchdog', message('doctor.watchdog.idle', { identity }))];
  const ms = Number(timeout ?? Number.NaN) * 1000;
  return [
    ok(
      'watchdog',
      Number.isNaN(ms)
        ? message('doctor.watchdog.untimed', { identity })
        : message('doctor.watchdog.active', { identity, timeout: ms }),
    ),
  ];
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    // Older kernels lack some of these files.
    return null;
  }
}
