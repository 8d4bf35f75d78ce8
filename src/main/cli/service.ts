import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const units = ['vitrine.service', 'vitrine-display.service'] as const;

/** State of a system service. */
export interface ServiceState {
  readonly unit: string;
  /** `active`, `activating`, `failed` … */
  readonly state: string;
  /** Automatic restarts. */
  readonly restarts: number;
  /** The service's status text; may be empty. */
  readonly says: string;
}

/** Empty if the player is not installed as a service. */
export async function serviceStates(env: NodeJS.ProcessEnv): Promise<readonly ServiceState[]> {
  const properties = ['Id', 'LoadState', 'ActiveState', 'NRestarts', 'StatusText'];
  const query = ['show', ...properties.flatMap((name) => ['-p', name]), '--', ...units];
  try {
    const { stdout } = await run('systemctl', query, { env, timeout: 2_000 });
    return stdout.split('\n\n').flatMap(stateIn);
  } catch {
    // No systemd, or it does not answer.
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
