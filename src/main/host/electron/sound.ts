import type { Log } from '../../ground/log.ts';
import type { ContentsApi } from './api.ts';

/**
 * Media may sound in a document that a person has touched; one empty script with a gesture is that touch. It counts
 * for the app's document alone: frames of other origins stay silent.
 */
export function grantSound(contents: ContentsApi, log: Log): Promise<void> {
  return contents.mainFrame.executeJavaScript('0', true).then(
    () => undefined,
    (error) => log.debug('The stage may have no sound', { error }),
  );
}
