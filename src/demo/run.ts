import { systemCode, VitrineError } from '../main/ground/errors.ts';
import { message } from '../shared/languages/message.ts';
import { type DemoCms, startDemoCms } from './cms.ts';

export interface RunOptions {
  /** Listening port; 0 = any free one. For a player the same port is the same CMS. */
  readonly port?: number;
  readonly stateFile?: string | null;
  readonly log?: (line: string) => void;
}

/** The demo CMS for people: with the gallery and a screen of four zones; edits are saved. */
export async function runDemoCms({ port = 0, stateFile = null, log }: RunOptions = {}): Promise<DemoCms> {
  const cms = await startDemoCms({ port, stateFile, seed: 'zones' }).catch((error: unknown) => {
    if (systemCode(error) !== 'EADDRINUSE') throw error;
    throw new VitrineError('usage', message('port-in-use', { port }), { cause: error });
  });
  log?.(`The demo CMS answers at ${cms.baseUrl}, its console at ${cms.consoleUrl}`);
  return cms;
}
