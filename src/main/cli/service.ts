import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const units = ['vitrine.service', 'vitrine-display.service'] as const;

/** The player as a service of this machine, in the service manager's own words. */
export interface ServiceState {
  readonly unit: string;
  /** `active`, `activating`, `failed` … */
  readonly state: string;
  /** How often it was started again by itself. */
  readonly restarts: number;
  /** What it says of itself; empty when it says nothing. */
  readonly says: string;
}

/** Empty where the player is no service of the system's. */
export async function serviceStates(env: NodeJS.ProcessEnv): Promise<readonly ServiceState[]> {
  const properties = ['Id', 'LoadState', 'ActiveState', 'NRestarts', 'StatusText'];
  const asked = ['show', ...properties.flatMap((name) => ['-p', name]), '--', ...units];
  try {
    const { stdout } = await run('systemctl', asked, { env, timeout: 2_000 });
    return stdout.split('\n\n').flatMap(stateIn);
  } catch {
    // No systemd, or none that answers.
    return [];
  }
}

function stateIn(text: string): readonly ServiceState[] {
  const value = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  if (value('LoadState') !== 'loaded') return [];
  const restarts = Number(value('NRestarts')) || 0;
  return [{ unit: value('Id'), state: value('ActiveState'), restarts, says: value('StatusText') }];
}

export function serviceText(states: readonly ServiceState[]): string {
  return states
    .map(({ unit, state, restarts, says }) => {
      const name = unit === units[0] ? 'service' : 'display';
      const again = restarts === 0 ? '' : `, started again ${restarts} times`;
      return `${name.padEnd(10)}  ${state}${again}${says === '' ? '' : `: ${says}`}\n`;
    })
    .join('');
}
