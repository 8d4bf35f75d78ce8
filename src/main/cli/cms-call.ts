import { systemClock } from '../clock.ts';
import type { CmsApi, PatienceStore } from '../cms/api.ts';
import { createCmsFromConfig } from '../cms/from-config.ts';
import { VitrineError } from '../errors.ts';
import type { Invocation } from './command.ts';

/** Runs one command against the configured CMS. A person who asks is not kept waiting by an earlier refusal. */
export async function withCms<Result>(
  { config, log }: Invocation,
  act: (cms: CmsApi) => Promise<Result>,
): Promise<Result> {
  const cms = createCmsFromConfig(config, { patience: forgetful(), clock: systemClock, log });
  try {
    return await act(cms);
  } finally {
    cms.close();
  }
}

function forgetful(): PatienceStore {
  let until: number | null = null;
  return {
    until: () => until,
    set: (value) => {
      until = value;
    },
  };
}

export function textOption(invocation: Invocation, name: string): string | undefined {
  const value = invocation.values[name];
  return typeof value === 'string' ? value : undefined;
}

/** The positional at that place; the command table says how many there must be. */
export function positional(invocation: Invocation, at: number, what: string): string {
  const value = invocation.positionals[at];
  if (value !== undefined && value !== '') return value;
  throw new VitrineError('usage', 'wrong-usage', `The ${what} is missing.`);
}

export function printJson(invocation: Invocation, value: unknown): void {
  invocation.out(`${JSON.stringify(value, null, 2)}\n`);
}
