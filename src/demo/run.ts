import { systemCode, VitrineError } from '../main/ground/errors.ts';
import { message } from '../shared/languages/message.ts';
import { type DemoCms, startDemoCms } from './cms.ts';

export interface RunOptions {
  /** Where it listens; 0 = any free one. The same port again is the same CMS for a player. */
  readonly port?: number;
  readonly stateFile?: string | null;
  readonly log?: (line: string) => void;
}

/** The demo CMS as a person starts it: with the gallery, its edits kept. */
export async function runDemoCms({ port = 0, stateFile = null, log }: RunOptions = {}): Promise<DemoCms> {
  const cms = await startDemoCms({ port, stateFile }).catch((error: unknown) => {
    if (systemCode(error) !== 'EADDRINUSE') throw error;
    throw new VitrineError('usage', message('port-in-use', { port }), { cause: error });
  });
  log?.(`The demo CMS answers at ${cms.baseUrl}, its console at ${cms.consoleUrl}`);
  return cms;
}
