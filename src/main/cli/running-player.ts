import { message } from '../../shared/languages/message.ts';
import { askPlayer } from '../admin/client.ts';
import { VitrineError } from '../ground/errors.ts';

/** Sends a request to the running player. Throws if none runs. */
export async function askRunningPlayer(
  dataDir: string,
  method: 'GET' | 'POST',
  path: string,
  fields?: Readonly<Record<string, unknown>>,
  longestMs?: number,
): Promise<unknown> {
  const answer = await askPlayer(dataDir, method, path, longestMs, fields);
  if (answer !== null) return answer;
  throw notRunning(dataDir);
}

export function notRunning(dataDir: string): VitrineError {
  return new VitrineError('permanent', message('not-running', { folder: dataDir }));
}
