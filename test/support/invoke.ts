import type { Command, Invocation } from '../../src/main/cli/command.ts';
import type { Config } from '../../src/main/config/config.ts';
import { createLog } from '../../src/main/ground/log.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly progress: string;
}

/** Runs a command in this process, without a terminal. */
export async function invoke(
  command: Command,
  given: Partial<Invocation> & { readonly config: Config },
): Promise<Ran> {
  let [out, progress] = ['', ''];
  const code = await command.run({
    configSources: { noFile: true },
    args: [],
    values: {},
    positionals: [],
    out: async (text) => {
      out += text;
    },
    progress: (text) => {
      progress += text;
    },
    ask: async () => false,
    json: given.values?.json === true,
    reference: async () => (await import('../../src/main/cli/help.ts')).reference(),
    log: createLog(() => undefined),
    isTerminal: false,
    columns: Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
    ...given,
  });
  return { code, out, progress };
}
