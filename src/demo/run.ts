import { type DemoCms, startDemoCms } from './cms.ts';

export interface RunOptions {
  /** Where it listens; another one is taken when it is in use. */
  readonly port?: number;
  readonly stateFile?: string | null;
  readonly log?: (line: string) => void;
}

/** The demo CMS as a person starts it: with the gallery, its edits kept. */
export async function runDemoCms({ port = 0, stateFile = null, log }: RunOptions = {}): Promise<DemoCms> {
  const cms = await startDemoCms({ port, stateFile });
  log?.(`The demo CMS answers at ${cms.baseUrl}, its console at ${cms.consoleUrl}`);
  return cms;
}
